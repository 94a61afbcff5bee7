"""Changes the code in many small ways, and looks which changes no test notices: Scripts/mutants.sh PART [COUNT [SEED [JOBS]]].

All mutants of a part are in one build: each changed condition or statement asks whether its number is in the environment, so that
a mutant costs one run of the part's tests and no build. A run ends with its first failed test. The code is changed in a copy.
"""

import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

# What is changed, the target of tests that the copy is built with, and the tests that have to notice.
PARTS = {
    "rules": (["Sources/PolicyLint/Rules"], "PolicyLintTests AppSourcesTests", "RuleExampleTests|AppRuleTests|MisconfigurationTests|AppFindingTests|FixExampleTests|UndecidedRuleTests|Reported"),
    "fixes": (["Sources/PolicyEditing", "Sources/PolicySyntax"], "PolicyLintTests PolicySyntaxTests", "PolicySyntaxTests|RuleFixTests|FixingTests|FixTextTests|FixExampleTests|FixedYAMLTests"),
    "reader": (["Sources/AppSources"], "AppSourcesTests", "AppSourcesTests"),
    "simulator": (["Sources/PolicySim"], "PolicySimTests", "PolicySimTests"),
    "generator": (["Sources/PolicyGen"], "PolicyGenTests", "PolicyGenTests"),
    "model": (["Sources/PolicyModel"], "PolicyModelTests", "PolicyModelTests"),
}
SECONDS = 180  # A test that does not end notices the mutant as well.

SWITCH = """#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

let activeMutant = getenv("BGPOLICY_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
@inline(never) func isMutant(_ number: Int) -> Bool { number == activeMutant }
"""


def parts_of(text, separator=","):
    """The parts between commas outside of brackets and texts; nothing if the brackets don't fit."""
    depth, quoted, start, found = 0, False, 0, []
    for position, letter in enumerate(text):
        if letter == '"' and text[position - 1:position] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth < 0:
                return []
        elif letter == separator and depth == 0:
            found.append((start, position))
            start = position + 1
    return [] if depth or quoted else found + [(start, len(text))]


def conditions(text, offset):
    """The boolean parts of the condition of an `if` or a `guard`."""
    for start, end in parts_of(text):
        part = text[start:end]
        clause = part.strip()
        if not clause or re.match(r"(let|var|case|#)\b|#", clause) or "{" in clause or re.search(r"\btry\b|\bawait\b", clause):
            continue
        first = offset + start + len(part) - len(part.lstrip())
        yield first, first + len(clause), clause


def mutations(line):
    """Every change of a line: its kind, where it is, and the new text, with %d for the mutant's number."""
    found = re.match(r"(\s*(?:\} else )?(?:if|guard) )(.*?)( else \{.*| \{.*| else)?$", line)
    if found and found.group(3):
        for first, last, clause in conditions(found.group(2), found.start(2)):
            yield "negated", first, last, f"(({clause}) != isMutant(%d))"
            compared = re.fullmatch(r"([\w.()]+) (<|<=|>|>=) ([\w.()]+)", clause)
            if compared:
                left, sign, right = compared.groups()
                other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[sign]
                yield "bound", first, last, f"(isMutant(%d) ? {left} {other} {right} : {clause})"
            both = re.fullmatch(r"([^&|?]+) && ([^&|?]+)", clause)
            if both and len(parts_of(both.group(1))) == 1 and len(parts_of(both.group(2))) == 1:
                yield "dropped", first, last, f"(({both.group(1)}) && (isMutant(%d) || ({both.group(2)})))"
            either = re.fullmatch(r"([^&|?]+) \|\| ([^&|?]+)", clause)
            if either and len(parts_of(either.group(1))) == 1 and len(parts_of(either.group(2))) == 1:
                yield "dropped", first, last, f"(({either.group(1)}) || (!isMutant(%d) && ({either.group(2)})))"
    for found in re.finditer(r"\.(?:filter|contains|allSatisfy|first|last|firstIndex|count|drop|prefix)(?:\(where: )? ?\{ ([^{}]*\$0[^{}]*) \}", line):
        text = found.group(1)
        if " in " not in text and ";" not in text and "isMutant" not in text:
            yield "negated", found.start(1), found.end(1), f"({text}) != isMutant(%d)"
    found = re.fullmatch(r"(\s*)([\w.?]+\.(?:append|insert|formUnion|subtract|remove\w*|add|report|merge)\(.*\))", line)
    if found and len(parts_of(found.group(2))) == 1:
        yield "left out", found.start(2), found.end(2), f"if !isMutant(%d) {{ {found.group(2)} }}"
    found = re.fullmatch(r"(\s*)return (true|false)", line)
    if found:
        yield "returned", found.start(2), found.end(2), f"{found.group(2)} != isMutant(%d)"


