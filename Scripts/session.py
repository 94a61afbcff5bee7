"""Records a terminal session of bgpolicy's main job as a picture, Documentation/images/session.svg.

    session.py BGPOLICY           records it
    session.py BGPOLICY --check   fails if the picture shows other lines than a new recording

The commands run in a terminal of their own, with a copy of Documentation/first-try.bgpolicy.yaml. The same lines give the same bytes.
"""

import difflib
import fcntl
import html
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = os.path.join(ROOT, "Documentation/images/session.svg")
POLICY = "Documentation/first-try.bgpolicy.yaml"
COMMANDS = [
    "bgpolicy lint --select session-upload-not-from-file",
    "bgpolicy estimate --runs 100 | sed -n 3,7p",
    "sed -i /backgroundModes/d bgpolicy.yaml",
    "bgpolicy lint --fix=all --quiet",
    "bgpolicy estimate --runs 100 | sed -n 3,7p",
    "bgpolicy compile --no-estimate",
    "bgpolicy gate",
]
COLUMNS = 100
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)m")
# The colors of the terminal, whose contrast with the background is at least 4.5.
COLORS = {31: "#ff8a80", 32: "#8bd49c", 33: "#f5d67b", 34: "#8ab4ff", 35: "#e0a6ff", 36: "#7fd6e0", 37: "#e6e6e6"}
# The bright ones are the same, except for the gray.
COLORS |= {code + 60: color for code, color in COLORS.items()} | {90: "#a3a9b8"}
BACKGROUND, FOREGROUND, PROMPT = "#1e222a", "#e6e6e6", "#8bd49c"
# Sizes in pixels, and the seconds in which the lines appear that follow those of the first command, which are there from the start: less
# than the five after which motion would need a button.
FONT, WIDTH, HEIGHT, MARGIN, SECONDS = 14, 8.43, 19, 16, 4.5


def recorded(tool):
    """The lines that a terminal shows, each command with its prompt."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(tool, os.path.join(folder, "bgpolicy"))
        app = os.path.join(folder, "diary")
        os.mkdir(app)
        os.mkdir(os.path.join(app, ".git"))
        shutil.copyfile(os.path.join(ROOT, POLICY), os.path.join(app, "bgpolicy.yaml"))
        environment = {
            "PATH": f"{folder}:/usr/bin:/bin",
            "TERM": "xterm-256color",
            "COLUMNS": str(COLUMNS),
            "FORCE_COLOR": "1",
            "LC_ALL": "C.UTF-8",
        }
        for command in COMMANDS:
            lines += [("", "")] if lines else []
            lines.append(("$", command))
            lines += [("", line) for line in terminal(["sh", "-c", command], app, environment)]
    return lines


def terminal(call, folder, environment):
    """The lines of a command in a terminal, with their colors."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
    process = subprocess.Popen(call, cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    process.wait()
    os.close(master)
    text = output.decode("utf-8").replace("\r\n", "\n")
    # A line that was shown in the meantime, such as a progress, is overwritten.
    return [re.sub(r"^.*(\r|\x1b\[2?K)", "", line) for line in text.rstrip("\n").split("\n")] if text.strip() else []


def spans(line):
    """A line as parts with their styles."""
    style, end, parts = {}, 0, []
    for match in [*SEQUENCE.finditer(line), None]:
        text = line[end : match.start() if match else len(line)]
        if text:
            parts.append((text, dict(style)))
        if match is None:
            return parts
        end = match.end()
        for code in [int(number or 0) for number in match.group(1).split(";")]:
            if code == 0:
                style = {}
            elif code == 1:
                style["font-weight"] = "bold"
            elif code == 2:
                style["fill"] = COLORS[90]
            elif code in COLORS:
                style["fill"] = COLORS[code]
            elif code in (22, 39):
                style.pop("font-weight" if code == 22 else "fill", None)


def picture(lines):
    """The lines as SVG."""
    width = round(COLUMNS * WIDTH + 2 * MARGIN)
    height = len(lines) * HEIGHT + 3 * MARGIN
    commands = "; ".join(line for mark, line in lines if mark)
    rows = []
    first = next((index for index, (mark, _) in enumerate(lines) if mark and index), len(lines))
    for index, (mark, line) in enumerate(lines):
        parts = [("$ ", {"fill": PROMPT}), (line, {"font-weight": "bold"})] if mark else spans(line)
        texts = "".join(
            f"<tspan{''.join(f' {name}={chr(34)}{value}{chr(34)}' for name, value in sorted(style.items()))}>"
            f"{html.escape(text, quote=False)}</tspan>"
            for text, style in parts
        )
        delay = SECONDS * (index - first + 1) / (len(lines) - first + 1)
        later = f' class="later" style="animation-delay:{delay:.2f}s"' if index >= first else ""
        rows.append(f'<text x="{MARGIN}" y="{2 * MARGIN + index * HEIGHT + FONT}"{later}>{texts}</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}">',
            '<title id="title">A terminal session of bgpolicy</title>',
            f'<desc id="desc">{html.escape(commands, quote=False)}</desc>',
            "<style>",
            f"text {{ font: {FONT}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;"
            f" fill: {FOREGROUND}; white-space: pre }}",
            ".later { animation: appear 0.01s backwards }",
            "@keyframes appear { from { opacity: 0 } }",
            "@media (prefers-reduced-motion: reduce) { .later { animation: none } }",
            "</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
            *rows,
            "</svg>",
            "",
        ]
    )


def shown(text):
    """The lines of a picture, without their colors."""
    return [html.unescape(re.sub(r"<[^>]*>", "", row)) for row in re.findall(r"<text [^>]*>(.*?)</text>", text)]


def main(tool, *options):
    new = picture(recorded(os.path.abspath(tool)))
    if "--check" not in options:
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(new)
        print(f"session: {len(shown(new))} lines, {len(new)} bytes")
        return 0
    with open(PICTURE, encoding="utf-8") as file:
        old = file.read()
    if old != new:
        print("\n".join(difflib.unified_diff(shown(old), shown(new), "recorded", "now", lineterm="")))
        print("session: record it again with `python3 Scripts/session.py BGPOLICY`")
        return 1
    print(f"session: its {len(shown(new))} lines are what bgpolicy prints")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
