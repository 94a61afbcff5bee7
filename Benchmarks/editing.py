"""Measures the language server as an editor waits for it: the diagnostics after an edit, hover, completion, and its memory."""

import json
import random
import statistics
import subprocess
import time

LINES = 1_000
EDITS = 10_000
SAMPLES = 60
URI = "file:///benchmark/bgpolicy.yaml"


def policy():
    """A policy of a thousand lines, without mistakes that an author would not make."""
    lines = [
        "schema: 1",
        'app: { name: Large, bundleIdentifier: com.example.large, deploymentTarget: { iOS: "16.0" } }',
        "sessions:",
    ]
    number = 0
    transfers = ["transfers:"]
    while len(lines) + len(transfers) < LINES:
        lines += [f"  session{number}:", f"    identifier: com.example.large.s{number}", "    isDiscretionary: true",
                  "    timeoutIntervalForResource: 2d"]
        transfers += [f"  transfer{number}:", f"    session: session{number}", "    direction: upload", "    source: file",
                      "    count: 20", "    size: 4MB"]
        number += 1
    return "\n".join(lines + transfers) + "\n"


class Editor:
    """A client of the server with one document."""

    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "language-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        self.version = 1
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.count:
            pass
        return message["result"]

    def published(self):
        """Waits for the diagnostics of the current version."""
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"].get("version") == self.version:
                return message["params"]["diagnostics"]

    def edit(self, line, text, end):
        self.version += 1
        start = {"line": line, "character": 0}
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": self.version},
            "contentChanges": [{"range": {"start": start, "end": {"line": line, "character": end}}, "text": text}]})

    def memory(self):
        """The most memory that it has had, in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) * 1024 / 1e6

    def quit(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(10)


def milliseconds(number):
    return f"{number:.1f} ms"


def megabytes(number):
    return f"{number:.1f} MB"


def timed(work):
    """The median and the 95th percentile of the milliseconds that a piece of work takes."""
    took = []
    for number in range(SAMPLES):
        began = time.perf_counter()
        work(number)
        took.append((time.perf_counter() - began) * 1e3)
    took.sort()
    return statistics.median(took), took[int(len(took) * 0.95)]


def judge(tool, table):
    text = policy()
    lines = text.count("\n")
    editor = Editor(tool)
    editor.tell("textDocument/didOpen", {
        "textDocument": {"uri": URI, "languageId": "yaml", "version": 1, "text": text}})
    editor.published()

    def type_and_wait(number):
        editor.edit(5, "    isDiscretionary: false" if number % 2 else "    isDiscretionary: true", 26 - (number + 1) % 2)
        editor.published()

    def position(number, character):
        return {"textDocument": {"uri": URI}, "position": {"line": 4 + 4 * (number % 50), "character": character}}

    for what, limit, work in (
            ("diagnostics after an edit", 50, type_and_wait),
            ("hover", 20, lambda number: editor.ask("textDocument/hover", position(number, 8))),
            ("completion", 20, lambda number: editor.ask("textDocument/completion", position(number, 4)))):
        middle, late = timed(work)
        table.add(f"{what} in {lines} lines, median", middle, limit, milliseconds)
        table.add(f"{what} in {lines} lines, 95 of 100", late, limit, milliseconds)

    generator = random.Random(1)
    for number in range(EDITS):
        line = generator.randrange(3, lines)
        editor.edit(line, generator.choice(["#", "", " ", "x", "é😀"]), 1)
        if number % 20 == 19:
            editor.published()
    editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    table.add(f"memory after {EDITS} edits", editor.memory(), 64, megabytes)
    table.add_truth("the server ends with status 0", editor.quit() == 0)
