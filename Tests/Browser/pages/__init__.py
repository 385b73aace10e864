"""Checks reports as readers see them: in a browser, on paper, and in the tools that display them."""
