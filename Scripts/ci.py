#!/usr/bin/env python3
"""Runs the shell parts of Examples/CI and of a set-up's workflow against a release and APIs of GitHub and GitLab that this script fakes: ci.py BGPOLICY"""

import contextlib
import functools
import hashlib
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import urllib.parse

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
ACTION = ROOT / "Examples" / "CI" / "action"
TOKEN = "secret-of-the-test"
MARKER = "<!-- bgpolicy: report -->"


class API(http.server.BaseHTTPRequestHandler):
    """The comments at one request, as GitHub (issues/comments) and GitLab (notes) serve them."""

    def log_message(self, *_):
        pass

    def answer(self, status, value=None):
        data = json.dumps(value).encode() if value is not None else b""
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def handle_request(self):
        store = self.server.store
        address = urllib.parse.urlsplit(self.path)
        store.requests.append(self.command)
        token = self.headers.get("Authorization") or self.headers.get("PRIVATE-TOKEN") or ""
        if token not in (TOKEN, f"Bearer {TOKEN}"):
            return self.answer(401, {"message": "Bad credentials"})
        if store.is_forbidden and self.command != "GET":
            return self.answer(403, {"message": "Resource not accessible by integration"})
        if self.command == "GET":
            words = urllib.parse.parse_qs(address.query)
            size, page = int(words["per_page"][0]), int(words["page"][0])
            return self.answer(200, store.comments[(page - 1) * size : page * size])
        number = re.search(r"/(?:comments|notes)/(\d+)$", address.path)
        found = [entry for entry in store.comments if number and entry["id"] == int(number[1])]
        if self.command == "DELETE" and found:
            store.comments.remove(found[0])
            return self.answer(204)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
        if self.command == "POST" and re.fullmatch(store.list_path, address.path):
            store.comments.append({"id": 1000 + len(store.comments), "body": body})
            return self.answer(201, store.comments[-1])
        if self.command == store.change and found:
            found[0]["body"] = body
            return self.answer(200, found[0])
        return self.answer(404, {"message": "Not Found"})

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_request


class Files(http.server.SimpleHTTPRequestHandler):
    """The published files."""

    def log_message(self, *_):
        pass


class Store:
    """What the service remembers."""

    def __init__(self, change, list_path):
        self.change, self.list_path = change, list_path
        self.comments, self.requests, self.is_forbidden = [], [], False

    def ours(self):
        return [entry for entry in self.comments if entry["body"].startswith(MARKER)]


