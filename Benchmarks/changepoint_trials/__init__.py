"""Trials of the change-point detector and of comparisons, Hitchmark's and those of other tools."""
