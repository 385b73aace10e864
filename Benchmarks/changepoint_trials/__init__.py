"""Trials of the change-point detector and of comparisons, beside those of other tools."""
