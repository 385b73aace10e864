"""What files have to be for the tools that read them: valid HTML, XML, Markdown and LaTeX."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

# GitHub's limit of a comment.
MOST_CHARACTERS = 65_536


def said(command, text=None, folder=None):
    """What a tool ends with and writes."""
    result = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", cwd=folder, check=False)
    return result.returncode, result.stdout, result.stderr


class Outline(HTMLParser):
    """Tags of a page, what stands in its pictures, and its links."""

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
    """Complaints about a page: tidy's, links that lead nowhere, and pictures that are no XML."""
    text = path.read_text(encoding="utf-8")
    found = []
    if shutil.which("tidy"):
        # A name for the title of a picture is what assistive technology asks for; tidy knows pictures of old.
        unknown = ['<title> proprietary attribute "id"']
        _, _, errors = said(["tidy", "-quiet", "-errors", "--show-info", "no", "--drop-empty-elements", "no",
                             str(path)])
        found += [line for line in errors.splitlines() if not any(word in line for word in unknown)][:8]
    outline = Outline(text)
    twice = {name for name in outline.ids if outline.ids.count(name) > 1}
    found += [f"the id {name} is there twice" for name in sorted(twice)]
    for link in outline.links + outline.sources:
        target, _, fragment = link.partition("#")
        if re.match(r"[a-z]+:|/", link):
            found.append(f"the link {link} leaves the folder")
        elif target and not (path.parent / target).exists():
            found.append(f"the link {link} leads nowhere")
        elif fragment and not target and fragment not in outline.ids:
            found.append(f"the link {link} leads nowhere")
    for picture in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        found += xml(picture)
    return found


def xml(text):
    """Complaints about a picture."""
    try:
        ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"no XML: {error}"]
    return []


def markdown(path):
    """Complaints about a Markdown file, as GitHub's own reader sees it."""
    text = path.read_text(encoding="utf-8")
    found = []
    if len(text) > MOST_CHARACTERS:
        found.append(f"{len(text)} characters are more than a comment may have, {MOST_CHARACTERS}")
    if not shutil.which("cmark-gfm"):
        return found
    _, output, _ = said(["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "autolink",
                         "-e", "tagfilter", "--unsafe", str(path)])
    outline = Outline(output)
    wanted = len(re.findall(r"^\|[ :|-]*-[ :|-]*\|$", text, re.MULTILINE))
    tables = outline.tags.count("table")
    if tables != wanted:
        found.append(f"{wanted} tables are meant, {tables} are shown")
    if any(re.search(r"\|\s*:?-{2,}", word) for word in outline.words):
        found.append("a table is shown as text")
    known = {"h1", "h2", "h3", "h4", "p", "a", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td",
             "strong", "code", "pre", "sup", "sub", "em", "br", "picture", "source", "img", "details", "summary",
             "blockquote", "hr"}
    found += [f"the element <{tag}> is not ours" for tag in sorted(set(outline.tags) - known)]
    # An address that stands in a text may be one in the comment; a picture may not come from elsewhere.
    local = [link for link in outline.links if not re.match("#|https?:|mailto:", link)]
    found += [f"{link} is not there" for link in outline.sources + local if not (path.parent / link).exists()]
    return found


def latex(path):
    """Complaints about a LaTeX file; None where there is no LaTeX to ask."""
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
