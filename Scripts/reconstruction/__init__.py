"""Generates frame traces whose metrics print the same values as a suite of reported values."""
