"""Markdown as GitHub reads it, rewritten for Python-Markdown, with links to the pages of the site."""

import os
import posixpath
import re

LINK = re.compile(r"(!?)\[((?:[^\[\]\\]|\\.|\[[^\]]*\])*)\]\((<[^>]*>|[^)\s]*)\)")
FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})(.*)$")
ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+")
CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)


def outside_code(text, change):
    """Applies a change to the parts of a paragraph that are not code."""
    result, end = [], 0
    for match in CODE.finditer(text):
        if text[: match.start()].endswith("\\"):
            continue
        result += [change(text[end : match.start()]), match.group()]
        end = match.end()
    return "".join(result + [change(text[end:])])


def blocks(text):
    """The text as pairs: whether it is a code block, and its lines."""
    prose, fence, code = [], None, []
    for line in text.split("\n"):
        match = FENCE.match(line)
        if fence is None and match:
            if prose:
                yield False, prose
            prose, fence, code = [], match.group(2), [line]
        elif fence is not None:
            code.append(line)
            if match and match.group(2).startswith(fence) and not match.group(3).strip():
                yield True, code
                fence = None
        else:
            prose.append(line)
    if fence is not None:
        yield True, code
    if prose:
        yield False, prose


def relinked(text, address):
    """The text with other targets of its links; `address` returns a new target, the old one, or None for text without a link."""

    def replaced(match):
        target = match.group(3).strip("<>")
        new = target if re.match(r"[a-z]+:", target) else address(target)
        if new is None:
            return match.group(2)
        return f"{match.group(1)}[{match.group(2)}]({'<' + new + '>' if ' ' in new or '(' in new else new})"

    # A label may be code, so code is looked at as well, unless a link would begin inside of it.
    def paragraph(lines):
        whole = "\n".join(lines)
        spans = [match.span() for match in CODE.finditer(whole)]
        return LINK.sub(
            lambda match: match.group()
            if any(start < match.start() < end for start, end in spans)
            else replaced(match),
            whole,
        )

    return "\n".join("\n".join(lines) if is_code else paragraph(lines) for is_code, lines in blocks(text))


def converted(text):
    """GitHub's nesting by two spaces as four, lists apart from the paragraph before them, and bars in the code of tables."""
    result, is_in_list, before = [], False, ""
    for is_code, lines in blocks(text):
        indented = re.match(r"\s*", lines[0]).group()
        if is_code:
            if is_in_list and indented:
                lines = [" " * 4 + line.removeprefix(indented) for line in lines]
            else:
                is_in_list = False
            result += lines
            before = lines[-1]
            continue
        for line in lines:
            item = ITEM.match(line)
            spaces = len(line) - len(line.lstrip(" "))
            if item:
                if not is_in_list and before.strip():
                    result.append("")
                is_in_list = True
                depth = (spaces + 1) // 2
                line = "    " * depth + line.lstrip(" ")
            elif is_in_list and line.strip() and not spaces and not before.strip():
                is_in_list = False
            elif is_in_list and spaces:
                line = "    " * ((spaces + 1) // 2) + line.lstrip(" ")
            if line.startswith("|"):
                line = CODE.sub(lambda match: match.group().replace("\\|", "|"), line)
            result.append(line)
            before = line
    return "\n".join(result)


def without_gap(text):
    """Headings of the third level as those of the second, if a page has none of these."""
    parts = list(blocks(text))
    levels = {len(match.group(1)) for is_code, lines in parts if not is_code for line in lines if (match := re.match(r"(#+) ", line))}
    if 2 in levels or 3 not in levels:
        return text
    return "\n".join("\n".join(lines if is_code else [re.sub(r"^#(?=##)", "", line) for line in lines]) for is_code, lines in parts)


def slug(heading):
    """The anchor of a heading, as GitHub and the site have it."""
    plain = re.sub(r"\\(.)", r"\1", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)).replace("`", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def relative(target, page):
    """The path from one page of the site to another."""
    path, _, anchor = target.partition("#")
    folder = posixpath.dirname(page)
    path = posixpath.relpath(path, folder or ".") if path != page else ""
    return path + (f"#{anchor}" if anchor else "") or posixpath.basename(page)


def escaped(text):
    """Plain text for a paragraph or a cell of a table."""
    return re.sub(r"([\\`*_\[\]<>|#$&~])", r"\\\1", text.replace("\n", " "))


def write(folder, page, text):
    """Writes a page below a folder."""
    path = os.path.join(folder, page)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.rstrip("\n") + "\n")
