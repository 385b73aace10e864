"""Looks at reports as people do: in a browser, on paper, and as the tools that show them read them."""
