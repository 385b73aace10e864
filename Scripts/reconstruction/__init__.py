"""Builds frame traces whose metrics print what a suite of reported values prints."""
