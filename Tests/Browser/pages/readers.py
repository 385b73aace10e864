"""Checks that pages are valid for the tools that read them: HTML, XML, Markdown and LaTeX."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

# The maximum length of a comment on GitHub.
MOST_CHARACTERS = 65_536


def said(command, text=None, folder=None):
    """Runs a tool; returns its exit code, standard output and standard error."""
    result = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", cwd=folder, check=False)
    return result.returncode, result.stdout, result.stderr


class Outline(HTMLParser):
    """The tags, ids, links, image sources and texts of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.sources, self.words = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for key, value in attributes:
            if key == "id":
                self.ids.append(value)
            elif key == "href":
                self.links.append(value)
            elif key in ("src", "srcset"):
                self.sources.append(value)

    def handle_data(self, data):
        self.words.append(data)


def html(path):
    """Returns the complaints about a page: those of tidy, broken links, and pictures that are not valid XML."""
    text = path.read_text(encoding="utf-8")
    found = []
    if shutil.which("tidy"):
        # Assistive technology needs an id on the title of a picture; tidy only knows an older version of SVG.
        unknown = ['<title> proprietary attribute "id"']
        _, _, errors = said(["tidy", "-quiet", "-errors", "--show-info", "no", "--drop-empty-elements", "no",
                             str(path)])
        found += [line for line in errors.splitlines() if not any(word in line for word in unknown)][:8]
    outline = Outline(text)
    twice = {name for name in outline.ids if outline.ids.count(name) > 1}
    found += [f"the id {name} is not unique" for name in sorted(twice)]
    for link in outline.links + outline.sources:
        target, _, fragment = link.partition("#")
        if re.match(r"[a-z]+:|/", link):
            found.append(f"the link {link} points outside of the folder")
        elif target and not (path.parent / target).exists():
            found.append(f"the link {link} is broken")
        elif fragment and not target and fragment not in outline.ids:
            found.append(f"the link {link} is broken")
    for picture in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        found += xml(picture)
    return found


def xml(text):
    """Returns the complaints about a picture."""
    try:
        ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"invalid XML: {error}"]
    return []


def markdown(path):
    """Returns the complaints about a Markdown file, parsed with GitHub's own parser."""
    text = path.read_text(encoding="utf-8")
    found = []
    if len(text) > MOST_CHARACTERS:
        found.append(f"found {len(text)} characters; expected at most {MOST_CHARACTERS}, the limit of a comment")
    if not shutil.which("cmark-gfm"):
        return found
    _, output, _ = said(["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "autolink",
                         "-e", "tagfilter", "--unsafe", str(path)])
    outline = Outline(output)
    wanted = len(re.findall(r"^\|[ :|-]*-[ :|-]*\|$", text, re.MULTILINE))
    tables = outline.tags.count("table")
    if tables != wanted:
        found.append(f"found {tables} tables; expected {wanted}")
    if any(re.search(r"\|\s*:?-{2,}", word) for word in outline.words):
        found.append("a table is not parsed as a table")
    known = {"h1", "h2", "h3", "h4", "p", "a", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td",
             "strong", "code", "pre", "sup", "sub", "em", "br", "picture", "source", "img", "details", "summary",
             "blockquote", "hr"}
    found += [f"unexpected element <{tag}>" for tag in sorted(set(outline.tags) - known)]
    # Links in a text may have other hosts, because the comment has them too. Pictures must be files next to the page.
    local = [link for link in outline.links if not re.match("#|https?:|mailto:", link)]
    found += [f"{link} does not exist" for link in outline.sources + local if not (path.parent / link).exists()]
    return found


def latex(path):
    """Returns the complaints about a LaTeX file; None if pdflatex is not installed."""
    if not shutil.which("pdflatex"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        body = path.read_text(encoding="utf-8")
        if "\\documentclass" not in body:
            body = ("\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,textcomp}\n"
                    "\\begin{document}\n" + body + "\n\\end{document}\n")
        (pathlib.Path(folder) / "page.tex").write_text(body, encoding="utf-8")
        status, output, _ = said(
            ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], folder=folder)
        errors = [line for line in output.splitlines() if line.startswith(("!", "l."))]
        if status or errors:
            return errors[:4] or ["pdflatex failed"]
    return []
