"""Tries what is left of files if a command fails or is killed while it writes.

Each command runs once as it is, which gives the files before and after, and its system calls. Then it runs anew for each point: a
call of the kinds that write, with an error (EIO, ENOSPC, EINTR) or SIGKILL in its place. Whatever happens, each file has its whole
old or its whole new bytes; an error is told with a status that is not 0, or has no effect; and the next run brings everything to
the end, without temporary files.

A `write` that writes fewer bytes than asked is no error: the run must go on as if nothing had happened. As strace can only claim it,
short-writes.c makes it so.
"""

import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

TOOL, READER, POINTS, SEED = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3]), int(sys.argv[4])
CALLS = ["openat", "open", "write", "fsync", "fchown", "fchmod", "close", "rename", "renameat", "renameat2", "mkdir", "unlink", "unlinkat", "flock", "ftruncate", "pwrite64", "writev"]
FAULTS = ["error=EIO", "error=ENOSPC", "error=EINTR", "signal=KILL"]

POLICY = """schema: 1
app: { name: Lab, bundleIdentifier: com.example.lab, deploymentTarget: { iOS: "16.0" }, infoPlist: Info.plist }
backgroundModes: [fetch]
permittedIdentifiers: [com.example.lab.refresh]
sessions: { bulk: { identifier: com.example.lab.bulk, timeoutIntervalForResource: 1d } }
tasks: { refresh: { type: appRefresh, identifier: com.example.lab.refresh, reschedule: true, earliestBegin: 1h } }
transfers: { photos: { session: bulk, size: 4MB, count: 3 } }
"""
LIST = '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n\t<key>CFBundleName</key>\n\t<string>Lab</string>\n</dict>\n</plist>\n'
LOG = "".join(
    f"2026-11-23 10:{10 * i:02}:00.000000+0000 0x1 Default 0x0 100 0 nsurlsessiond: Set request delay for com.example.lab to {60 * 2 ** i}\n"
    for i in range(5))
CODE = 'import BackgroundTasks\nlet request = BGAppRefreshTaskRequest(identifier: "com.example.lab.refresh")\n'
SPEC = "name: Lab\ntargets:\n  Lab: { type: application, platform: iOS, sources: [App], settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.lab } }\n"


