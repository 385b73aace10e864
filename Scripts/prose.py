"""Finds the prose of the project: comments and messages in Swift, sentences of documents. Used by check-words and sample-words."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
Prose = collections.namedtuple("Prose", "path line text")  # path relative to ROOT, first line from 1

CODE = re.compile(r"`[^`]*`|https?://\S+")
STRING = re.compile(r'#"(?:[^"\n]|"(?!#))*"#|"(?:\\\((?:[^()"]|"[^"\n]*"|\([^()]*\))*\)|\\.|[^"\\\n])*"')
DECLARATION = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|package)\b")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“`*\[(])")


def plain(text):
    """Text without code in backticks, web addresses and link targets, on one line."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return " ".join(CODE.sub("code", text).split())


def swift_files(folder="Sources"):
    return sorted((ROOT / folder).rglob("*.swift"))


def comments(path):
    """Blocks of consecutive comment lines of a Swift file, and comments behind code."""
    block, start = [], 0
    for number, line in enumerate(path.read_text().split("\n") + [""], 1):
        match = re.match(r"\s*///?(?!/)\s?(.*)", line)
        if match:
            start = start or number
            text = re.sub(r"^(\s*- )\w+:", r"\1", match.group(1))  # the name of a parameter is code
            block.append("" if text.startswith("    ") and not text.lstrip().startswith("- ") else text)  # indented: an example
            continue
        if block:
            yield Prose(str(path.relative_to(ROOT)), start, "\n".join(block))
        block, start = [], 0
        behind = re.search(r"[^:\"]\s//\s(.*)", STRING.sub('""', line))
        if behind:
            yield Prose(str(path.relative_to(ROOT)), number, behind.group(1))


def declared_comments(path):
    """The first paragraph of each doc comment of a public or package declaration, on one line."""
    lines = path.read_text().split("\n")
    paragraph, start, ended = [], 0, False
    for number, line in enumerate(lines, 1):
        match = re.match(r"\s*///\s?(.*)", line)
        if match:
            start = start or number
            ended = ended or not match.group(1).strip()
            if not ended:
                paragraph.append(match.group(1))
            continue
        if paragraph and re.match(r"\s*@\w+(\([^)]*\))?\s*$", line):
            continue  # an attribute between the comment and its declaration
        if paragraph and DECLARATION.match(line):
            yield Prose(str(path.relative_to(ROOT)), start, " ".join(paragraph))
        paragraph, start, ended = [], 0, False


def messages(path):
    """String literals that contain prose: at least three words, letters mostly."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        code = re.sub(r"(^|\s)//.*", "", line) if "//" in line and '"' not in line.split("//")[0] else line
        for literal in STRING.findall(code):
            text = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "…", literal.strip('#"'))
            words = re.findall(r"[A-Za-z’']+", text)
            letters = sum(c.isalpha() or c in " ,.;:…“”" for c in text)
            if len(words) >= 3 and letters > 0.8 * len(text) and not re.search(r"SELECT|INSERT|PRAGMA|CREATE|\bvar\b", text):
                yield Prose(str(path.relative_to(ROOT)), number, text)


def documents():
    """README, CONTRIBUTING and docs/."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def sentences(path):
    """The sentences of a Markdown file; cells of tables count as sentences, code blocks do not."""
    paragraphs, current, start, fenced = [], [], 0, False

    def end():
        nonlocal current
        if current:
            paragraphs.append((start, " ".join(current)))
        current = []

    for number, line in enumerate(path.read_text().split("\n"), 1):
        if re.match(r"\s*```", line):
            end()
            fenced = not fenced
        elif fenced:
            continue
        elif re.match(r"\s*\|", line):
            end()
            for cell in re.split(r"(?<!\\)\|", line):
                if re.search(r"[A-Za-z]", cell):
                    paragraphs.append((number, cell.strip()))
        elif not line.strip() or re.match(r"\s*(#|<)", line):
            end()
            if line.startswith("#"):
                paragraphs.append((number, line.lstrip("# ")))
        else:
            item = re.match(r"\s*(?:[-*]|\d+\.)\s+(.*)", line)
            if item or line.endswith("<br>") or (current and current[-1].endswith("<br>")):
                end()
            if not current:
                start = number
            current.append((item.group(1) if item else line).strip())
    end()
    for start, paragraph in paragraphs:
        for sentence in SENTENCE.split(paragraph.replace("<br>", "")):
            yield Prose(str(path.relative_to(ROOT)), start, sentence)
