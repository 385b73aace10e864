"""Finds the prose of the project: comments, docstrings and messages in code, sentences of documents.

Used by check-words and sample-words.
"""

import ast
import collections
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
Prose = collections.namedtuple("Prose", "path line text")  # path relative to ROOT, first line from 1

CODE = re.compile(r"`[^`]*`|https?://\S+")
STRING = re.compile(r'#"(?:[^"\n]|"(?!#))*"#|"(?:\\\((?:[^()"]|"[^"\n]*"|\([^()]*\))*\)|\\.|[^"\\\n])*"')
DECLARATION = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|package)\b")
# How a line of a comment begins, by the suffix of the file; other files are Python, shell, YAML and make.
MARKERS = {".swift": r"///?(?!/)", ".js": r"//|/?\*+(?!/)", ".kt": r"//|/?\*+(?!/)"}
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“`*\[(])")


def plain(text):
    """Text without code in backticks, web addresses and link targets, on one line."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return " ".join(CODE.sub("code", text).split())


def swift_files(folder="Sources"):
    return sorted((ROOT / folder).rglob("*.swift"))


def listed_files(*folders):
    """The files of some folders that Git tracks or would add, without generated files and test data."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    data = re.compile(r"(^|/)(results|Fixtures|corpus|regressions|dictionaries)/|\.(md|txt|html|json|csv|db)$")
    return [ROOT / name for name in sorted(set(names)) if name and not data.search(name) and (ROOT / name).is_file()]


def is_python(path):
    return path.suffix == ".py" or not path.suffix and path.read_text().startswith("#!/usr/bin/env python3")


def comments(path):
    """Blocks of consecutive comment lines of a file, and comments after code."""
    marker = MARKERS.get(path.suffix, "#(?!!)")
    after_code = r"[^:\"]\s//\s(.*)" if path.suffix in MARKERS else r"\S\s+#\s(.*)"
    block, start = [], 0
    for number, line in enumerate(path.read_text().split("\n") + [""], 1):
        match = re.match(rf"\s*(?:{marker})\s?(.*)", line)
        if match:
            start = start or number
            text = re.sub(r"^(\s*- )\w+:", r"\1", match.group(1))  # the name of a parameter is code
            block.append("" if text.startswith("    ") and not text.lstrip().startswith("- ") else text)  # indented: an example
            continue
        if block:
            yield Prose(str(path.relative_to(ROOT)), start, "\n".join(block))
        block, start = [], 0
        behind = re.search(after_code, STRING.sub('""', line))
        if behind:
            yield Prose(str(path.relative_to(ROOT)), number, behind.group(1))


def test_names(path):
    """The display names of the tests and suites of a Swift file."""
    text = path.read_text()
    for match in re.finditer(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"', text):
        yield Prose(str(path.relative_to(ROOT)), text.count("\n", 0, match.start(1)) + 1, match.group(1))


def python_strings(path):
    """The docstrings of a Python file, and its other string literals of at least three words."""
    for node in ast.walk(ast.parse(path.read_text())):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if len(re.findall(r"[A-Za-z’']+", text)) >= 3:
            yield Prose(str(path.relative_to(ROOT)), node.lineno, text)


def descriptions(path):
    """The titles and descriptions of a JSON schema."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        for text in re.findall(r'"(?:title|description)": "([^"]*)"', line):
            yield Prose(str(path.relative_to(ROOT)), number, text)


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
    """String literals that contain prose for users: at least three words, letters mostly. A value in a message is a ‹name›."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        code = re.sub(r"(^|\s)//.*", "", line) if "//" in line and '"' not in line.split("//")[0] else line
        if re.search(r"\b(?:precondition|preconditionFailure|fatalError)\(", code):
            continue  # for developers
        for literal in STRING.findall(re.sub(r'(?:\bAnchor\(|\banchor: )"[^"]*"', "", code)):
            text = re.sub(r"\\\(((?:[^()]|\([^()]*\))*)\)", value_name, literal.strip('#"'))
            words = [word for word in re.sub("‹[^›]*›", "", text).split() if re.search(r"[A-Za-z’']", word)]
            letters = sum(c.isalpha() or c in " ,.;:…“”‹›" for c in text)
            if len(words) >= 3 and letters > 0.8 * len(text) and not re.search(r"SELECT|INSERT|DELETE FROM|PRAGMA|CREATE| AND |\bvar\b", text):
                yield Prose(str(path.relative_to(ROOT)), number, text)


def value_name(interpolation):
    """The name of a value that a string contains, as words: ‹stage name› for stage.name and for Text.of(stage.name)."""
    code = re.sub(r'"[^"]*"|\.(?:text|quoted|shown|count|first!?|description|rawValue)\b', "", interpolation.group(1))
    names = re.findall(r"\b[a-z]\w*(?:\.[a-z]\w*)*(?!\w*[:(])", code)
    words = re.sub(r"([A-Z])", r" \1", " ".join(names[-1].split(".")[-2:])).lower() if names else "…"
    return f"‹{words}›"


def documents():
    """README, CONTRIBUTING, docs/ and Benchmarks/README."""
    names = ["README.md", "CONTRIBUTING.md", "Benchmarks/README.md"]
    return [*(ROOT / name for name in names), *sorted((ROOT / "docs").glob("*.md"))]


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
