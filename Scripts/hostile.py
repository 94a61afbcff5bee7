"""Lets bgpolicy loose on repositories that an attacker could send, and fails if one gets through.

    hostile.py [--tool BGPOLICY] [--reader READER] [--list] [--keep FOLDER] [CASE…]

Each case of Scripts/hostile_repositories fills a repository in a temporary folder, beside a canary: files that nothing may touch or
print. The commands of a team then run over it, and the editor's server. A case fails if

- a file beside the repository changes, but for the user's cache, or a file in it that no command of the call writes,
- an output or a written file has a text of the canary, or a control character of a name,
- a command takes more than SECONDS of both the clock and the processors, or more than MEGABYTES, or ends by a signal, or with the
  status of an internal error where the case does not break the tool itself,
- a command that has to refuse the repository ends with 0, or does not say what it has to.

Commands that read the same app as one that took long are left out. Needs Linux and Git. Prints a line for each failure, and a summary.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time

# Nothing is left in the checkout.
sys.dont_write_bytecode = True

from hostile_repositories import CASES  # noqa: E402
from hostile_repositories.repository import SECRET, START, Plan, Repository  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 10, 500
# A call is ended after this time: machines that do other things, too, are slower.
END = 25
# The seconds after which a call counts as one that took long.
LONG = 1.5
# The memory of a process that runs wild, which the system ends.
MOST_MEMORY = 6 << 30

GATE = ["gate", "--skip", "generated"]
# What a team calls, in this order: those that write come last.
CALLS = {
    "lint": ["lint"], "gate": GATE, "import": ["import", "."], "drift": ["drift"],
    "changed": [*GATE, "--changed", f"git:{START}"], "base": [*GATE, "--base", f"git:{START}"], "editor": None,
    "fix": ["lint", "--fix=all"], "baseline": ["baseline", "write"], "set up": ["import", "--set-up", "--force"],
}
# Those that read the app as `gate` does.
SAME_APP = {"drift", "changed", "base", "baseline", "set up"}
# What these calls write.
WRITTEN = {"bgpolicy.yaml", "bgpolicy-baseline.json", "bgpolicy.config.yaml", ".pre-commit-config.yaml", ".github/workflows/background-policy.yml", "Generated"}

# The expressions and the keys that a written workflow has by itself.
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
EXPRESSIONS = re.compile(r"(github\.ref|runner\.(os|arch)|env\.BGPOLICY_VERSION|vars\.BGPOLICY_[A-Z]+|steps\.[a-z]+\.outputs\.[a-z-]+)")
KEYS = {"name", "on", "permissions", "concurrency", "env", "jobs"}

# Scalars that no output has, but for the ends of lines and tabs.
# A line that GitHub's runner obeys, or Azure's. Spaces before the colons don't matter.
COMMAND = re.compile(r"^\s*::[a-z-]+.*?::|##\[|##vso\[", re.MULTILINE)
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]")


class Tools:
    """The executables, and what a case needs of them."""

    def __init__(self, tool, reader):
        self.tool, self.reader = str(tool), str(reader)
        self.version = subprocess.run([self.tool, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def run(self, words, folder, home):
        subprocess.run([self.tool, *words], cwd=folder, env=environment(home), capture_output=True, timeout=60, check=False)

    def cache_of(self, files):
        """The entries of a cache that the reader makes for some sources."""
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(work)
            (folder / "app").mkdir()
            for name, text in files.items():
                (folder / "app" / name).write_text(text)
            subprocess.run(
                [self.reader, "--cache", folder / "cache", folder / "app"], env=environment(folder), capture_output=True, timeout=60,
                check=False)
            cache = folder / "cache"
            return {path.name: path.read_bytes() for path in cache.iterdir()} if cache.is_dir() else {}


def environment(home):
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_SYSTEM": "/dev/null", "SWIFT_BACKTRACE": "enable=no", "TMPDIR": str(home)}


class Run:
    """A call that has ended."""

    def __init__(self, words, folder, variables, input=b""):
        def limit():
            os.setsid()
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))

        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            given.write(input)
            given.seek(0)
            start = time.monotonic()
            process = subprocess.Popen(
                words, cwd=folder, env=variables, stdin=given, stdout=output, stderr=errors, preexec_fn=limit)
            self.is_ended = False
            timer = threading.Timer(END, self.end, [process.pid])
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = 0
            self.seconds = time.monotonic() - start
            # Whatever the call has left running.
            try:
                os.killpg(process.pid, 9)
            except ProcessLookupError:
                pass
            self.processors = usage.ru_utime + usage.ru_stime
            self.megabytes = usage.ru_maxrss / 1024
            self.status = os.waitstatus_to_exitcode(status)
            texts = []
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
            self.output, self.errors = texts

    def end(self, process):
        self.is_ended = True
        try:
            os.killpg(process, 9)
        except ProcessLookupError:
            pass


def framed(value):
    text = json.dumps(value).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


def session(root):
    """What an editor sends that opens the policies and moves about in them."""
    messages = [
        {"id": 1, "method": "initialize", "params": {"rootUri": root.as_uri(), "capabilities": {"textDocument": {}}}},
        {"method": "initialized", "params": {}}]
    for path in sorted(root.rglob("*bgpolicy.yaml"))[:5]:
        # The editor itself reads what its user opens.
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 1 << 26 or "/.git/" in str(path):
            continue
        document = {"uri": path.as_uri()}
        text = path.read_text(errors="replace")
        messages.append({"method": "textDocument/didOpen", "params": {
            "textDocument": {**document, "languageId": "bgpolicy", "version": 1, "text": text}}})
        for number, (method, more) in enumerate([
            ("hover", {"position": {"line": 2, "character": 3}}), ("completion", {"position": {"line": 4, "character": 2}}),
            ("documentSymbol", {}), ("documentLink", {}), ("inlayHint", {"range": {
                "start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}}),
            ("codeAction", {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}, "context": {"diagnostics": []}}),
        ]):
            messages.append({"id": len(messages) + 10, "method": f"textDocument/{method}", "params": {"textDocument": document, **more}})
        messages.append({"id": len(messages) + 10, "method": "textDocument/definition", "params": {
            "textDocument": document, "position": {"line": 1, "character": 12}}})
    messages += [{"id": 9, "method": "shutdown", "params": None}, {"method": "exit", "params": None}]
    return b"".join(framed({"jsonrpc": "2.0", **message}) for message in messages)


def snapshot(root, skipped=()):
    """Everything below a folder: kinds, rights, targets of links, and the bytes of files."""
    found = {}
    open_folders = [str(root)]
    while open_folders:
        folder = open_folders.pop()
        for entry in os.scandir(os.fsencode(folder)):
            path = os.fsdecode(entry.path)
            name = os.path.relpath(path, root)
            if any(name == skip or name.startswith(skip + "/") for skip in skipped):
                continue
            status = entry.stat(follow_symlinks=False)
            value = (stat.S_IFMT(status.st_mode), stat.S_IMODE(status.st_mode), status.st_uid)
            if entry.is_symlink():
                value += (os.readlink(entry.path),)
            elif entry.is_dir(follow_symlinks=False):
                open_folders.append(path)
            elif entry.is_file(follow_symlinks=False):
                # The time tells a file that was written anew with the same bytes; large ones are too many bytes to keep.
                value += (status.st_size, status.st_mtime_ns, status.st_ino)
                value += (pathlib.Path(path).read_bytes(),) if status.st_size < 1 << 16 else ()
            found[name] = value
    return found


def differences(before, after):
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


class Trial:
    """A case that is tried."""

    def __init__(self, case, work, tools):
        self.case, self.tools = case, tools
        self.problems = []
        self.repository = Repository(work, tools)
        self.longest = self.largest = 0

    def report(self, call, problem):
        self.problems.append(f"{self.case.severity} {self.case.name}: {call}: {problem}")

    def run(self):
        plan = self.case.build(self.repository) or Plan()
        root = self.repository.root
        if plan.is_committed:
            self.repository.commit()
        outside = snapshot(self.repository.work, ("repository", "home"))
        inside = snapshot(root)
        usual = {name: CALLS[name] for name in self.case.calls or CALLS}
        calls = {**(plan.calls or usual), **plan.more}
        # Those that write come last.
        calls = {name: calls[name] for name in sorted(calls, key=lambda name: name in ("fix", "baseline", "set up"))}
        took_long = False
        for name, words in calls.items():
            if took_long and name in SAME_APP:
                continue
            run = self.call(name, words, root / plan.folder, plan)
            took_long = took_long or run.processors > LONG or run.is_ended
            if run.is_ended and name != "editor":
                break
        touched = differences(outside, snapshot(self.repository.work, ("repository", "home")))
        if touched:
            self.report("all", f"{len(touched)} files beside the repository have changed, such as {touched[0]}")
        for path in self.repository.home.rglob("*"):
            name = path.relative_to(self.repository.home)
            if name.parts[0] not in (".cache", "Library"):
                self.report("all", f"the user's {name} was written")
        written = WRITTEN | {os.path.normpath(f"{plan.folder}/{name}") for name in WRITTEN.union(plan.written)} | set(plan.written)
        after = snapshot(root)
        for name in differences(inside, after):
            if name in after and CONTROL.search(os.path.basename(name)):
                self.report("all", f"a file is called {name!r}")
            is_policy = name.endswith(".bgpolicy.yaml")
            if is_policy or any(f"{name}/".startswith(f"{allowed}/") or allowed.startswith(f"{name}/") for allowed in written):
                if name in after and stat.S_ISREG(after[name][0]):
                    text = pathlib.Path(root / name).read_bytes().decode(errors="replace")
                    self.check("file", name, text)
                    if name.startswith(".github/workflows/"):
                        self.check_workflow(name, text)
            else:
                self.report("all", f"the repository's {name!r} has changed")
        return self

    def call(self, name, words, folder, plan):
        variables = {**environment(self.repository.home), **plan.environment}
        if words is None:
            run = Run([self.tools.tool, "language-server"], folder, variables, session(self.repository.root))
        else:
            run = Run([self.tools.tool, *words], folder, variables)
        self.longest, self.largest = max(self.longest, run.processors), max(self.largest, run.megabytes)
        if run.is_ended or min(run.seconds, run.processors) > SECONDS:
            self.report(name, f"took {run.seconds:.1f} s ({run.processors:.1f} s of processors)")
        if run.megabytes > MEGABYTES:
            self.report(name, f"took {run.megabytes:.0f} MB")
        if not run.is_ended and run.status not in plan.statuses:
            self.report(name, f"ended with {run.status}: {run.errors[-200:]!r}")
        if name in plan.refused and run.status == 0:
            self.report(name, f"passed: {(run.output or run.errors)[-120:]!r}")
        for text in plan.says.get(name, []) if not run.is_ended else []:
            if text not in run.output + run.errors:
                self.report(name, f"does not say {text!r}")
        self.check(name, "the output", run.output)
        self.check(name, "standard error", run.errors)
        command = COMMAND.search(run.errors if words and any("github" in word for word in words) else run.output + run.errors)
        if command and words:
            self.report(name, f"prints the command {command.group()!r}")
        return run

    def check(self, call, name, text):
        # The message that names a link may name where it leads, and no more.
        if SECRET in text:
            self.report(call, f"{name} has the canary's text: {text[max(0, text.index(SECRET) - 40):][:80]!r}")
        found = CONTROL.search(text.replace("\r\n", "\n"))
        if found:
            self.report(call, f"{name} has {found.group()!r}: {text[max(0, found.start() - 40):found.end() + 20]!r}")


    def check_workflow(self, name, text):
        """Checks that nothing of a name is an expression or a key. Scripts/set-up-names.py reads the whole file."""
        for expression in EXPRESSION.findall(text):
            if not EXPRESSIONS.fullmatch(expression.strip()):
                self.report("file", f"{name} evaluates {expression!r}")
        for key in re.findall(r"^[^\s#].*", text, re.MULTILINE):
            if key.split(":")[0] not in KEYS:
                self.report("file", f"{name} has the key {key!r}")


def tried(case, tools, keep):
    work = tempfile.mkdtemp(prefix=f"{case.name}-", dir=keep)
    try:
        return Trial(case, work, tools).run()
    finally:
        if keep is None:
            shutil.rmtree(work, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / ".build/debug/bgpolicy")
    parser.add_argument("--reader", type=pathlib.Path, help="default: beside the tool")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path, help="a folder in which the repositories stay")
    parser.add_argument("--list", action="store_true", help="list the cases")
    parser.add_argument("--times", action="store_true", help="show the time and memory of each case")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()
    if options.list:
        for case in CASES.values():
            print(f"{case.severity:9}{case.name:26}{case.about}")
        return 0
    unknown = set(options.cases) - CASES.keys()
    if unknown:
        parser.error(f"there is no case {sorted(unknown)[0]}; --list lists them")
    tool = options.tool.resolve()
    tools = Tools(tool, (options.reader or tool.parent / "bgpolicy-appreader").resolve())
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    cases = [case for case in CASES.values() if not options.cases or case.name in options.cases]
    start = time.monotonic()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for trial in pool.map(lambda case: tried(case, tools, options.keep), cases):
            failed += bool(trial.problems)
            for problem in trial.problems:
                print(problem.encode("unicode_escape").decode(), flush=True)
            if options.times:
                print(f"{trial.case.name}: {trial.longest:.1f} s, {trial.largest:.0f} MB", flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed ({time.monotonic() - start:.0f} s)")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