def candidates(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*.swift")):
            inside = False
            for number, line in enumerate(path.read_text().split("\n")):
                fences = line.count('"""')
                if not inside and not fences and not line.lstrip().startswith(("//", "#", "@")):
                    for kind, first, last, text in mutations(line):
                        yield path.relative_to(root), number, kind, first, last, text
                if fences % 2:
                    inside = not inside


def copy(root, tree, tests):
    """A copy of what Git knows, in which unchanged files keep their times, and only some targets of tests are built."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = root / name, tree / name
        if source.is_symlink() and not target.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.symlink_to(os.readlink(source))
        if source.is_symlink() or not source.is_file():
            continue
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    package = (root / "Package.swift").read_text() + f"""
package.products.removeAll {{ $0 is Product.Plugin }}
package.targets.removeAll {{ $0.type == .plugin || ($0.type == .test && !{tests.split()!r}.contains($0.name)) }}
""".replace("'", '"')
    if not (tree / "Package.swift").is_file() or (tree / "Package.swift").read_text() != package:
        (tree / "Package.swift").write_text(package)


def run(program, tree, tests, number, folder):
    """Whether the tests notice a mutant, by what, and in how many seconds."""
    started = time.monotonic()
    environment = dict(os.environ, BGPOLICY_MUTANT=str(number), SWIFT_BACKTRACE="enable=no", TMPDIR=str(folder))
    process = subprocess.Popen([program, "--testing-library", "swift-testing", "--filter", tests], cwd=tree, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    timer = threading.Timer(SECONDS, lambda: os.killpg(process.pid, signal.SIGKILL))
    timer.start()
    noticed, passed = "", False
    for line in process.stdout:
        line = re.sub(r"\x1b\[[0-9;]*m", "", line)
        if line.startswith("✘") and "recorded an issue" in line:
            noticed = re.sub(r"^✘ Test ", "", line.strip())[:60]
            os.killpg(process.pid, signal.SIGKILL)
            break
        passed = passed or bool(re.match(r"[✔◇━].*Test run with [1-9]\d* test.* passed", line))
    process.wait()
    timer.cancel()
    if not noticed and not passed:
        noticed = "a crash, or no end"
    return noticed, time.monotonic() - started


def changed(root, mutants):
    """The texts of the files with mutants in them, and these mutants: of two that overlap, the one that starts later."""
    lines, kept = {}, {}
    # From the end of a line to its start, so that the places of the mutants before stay as they are.
    for number, mutant in sorted(mutants.items(), key=lambda entry: (str(entry[1][0]), entry[1][1], -entry[1][3])):
        path, line, _, first, last, text = mutant
        lines.setdefault(path, (root / path).read_text().split("\n"))
        original, current = (root / path).read_text().split("\n")[line], lines[path][line]
        if current[:last] == original[:last]:
            lines[path][line] = current[:first] + text.replace("isMutant(%d)", f"isMutant({number})") + current[last:]
            kept[number] = mutant
    return {path: "\n".join(text) for path, text in lines.items()}, kept


def build(root, tree, scratch, mutants):
    """Builds all mutants but those that the compiler refuses, and returns them."""
    environment = dict(os.environ, BGPOLICY_OPTIMIZE_SIMULATION="1", BGPOLICY_WITHOUT_PLUGINS="1")
    for module in {path.parts[1] for path, *_ in mutants.values()}:
        (tree / "Sources" / module / "Mutant.swift").write_text(SWITCH)
    for _ in range(6):
        texts, mutants = changed(root, mutants)
        for path, text in texts.items():
            if (tree / path).read_text() != text:
                (tree / path).write_text(text)
        built = subprocess.run(["swift", "build", "--build-tests", "--scratch-path", str(scratch)], cwd=tree, env=environment, capture_output=True, text=True)
        if built.returncode == 0:
            return mutants
        places = re.findall(r"^(/\S+\.swift):(\d+):\d+: error", built.stdout, re.M)
        wrong = {(pathlib.Path(path).resolve().relative_to(tree.resolve()), int(line) - 1) for path, line in places}
        kept = {number: mutant for number, mutant in mutants.items() if mutant[:2] not in wrong}
        if len(kept) == len(mutants):
            sys.exit(f"The mutants can't be built:\n{built.stdout[-4000:]}{built.stderr[-2000:]}")
        for path in {path for path, *_ in mutants.values()}:
            shutil.copy2(root / path, tree / path)
        mutants = kept
    sys.exit("The mutants can't be built")


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    if len(sys.argv) < 2 or sys.argv[1] not in PARTS:
        sys.exit(f"usage: Scripts/mutants.sh PART [COUNT [SEED [JOBS]]]; the parts are {', '.join(PARTS)}")
    part, count, seed, jobs = sys.argv[1], *(int(word) for word in (sys.argv[2:] + ["60", "1", "2"][len(sys.argv) - 2:])[:3])
    folders, targets, tests = PARTS[part]
    tree, scratch = root / ".build/mutants/tree", root / ".build/mutants/build"
    copy(root, tree, targets)
    everything = list(candidates(root, folders))
    drawn = random.Random(seed).sample(everything, min(len(everything), count))
    print(f"{part}: {len(drawn)} of {len(everything)} mutants, seed {seed}", flush=True)
    started = time.monotonic()
    mutants = build(root, tree, scratch, dict(enumerate(drawn)))
    print(f"built in {time.monotonic() - started:.0f} s, without {len(drawn) - len(mutants)} that overlap or are no Swift", flush=True)

    program = next((scratch / "debug").glob("*.xctest"))
    noticed = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        failed, seconds = run(program, tree, tests, -1, folder)
        if failed:
            sys.exit(f"Without a mutant, the tests fail: {failed}")
        print(f"without a mutant: {seconds:.0f} s", flush=True)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            results = {pool.submit(run, program, tree, tests, number, folder): mutant for number, mutant in mutants.items()}
            for result in concurrent.futures.as_completed(results):
                if result.result()[0]:
                    noticed += 1
                    continue
                path, line, kind, first, last, _ = results[result]
                print(f"not noticed: {path}:{line + 1}: {kind}: {(root / path).read_text().splitlines()[line][first:last][:90]}", flush=True)
    print(f"{part}: {noticed} of {len(mutants)} mutants noticed ({noticed / max(1, len(mutants)):.0%}) in {time.monotonic() - started:.0f} s")


main()