def write(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def policy(folder):
    write(folder, bgpolicy_dot_yaml=POLICY.replace(", infoPlist: Info.plist", ""))


def mergeable(folder):
    write(folder, bgpolicy_dot_yaml=POLICY, Info_dot_plist=LIST)


def compiled(folder):
    policy(folder)
    call(folder, ["compile", "--no-estimate"], check=True)
    write(folder, bgpolicy_dot_yaml=POLICY.replace(", infoPlist: Info.plist", "").replace("lab.bulk", "lab.library").replace("earliestBegin: 1h", "earliestBegin: 2h"))


def prunable(folder):
    policy(folder)
    call(folder, ["compile", "--no-estimate"], check=True)
    write(folder, bgpolicy_dot_yaml="\n".join(line for line in POLICY.replace(", infoPlist: Info.plist", "").split("\n") if not line.startswith(("transfers", "sessions"))))


def broken(folder):
    write(folder, bgpolicy_dot_yaml=POLICY.replace(", infoPlist: Info.plist", "").replace("Modes: [fetch]", "Modes: [fetch, fetch]"))


def logs(folder):
    write(folder, bgpolicy_dot_yaml=POLICY, a_dot_log=LOG, Info_dot_plist=LIST)


def app(folder):
    write(folder, App__App_dot_swift=CODE, project_dot_yml=SPEC)


def cached(folder):
    write(folder, app__App__App_dot_swift=CODE, app__project_dot_yml=SPEC)


CASES = {
    "compile": (policy, ["compile", "--no-estimate"]),
    "compile again": (compiled, ["compile", "--no-estimate"]),
    "compile --merge": (mergeable, ["compile", "--merge", "--no-estimate"]),
    "compile --prune": (prunable, ["compile", "--prune", "--no-estimate"]),
    "lint --fix": (broken, ["lint", "--fix=all", "--exit-zero", "bgpolicy.yaml"]),
    "baseline write": (broken, ["baseline", "write"]),
    "calibrate --apply": (logs, ["calibrate", "a.log", "--apply", "bgpolicy.yaml"]),
    "import --output": (app, ["import", ".", "--force", "--output", "Lab.bgpolicy.yaml"]),
    "reader's cache": (cached, None),
}


def command(words):
    return [str(READER), "--cache", "cache", "app"] if words is None else [str(TOOL)] + words


def call(folder, words, under=(), check=False, **more):
    environment = dict(os.environ, BGPOLICY_APPREADER=str(READER), NO_COLOR="1", XDG_CACHE_HOME="/dev/null", **more)
    run = subprocess.run(list(under) + command(words), cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    if check and run.returncode != 0:
        sys.exit(f"{words} ended with {run.returncode}: {run.stderr.decode()}")
    return run


def snapshot(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def points(folder, words):
    """The calls that write, as pairs of a name and a number; those before the program's own start are left out."""
    log = folder.parent / (folder.name + ".strace")
    call(folder, words, ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=" + ",".join("?" + name for name in CALLS)])
    counts, found, descriptors = {}, [], set()
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(r"(\d+) +(\w+)\((.*)", line)
        if not match:
            continue
        thread, name, rest = match.groups()
        counts[thread, name] = counts.get((thread, name), 0) + 1
        result = re.search(r"= (-?\d+)", rest)
        if name in ("openat", "open"):
            if "O_CREAT" not in rest and "O_WRONLY" not in rest and "O_RDWR" not in rest:
                continue
            if result:
                descriptors.add(result.group(1))
        elif name in ("close", "write", "pwrite64", "writev", "ftruncate", "fsync", "fchmod", "fchown", "flock"):
            number = re.match(r"\d+", rest)
            if not number or (number.group() not in descriptors and number.group() not in ("1", "2")):
                continue
            if name == "close":
                descriptors.discard(number.group())
        found.append((name, counts[thread, name]))
    log.unlink()
    return sorted(set(found))


def short_writes(folder, words, cut=None):
    """A run with a short write, and how many calls of `write` it took."""
    counter = folder.parent / (folder.name + ".counter")
    counter.write_bytes(bytes(8))
    more = {} if cut is None else {"SHORT_WRITE": cut}
    run = call(folder, words, LD_PRELOAD=str(SHORT_WRITES), WRITES_COUNTED=str(counter), **more)
    return run, struct.unpack("q", counter.read_bytes())[0]


class Failure(Exception):
    pass


def try_point(case, template, before, after, name, number, fault):
    setup, words = CASES[case]
    where = f"{case}: {fault} at {name} {number}"
    with tempfile.TemporaryDirectory(dir=template.parent) as parent:
        folder = pathlib.Path(parent) / "work"
        shutil.copytree(template, folder, symlinks=True)
        run = call(folder, words, ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + name, "-e", f"inject={name}:{fault}:when={number}"])
        left = snapshot(folder)
        temporary = [path for path in left if path.endswith(".tmp") or path.startswith("cache/.")]
        is_cache = words is None
        for path, content in left.items():
            if path in temporary or is_cache and path.startswith("cache/"):
                continue
            if content not in (before.get(path), after.get(path)):
                raise Failure(f"{where}: {path} is torn ({len(content)} bytes)")
        for path in before:
            if path not in left and path in after:
                raise Failure(f"{where}: {path} is lost")
        if fault != "signal=KILL":
            if run.returncode == 0:
                if {p: c for p, c in left.items() if p not in temporary} != after and not is_cache:
                    raise Failure(f"{where}: the status is 0, and something was not written")
            elif run.returncode < 0 or run.returncode > 3 and not is_cache:
                raise Failure(f"{where}: the status is {run.returncode}: {run.stderr.decode()[:300]}")
            elif not run.stderr and (name, number) and not is_cache:
                # Standard error itself may be the call that failed.
                if name not in ("write", "writev"):
                    raise Failure(f"{where}: the status is {run.returncode} without a word")
            if temporary and not is_cache:
                raise Failure(f"{where}: {temporary} is left over")
        second = call(folder, words)
        if second.returncode != CLEAN[case]:
            raise Failure(f"{where}: the next run ends with {second.returncode}: {second.stderr.decode()[:300]}")
        last = snapshot(folder)
        if is_cache:
            if second.stdout != OUTPUT[case]:
                raise Failure(f"{where}: the next run prints something else")
        elif last != after:
            odd = sorted(path for path in set(last) | set(after) if last.get(path) != after.get(path))
            raise Failure(f"{where}: after the next run, {odd} differ")


def try_short_write(case, template, before, after, cut):
    with tempfile.TemporaryDirectory(dir=template.parent) as parent:
        folder = pathlib.Path(parent) / "work"
        shutil.copytree(template, folder, symlinks=True)
        run, count = short_writes(folder, CASES[case][1], cut)
        if count == 0:
            raise Failure(f"{case}: no call of write is seen")
        if (run.returncode, run.stdout, run.stderr) != (CLEAN[case], OUTPUT[case], ERRORS[case]):
            raise Failure(f"{case}: short write {cut}: the status is {run.returncode}, or something else is printed: {run.stderr.decode()[:300]}")
        left = snapshot(folder)
        odd = sorted(path for path in set(left) | set(after) if left.get(path) != after.get(path))
        if odd:
            raise Failure(f"{case}: short write {cut}: {odd} differ")


CLEAN, OUTPUT, ERRORS = {}, {}, {}
failures = []
rng = random.Random(SEED)
with tempfile.TemporaryDirectory() as root:
    root = pathlib.Path(root)
    SHORT_WRITES = root / "short-writes.so"
    source = pathlib.Path(__file__).with_name("short-writes.c")
    subprocess.run(["clang", "-O1", "-shared", "-fPIC", "-o", str(SHORT_WRITES), str(source)], check=True)
    jobs = []
    for case, (setup, words) in CASES.items():
        template = root / case.replace(" ", "-").replace("'", "")
        template.mkdir()
        setup(template)
        before = snapshot(template)
        done = root / (template.name + "-done")
        shutil.copytree(template, done)
        run = call(done, words)
        if run.returncode not in (0, 1):
            sys.exit(f"{case} ended with {run.returncode}: {run.stderr.decode()}")
        CLEAN[case], OUTPUT[case], ERRORS[case] = run.returncode, run.stdout, run.stderr
        after = snapshot(done)
        # The state in which a command leaves nothing to do is the same after another run.
        if call(done, words).returncode != CLEAN[case] or snapshot(done) != after:
            sys.exit(f"{case}: a second run changes the files")
        counted = root / (template.name + "-counted")
        shutil.copytree(template, counted)
        all_points = [(name, number, fault) for name, number in points(counted, words) for fault in FAULTS]
        shutil.rmtree(counted)
        shutil.copytree(template, counted)
        # Each call by itself writes a byte or half of them, and all calls write 1, 7 or 4,096 bytes at most.
        _, writes = short_writes(counted, words)
        cuts = [f"{number}:{most}" for number in range(1, writes + 1) for most in (1, 0)] + ["0:1", "0:7", "0:4096"]
        print(f"{case}: {len(all_points)} points, {len(cuts)} short writes", flush=True)
        jobs.append((case, template, before, after, all_points, cuts))
    share = max(1, POINTS // len(jobs))
    # Cases with few points leave theirs to the others.
    chosen = [(job, point) for job in jobs for point in rng.sample(job[4], min(share, len(job[4])))]
    rest = [(job, point) for job in jobs for point in job[4] if (job, point) not in chosen]
    chosen += rng.sample(rest, max(0, min(len(rest), POINTS - len(chosen))))
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        runs = {pool.submit(try_point, *job[:4], *point): None for job, point in chosen}
        cuts = [(job, cut) for job in jobs for cut in job[5]]
        runs |= {pool.submit(try_short_write, *job[:4], cut): None for job, cut in cuts}
        for run in concurrent.futures.as_completed(runs):
            try:
                run.result()
            except Failure as failure:
                failures.append(str(failure))
                print(failure, flush=True)

    # Many at once: each run ends well, and the files are those of a run by itself.
    for case, count in [("compile again", 100), ("compile --merge", 50), ("lint --fix", 50)]:
        job = next(job for job in jobs if job[0] == case)
        folder = root / "parallel"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(job[1], folder)
        with concurrent.futures.ThreadPoolExecutor(max_workers=8) as pool:
            runs = list(pool.map(lambda _: call(folder, CASES[case][1]), range(count)))
        odd = [run for run in runs if run.returncode != CLEAN[case]]
        if odd:
            failures.append(f"{case}, {count} at once: {len(odd)} runs failed: {odd[0].stderr.decode()[:300]}")
        if snapshot(folder) != job[3]:
            names = sorted(p for p in set(snapshot(folder)) | set(job[3]) if snapshot(folder).get(p) != job[3].get(p))
            failures.append(f"{case}, {count} at once: {names} differ")
        print(f"{case}: {count} runs, 8 at once", flush=True)

print(f"{len(chosen)} points, {len(cuts)} short writes, 200 runs side by side, seed {SEED}: {len(failures)} failures")
for failure in failures:
    print(f"  {failure}")
sys.exit(1 if failures else 0)