@contextlib.contextmanager
def served(handler, store=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.store = store
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


failures = []


def check(holds, text):
    if not holds:
        failures.append(text)
        print(f"ci: {text}", file=sys.stderr)


def run(words, environment, folder=ROOT):
    """The result of a script in a clean environment."""
    base = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    base["XDG_CACHE_HOME"] = "/dev/null"
    return subprocess.run(
        [str(word) for word in words], cwd=folder, env={**base, **environment}, capture_output=True, text=True, check=False)


def comments(service, store, environment, work):
    """The life of a comment: written once, changed, kept, and never there twice."""
    report = work / "report.md"

    def comment(text, expected=0, **changes):
        report.write_text(text)
        store.requests.clear()
        result = run([ACTION / "comment.sh", report], {**environment, **changes})
        check(result.returncode == expected, f"{service}: comment.sh ended with {result.returncode}: {result.stderr}")
        check(TOKEN not in result.stdout + result.stderr, f"{service}: the token was printed")
        return result

    # A link in the checkout shows nothing from outside, such as the token.
    link = work / f"{service}.md"
    link.symlink_to("/proc/self/environ" if os.path.exists("/proc/self/environ") else "/etc/passwd")
    refused = run([ACTION / "comment.sh", link], environment)
    check(refused.returncode == 1 and not store.requests, f"{service}: comment.sh reads a link: {refused.stderr}")
    # 250 comments of others, among them one that quotes ours, are three pages.
    store.comments = [{"id": number, "body": f"> {MARKER}\n> comment {number}"} for number in range(250)]
    comment("Passed: “ok” & 100 %\n")
    check(store.requests == ["GET"] * 3 + ["POST"], f"{service}: the first run made {store.requests}")
    check([entry["body"] for entry in store.ours()] == [f"{MARKER}\nPassed: “ok” & 100 %\n"], f"{service}: wrong text")
    comment("Failed\n")
    check(store.requests == ["GET"] * 3 + [store.change], f"{service}: the second run made {store.requests}")
    comment("Failed\n")
    check(store.requests == ["GET"] * 3, f"{service}: the same report made {store.requests}")
    check([entry["body"] for entry in store.ours()] == [f"{MARKER}\nFailed\n"], f"{service}: the comment was not changed")
    store.comments.append({"id": 5000, "body": f"{MARKER}\nof a job at the same time"})
    comment("Passed\n")
    check(len(store.ours()) == 1 and store.ours()[0]["body"].endswith("Passed\n"), f"{service}: there are two comments")
    check(len(store.comments) == 251, f"{service}: a comment of others was touched")
    comment("Another\n", BGPOLICY_COMMENT="second app")
    check(len(store.ours()) == 1 and len(store.comments) == 252, f"{service}: a second name has no comment of its own")
    comment("long " * 300_000)
    check("too long for a comment" in store.ours()[0]["body"], f"{service}: a long report was not cut")
    store.is_forbidden = True
    result = comment("Failed again\n")
    check("answered 403" in result.stderr, f"{service}: a forbidden comment is silent")
    store.is_forbidden = False
    for word in ("GITHUB_TOKEN", "BGPOLICY_GITLAB_TOKEN"):
        if word in environment:
            comment("Failed\n", **{word: "wrong"})
            result = comment("Failed\n", 1, **{word: ""})
            check("may comment" in result.stderr, f"{service}: a missing token is not named")


def pack(folder, *tools):
    """A release with an archive for this machine of each tool; the last archive and its checksum."""
    machine = os.uname().machine
    platform = "macos-universal" if sys.platform == "darwin" else f"linux-{'aarch64' if machine == 'arm64' else machine}"
    release = folder / "v0.1.0"
    release.mkdir(parents=True)
    sums = f"{'0' * 64}  another.tar.gz\n"
    for tool in tools:
        program = os.path.basename(tool)
        name = f"{program}-0.1.0-{platform}"
        archive = release / f"{name}.tar.gz"
        # A link in the place of the executable: packing that takes seconds and is tried by Scripts/packages.sh.
        script = f'#!/bin/sh\nexec "{tool}" "$@"\n'.encode()
        with tarfile.open(archive, "w:gz") as file:
            entry = tarfile.TarInfo(f"{name}/bin/{program}")
            entry.size, entry.mode = len(script), 0o755
            file.addfile(entry, io.BytesIO(script))
        checksum = hashlib.sha256(archive.read_bytes()).hexdigest()
        sums += f"{checksum}  {archive.name}\n"
    (release / "SHA256SUMS").write_text(sums)
    return archive, checksum


def set_up(work, tool):
    """The workflow that `import --set-up` writes: its steps on the app, with a release, and after a mistake in the code."""
    reader = os.path.join(os.path.dirname(tool), "bgpolicy-appreader")
    if not os.access(reader, os.X_OK) or sys.platform == "darwin":
        print("Left out: the workflow of a set-up, as bgpolicy-appreader is not built")
        return
    app = work / "set-up app"
    shutil.copytree(ROOT / "Tests/Fixtures/Existing", app)
    (app / "facts.json").unlink()
    subprocess.run(["git", "init", "-q"], cwd=app, check=True)
    subprocess.run([tool, "import", "--set-up", "--quiet"], cwd=app, stdout=subprocess.DEVNULL, check=True)
    pack(work / "set-up", tool, reader)
    with served(functools.partial(Files, directory=str(work / "set-up"))) as address:
        call = [sys.executable, ROOT / "Scripts/workflow.py", app / ".github/workflows/background-policy.yml", app]
        for expected in [0, 1]:
            result = run([*call, f"BGPOLICY_RELEASES={address}"], {})
            check(result.returncode == expected, f"set-up: {result.returncode} instead of {expected}: {result.stdout}{result.stderr}")
            tasks = app / "Gazette/Tasks.swift"
            tasks.write_text(tasks.read_text().replace("gazette.refresh", "gazette.update"))
        result = run(call, {})
        check(result.returncode != 0 and "BGPOLICY_REPOSITORY" in result.stderr, f"set-up without sources: {result.stdout}{result.stderr}")
    # The action of this repository with a release; Scripts/installation.sh builds the sources.
    gated = policies(work / "action app", tool)
    with served(functools.partial(Files, directory=str(work / "set-up"))) as address:
        call = [sys.executable, ROOT / "Scripts/workflow.py", ROOT / "action.yml", gated, "version=0.1.0", f"releases={address}"]
        for expected, text in [(0, GOOD), (1, BAD)]:
            (gated / "bgpolicy.yaml").write_text(text)
            result = run(call, {})
            check(result.returncode == expected, f"action: {result.returncode} instead of {expected}: {result.stdout}{result.stderr}")
            check(("policy-unknown-key" in result.stdout) == bool(expected), f"action: {result.stdout}{result.stderr}")


def bases(work):
    """The script that chooses the base of a pull request, for GitHub's merge and for what an attacker could have checked out instead."""
    app = work / "pulled"
    app.mkdir()

    def git(*words):
        author = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        return subprocess.run(["git", *author, *words], cwd=app, capture_output=True, text=True, check=True).stdout.strip()

    git("init", "-q", "-b", "main")
    git("commit", "-q", "--allow-empty", "-m", "Start")
    git("checkout", "-q", "-b", "pull")
    git("commit", "-q", "--allow-empty", "-m", "Change")
    head = git("rev-parse", "HEAD")
    git("checkout", "-q", "main")
    git("commit", "-q", "--allow-empty", "-m", "Other")
    base = git("rev-parse", "HEAD")
    git("merge", "-q", "--no-ff", "--no-edit", "pull")
    merge = git("rev-parse", "HEAD")
    for about, checkout, last, fails in [
        ("GitHub's merge", merge, head, False), ("the last commit", head, head, True), ("a merge by the author", merge, merge, True),
        ("a merge of another commit", merge, base, True),
    ]:
        git("checkout", "-q", checkout)
        result = subprocess.run([ACTION / "base.sh", last], cwd=app, capture_output=True, text=True, check=False)
        check((result.returncode != 0) == fails, f"base.sh with {about}: {result.returncode} {result.stderr}")
        check(result.stdout == ("" if fails else f"--base git:{base}\n"), f"base.sh with {about} prints {result.stdout}")
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{app}", work / "shallow"], check=True)
    result = subprocess.run([ACTION / "base.sh", head], cwd=work / "shallow", capture_output=True, text=True, check=False)
    check((result.returncode, result.stdout) == (0, "") and "fetch-depth" in result.stderr, f"base.sh without the base: {result.stderr}")


def installing(work, tool):
    """The script that installs a release, and those that call it."""
    published = work / "published"
    archive, checksum = pack(published, tool)
    with served(functools.partial(Files, directory=str(published))) as address:
        good = {"BGPOLICY_RELEASES": address}
        install = [ACTION / "install.sh", "0.1.0", work / "tool"]
        for text, environment, fails in [
            ("a wrong checksum", {**good, "BGPOLICY_SHA256": "0" * 64}, True),
            ("a version that is not there", {"BGPOLICY_RELEASES": address + "/elsewhere"}, True),
            ("no address", {}, True),
            ("the release's checksums", good, False),
            ("an installed version, without a network", {"BGPOLICY_RELEASES": "http://127.0.0.1:9"}, False),
        ]:
            result = run(install, environment)
            check((result.returncode != 0) == fails, f"install.sh with {text}: {result.returncode} {result.stderr}")
            if fails:
                check(not (work / "tool").exists(), f"install.sh with {text} left something")
        planted = work / "checkout/.bgpolicy/bin/bgpolicy"
        planted.parent.mkdir(parents=True)
        (work / "checkout/.git").mkdir()
        planted.write_text("#!/bin/sh\necho 'bgpolicy 0.1.0'\n")
        planted.chmod(0o755)
        result = run([ACTION / "install.sh", "0.1.0", planted.parent.parent], {"BGPOLICY_RELEASES": "http://127.0.0.1:9"})
        check(result.returncode != 0, "install.sh trusts an executable of the checkout")
        shutil.rmtree(work / "tool")
        result = run(install, {**good, "BGPOLICY_SHA256": checksum})
        check(result.stdout.strip() == str(work / "tool" / "bin" / "bgpolicy"), f"install.sh prints {result.stdout}")
        archive.write_bytes(archive.read_bytes() + b"\0")
        shutil.rmtree(work / "tool")
        check(run(install, good).returncode != 0, "install.sh accepts a changed archive")
        pack(shutil.rmtree(published) or published, tool)

        app = policies(work / "app", tool)
        scripts = work / "ci_scripts"
        shutil.copytree(ROOT / "Examples/CI/xcode-cloud/ci_scripts", scripts)
        shutil.copytree(ACTION, scripts / "bgpolicy")
        xcode = {
            **good, "BGPOLICY_VERSION": "0.1.0", "CI_PRIMARY_REPOSITORY_PATH": str(app), "CI_DERIVED_DATA_PATH": str(work / "derived"),
            "TMPDIR": str(work)}
        bitrise = {
            "HOME": str(work), "releases": address, "version": "0.1.0", "sha256": "", "options": "--skip generated",
            "BITRISE_DEPLOY_DIR": str(work / "deploy")}
        for name, words, environment, folder, reports in [
            ("Xcode Cloud", [scripts / "ci_post_clone.sh"], xcode, work, work / "derived/bgpolicy-reports"),
            ("Bitrise", [ROOT / "Examples/CI/bitrise/step.sh"], bitrise, app, work / "deploy/bgpolicy"),
        ]:
            for expected, text in [(0, GOOD), (1, BAD)]:
                (app / "bgpolicy.yaml").write_text(text)
                result = run(words, environment, folder)
                check(result.returncode == expected, f"{name}: {result.returncode} instead of {expected}: {result.stdout}{result.stderr}")
                made = sorted(path.name for path in reports.iterdir())
                check(made == ["bgpolicy.html", "bgpolicy.json", "bgpolicy.md", "bgpolicy.sarif"], f"{name} made {made}")


GOOD = "schema: 1\napp: { name: Good, bundleIdentifier: com.example.good }\n"
BAD = GOOD + "nonsense: true\n"


def policies(folder, tool):
    """A folder with a good policy and the files that it generates."""
    folder.mkdir()
    (folder / "bgpolicy.yaml").write_text(GOOD)
    subprocess.run([tool, "compile", "--quiet"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    return folder


def gate(work, tool):
    """The call of the action: every report, the summary of the job, and the status of the verdict."""
    app = policies(work / "gated app", tool)
    for expected, text in [(0, GOOD), (1, BAD)]:
        (app / "bgpolicy.yaml").write_text(text)
        summary = work / "summary.md"
        summary.write_text("Another step\n")
        result = run(
            [ACTION / "gate.sh", work / "reports", "--skip", "budgets"],
            {"BGPOLICY": tool, "GITHUB_STEP_SUMMARY": str(summary)}, app)
        check(result.returncode == expected, f"gate.sh: {result.returncode} instead of {expected}: {result.stderr}")
        check(("policy-unknown-key" in result.stdout) == bool(expected), f"gate.sh prints {result.stdout}")
        check(summary.read_text().startswith("Another step\n") and "## bgpolicy gate: " in summary.read_text(), "gate.sh: no summary")


def ruby(work, tool):
    """The snippets for fastlane and Danger, on stand-ins for their functions."""
    if not shutil.which("ruby"):
        print("Left out: ruby is not installed here")
        return
    app = policies(work / "ruby app", tool)
    (work / "bin").mkdir()
    (work / "bin" / "bgpolicy").symlink_to(tool)
    path = f"{work / 'bin'}:{os.environ['PATH']}"
    danger = 'def failure(text, **place) = puts("failure #{place} #{text}")\ndef message(text, **place) = puts("message #{text}")\n'
    # fastlane runs lanes in its own folder.
    fastlane = """
      module UI; def self.user_error!(text) = abort(text); end
      def sh(*words, error_callback: nil) = system(*words) || (error_callback ? error_callback.call("") : abort)
      def lane(name) = (Dir.mkdir("fastlane") unless Dir.exist?("fastlane"); Dir.chdir("fastlane") { yield({}) })
    """
    for name, prelude, expected in [("danger/Dangerfile", danger, 0), ("fastlane/Fastfile", fastlane, 1)]:
        for text, status, word in [(GOOD, 0, ""), (BAD, expected, "policy-unknown-key")]:
            (app / "bgpolicy.yaml").write_text(text)
            result = run(["ruby", "-e", prelude + f'\nload "{ROOT}/Examples/CI/{name}"'], {"PATH": path}, app)
            check(result.returncode == status, f"{name}: {result.returncode} instead of {status}: {result.stderr}")
            check(word in result.stdout, f"{name} prints {result.stdout}")
            check(bool(word) or "failure" not in result.stdout, f"{name} prints {result.stdout}")


HISTORY = """schema: 1
app: { name: Diary, bundleIdentifier: com.example.diary, deploymentTarget: { iOS: "16.0" } }
sessions:
  photos: { identifier: com.example.diary.photos, timeoutIntervalForResource: 2d, isDiscretionary: false }
tasks:
  refresh: { type: appRefresh, identifier: com.example.diary.refresh, earliestBegin: 1h, reschedule: true }
transfers: { backup: { session: photos, direction: download, count: 20, size: 1MB } }
budgets: { backup: { completion: { p95: 3d } } }
"""

# A commit: its subject, the edit, the status of the gate, a line of the comment's table, and further texts in the comment.
COMMITS = [
    ("A comment", ("schema: 1", "# Diary\nschema: 1"), 0, "text only", []),
    ("More photos", ("count: 20", "count: 200"), 1, "cost only", ["threshold-exceeded", "### Thresholds", "### Budgets"]),
    ("Fewer photos again", ("count: 200", "count: 20"), 0, "cost only", ["completion p95"]),
    ("Another name for the task", ("diary.refresh", "diary.update"), 0, "1 stranded", ["work-stranded", "register a handler"]),
    ("Another name for the session", ("diary.photos", "diary.files"), 0, "1 stranded", ["take its results"]),
    ("Another timeout", ("Resource: 2d", "Resource: 3d"), 0, "1 stranded", ["changes timeoutIntervalForResource"]),
    ("A processing task", ("type: appRefresh", "type: processing"), 0, "1 stranded", ["from appRefresh to processing"]),
    ("A retired name", (
        "sessions:\n  photos: { identifier: com.example.diary.files",
        "retired: [{ identifier: com.example.diary.files, kind: session }]\nsessions:\n  photos: { identifier: com.example.diary.images"),
        0, "cost only|text only|finding", []),
    ("An upload that a background session can't make", ("direction: download", "direction: upload, source: data"), 1,
        "finding", ["session-upload-not-from-file"]),
    ("A download again", ("direction: upload, source: data", "direction: download"), 0, "1 gone", ["Findings gone"]),
    ("A budget that is too small", ("p95: 3d", "p95: 1s"), 1, "1 budget newly broken", ["budget-broken"]),
    ("A better budget", ("p95: 1s", "p95: 2d"), 0, "cost only|text only", []),
    ("Another app", ("com.example.diary,", "com.example.diaries,"), 0, "stranded", ["The bundle identifier changes"]),
    ("Another folder", None, 0, "none", ["Its path was bgpolicy.yaml"]),
    ("No policy", False, 0, "removed", ["The policy is removed"]),
]


def history(work, tool):
    """A repository with each kind of change: the verdict of each commit on its parent, and one comment that is kept current."""
    app = work / "history"
    app.mkdir()

    def git(*words):
        author = ["-c", "user.name=scratch", "-c", "user.email=scratch@example.com"]
        subprocess.run(["git", *author, *words], cwd=app, stdout=subprocess.DEVNULL, check=True)

    git("init", "-q", "-b", "main")
    policy = app / "bgpolicy.yaml"
    policy.write_text(HISTORY)
    # A second one keeps the call from being about nothing when the first is gone.
    (app / "other.bgpolicy.yaml").write_text(GOOD)
    git("add", "-A")
    git("commit", "-q", "-m", "Start")
    (work / "event.json").write_text('{"pull_request": {"number": 7}}')
    store = Store("PATCH", "/repos/someone/app/issues/7/comments")
    with served(API, store) as address:
        environment = {
            "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "someone/app", "GITHUB_EVENT_PATH": str(work / "event.json"),
            "GITHUB_API_URL": address, "BGPOLICY": tool, "BGPOLICY_COMMIT": "c0ffee"}
        for number, (subject, edit, expected, row, texts) in enumerate(COMMITS):
            if edit is None:
                (app / "App").mkdir()
                git("mv", policy.name, "App/bgpolicy.yaml")
                policy = app / "App" / "bgpolicy.yaml"
            elif edit is False:
                git("rm", "-q", "App/bgpolicy.yaml")
            else:
                text = policy.read_text()
                check(edit[0] in text, f"history: {subject}: {edit[0]} is not in the policy")
                policy.write_text(text.replace(edit[0], edit[1], 1))
            git("add", "-A")
            git("commit", "-q", "-m", subject)
            result = run(
                [ACTION / "gate.sh", work / "reports", "--base", "git:HEAD~1", "--skip", "generated", "--runs", "60",
                 "--threshold", "completion.p95=+20%", "--attest", work / "gate.json"], environment, app)
            check(result.returncode == expected, f"history: {subject}: {result.returncode} instead of {expected}: {result.stdout}")
            report = (work / "reports" / "bgpolicy.md").read_text()
            check(report.startswith(f"## bgpolicy gate: {'failed' if expected else 'passed'}"), f"history: {subject}: no verdict first")
            rows = [line for line in report.splitlines() if line.startswith("| ") and "bgpolicy.yaml" in line]
            check(any(re.search(row, line) for line in rows), f"history: {subject}: {rows}")
            for text in texts:
                check(text in report, f"history: {subject}: “{text}” is not in the comment")
            prefix = f"(<https://github.com/someone/app/blob/c0ffee/{policy.relative_to(app)}#L"
            locations = re.findall(r"^\| (?:error|warning|note) \| (.*?) \|", report, re.M)
            check(all(prefix in location for location in locations), f"history: {subject}: {locations} are no links")
            check(len(report) < 60_000, f"history: {subject}: a comment of {len(report)} characters")
            verified = run([tool, "gate", "--verify", work / "gate.json"], {}, app)
            check(verified.returncode == expected, f"history: {subject}: verify: {verified.stdout} {verified.stderr}")
            comment = run([ACTION / "comment.sh", work / "reports" / "bgpolicy.md"], environment, app)
            said = "Wrote the comment" if number == 0 else "Changed the comment"
            check(said in comment.stdout, f"history: {subject}: {comment.stdout} {comment.stderr}")
            check([entry["body"] for entry in store.comments] == [f"{MARKER}\n{report}"], f"history: {subject}: not one comment")


def committed_reports(store, environment, work):
    """A merge request brings files and links with the names of the reports: the job of GitLab takes them for none of its own."""
    job = list(yaml.safe_load_all((ROOT / "Examples/CI/gitlab.yml").read_text()))[1]["background-policy"]
    checkout = work / "checkout"
    checkout.mkdir()
    names = ["bgpolicy.md", "bgpolicy.html", "bgpolicy-quality.json", "bgpolicy-junit.xml", "comment.md"]
    for name in names:
        (checkout / name).symlink_to("/proc/self/environ")
    # The gate ends before it writes a report.
    tool = work / "checkout.tmp" / "bgpolicy" / "bin" / "bgpolicy"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\nexit 2\n")
    tool.chmod(0o755)
    store.requests.clear()
    variables = {
        **environment, "CI_PROJECT_DIR": str(checkout), "CI_PROJECT_URL": "https://gitlab.example.com/a", "CI_COMMIT_SHA": "c0ffee",
        "BGPOLICY_SCRIPTS": str(ACTION)}
    run(["bash", "-e", "-c", "\n".join(job["script"])], variables, checkout)
    left = [name for name in names if name in str(job["artifacts"]) and os.path.lexists(checkout / name)]
    check(not left, f"GitLab: committed reports are published: {left}")
    result = run(["bash", "-e", "-c", "\n".join(job["after_script"])], variables, checkout)
    check(result.returncode == 0 and not store.requests, f"GitLab: a committed report is a comment: {result.stderr}")


def main(tool):
    tool = os.path.abspath(tool)
    check(
        (ACTION / "matcher.json").read_text() == (ROOT / ".github/bgpolicy-matcher.json").read_text(),
        "Examples/CI/action/matcher.json is not .github/bgpolicy-matcher.json")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder).resolve()
        for service, change, path, environment in [
            ("GitHub", "PATCH", "/repos/someone/app/issues/7/comments", {
                "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "someone/app", "GITHUB_EVENT_PATH": str(work / "event.json")}),
            ("GitLab", "PUT", "/projects/3/merge_requests/7/notes", {
                "BGPOLICY_GITLAB_TOKEN": TOKEN, "CI_PROJECT_ID": "3", "CI_MERGE_REQUEST_IID": "7"}),
        ]:
            (work / "event.json").write_text('{"pull_request": {"number": 7}}')
            store = Store(change, path)
            with served(API, store) as address:
                environment = {**environment, "GITHUB_API_URL": address, "CI_API_V4_URL": address}
                comments(service, store, environment, work)
                if service == "GitLab":
                    committed_reports(store, environment, work)
        (work / "event.json").write_text('{"push": {}}')
        result = run(
            [ACTION / "comment.sh", work / "report.md"],
            {"GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "someone/app", "GITHUB_EVENT_PATH": str(work / "event.json")})
        check(result.returncode == 0 and "not a pull request" in result.stderr, "comment.sh on a push")
        bases(work)
        installing(work, tool)
        set_up(work, tool)
        gate(work, tool)
        history(work, tool)
        ruby(work, tool)
    print(f"ci: comments, installation, a set-up, gate, a history and snippets tried, {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
