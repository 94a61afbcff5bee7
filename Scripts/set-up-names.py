"""Lets `bgpolicy import --set-up` write its files for folders with hostile names, and reads the files back as others do.

    set-up-names.py BGPOLICY ACTIONLINT SHELLCHECK ZIZMOR

Needs PyYAML. The workflow and the hooks are read by PyYAML, the hooks' commands by shlex and bash, and the workflow's by bash with the
variables that GitHub would set: each time the folder has to come back as it is. A name that no file can show has to be refused before
anything is written. actionlint and zizmor look at all workflows at last.
"""

import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
APP = ROOT / "Tests/Fixtures/Existing"
WORKFLOW, HOOKS = ".github/workflows/background-policy.yml", ".pre-commit-config.yaml"
CONFIGURATION = "bgpolicy.config.yaml"

# Names that the files have to give back.
KEPT = [
    "App", "My App", " App ", "a'b", 'a"b', "a`touch ran`b", "$(touch ran)", "$HOME", "${HOME}", "a;touch ran", "a&&touch ran", "a|touch ran",
    "a>ran", "*", "?", "[a-z]", "~", "!!", "#a", "a #b", "a: b", "- a", "-", "--allow-outside", "-rf", "%a", "@a", "&a", "*a", "{a: b}", "[a]",
    "a\\b", "a\\nb", "null", "true", "1.0", "0x1f", "2026-01-01", "on", "é", "日本", "😀", "{{ a }}", "$a{{ b }}", "<<", "|", ">-", "'''", "\\'",
    "a=b", "GITHUB_ENV", "::error::a", "%0A", "\\u0041",
]
# Names that no file shows as they are, or that GitHub evaluates.
REFUSED = [
    "${{ github.head_ref }}", "a${{secrets.A}}b", "a\nb", "a\nrun: evil", "a\rb", "a\tb", "a\x1b[31mb", "a\x07b", "a\x7fb", "a\x85b", "a\x9bb",
    "a\u2028b", "a\u2029b", "a\u202eb", "a\u2066b", "a\u200fb", "a\ufeffb", "a\x01b",
]

failures = []


def check(is_right, message):
    if not is_right:
        failures.append(message)
        print(f"set-up: {message}")


def words_of_bash(command, environment, folder):
    """The words with which bash calls bgpolicy in a script."""
    script = f"bgpolicy() {{ printf '%s\\0' \"$@\"; }}\n{command}"
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": "/nowhere", **environment},
        capture_output=True, check=False)
    check(result.returncode == 0, f"bash fails for {command!r}: {result.stderr!r}")
    return result.stdout.decode().split("\0")[:-1]


def value(words):
    return words[words.index("--app") + 1] if "--app" in words else None


def set_up(tool, name, work):
    root = work / "repository"
    root.mkdir()
    (root / ".git").mkdir()
    (root / ".git/HEAD").write_text("")
    shutil.copytree(APP, root / name, ignore=shutil.ignore_patterns("facts.json"))
    call = [tool, "import", "--set-up", "--output", "app.bgpolicy.yaml", "--", f"./{name}"]
    result = subprocess.run(call, cwd=root, capture_output=True, text=True, check=False)
    return root, result


def kept(tool, name, work, workflows):
    root, result = set_up(tool, name, work)
    check(result.returncode == 0, f"{name!r} is refused: {result.stderr}")
    if result.returncode:
        return
    expected = f"./{name}" if name.startswith("-") else name
    text = (root / WORKFLOW).read_text()
    step = yaml.safe_load(text)["jobs"]["gate"]["steps"][-1]
    check(set(step) == {"name", "env", "run"}, f"{name!r}: the step has {sorted(step)}")
    check(step["env"] == {"BGPOLICY_APP": expected}, f"{name!r} is {step['env']!r} in the workflow")
    command = step["run"].replace('"$RUNNER_TEMP/bgpolicy-tool/bin/"bgpolicy', "bgpolicy")
    words = words_of_bash(command, {**step["env"], "GITHUB_STEP_SUMMARY": "/summary"}, root)
    check(value(words) == expected and words[0] == "gate", f"{name!r} is {words} in the workflow's shell")
    hooks = yaml.safe_load((root / HOOKS).read_text())["repos"][0]["hooks"]
    for hook in hooks:
        entry = hook["entry"]
        words = shlex.split(entry)
        check(words[0] == "bgpolicy" and len(words) == 2, f"{name!r}: the hook {entry!r} names more than a command")
        check(words_of_bash(entry, {}, root) == words[1:], f"{name!r} is {entry!r} for bash")
    # The hooks take the folder of the app from the configuration.
    app = yaml.safe_load((root / CONFIGURATION).read_text())["app"]
    check(app == expected, f"{name!r} is {app!r} in the configuration")
    check(not list(root.rglob("ran")), f"{name!r} runs a program")
    (workflows / f"{len(list(workflows.iterdir()))}.yml").write_text(text)


def refused(tool, name, work):
    root, result = set_up(tool, name, work)
    check(result.returncode == 2 and "writes no workflow" in result.stderr, f"{name!r} is not refused: {result.stderr}")
    written = [path.name for path in root.iterdir() if path.name not in (".git", name)]
    check(not written, f"{name!r} is refused, and {written} are written")


def main(tool, actionlint, shellcheck, zizmor):
    tool = pathlib.Path(tool).resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        repository = work / "all"
        workflows = repository / ".github/workflows"
        workflows.mkdir(parents=True)
        for index, name in enumerate(KEPT + REFUSED):
            (work / str(index)).mkdir()
            if name in KEPT:
                kept(tool, name, work / str(index), workflows)
            else:
                refused(tool, name, work / str(index))
        subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
        for words in [[actionlint, "-shellcheck", shellcheck], [zizmor, "--offline", "--quiet", "--persona", "auditor", "."]]:
            result = subprocess.run(words, cwd=repository, capture_output=True, text=True, check=False)
            check(result.returncode == 0, f"{pathlib.Path(words[0]).name}: {result.stdout[-2000:]}{result.stderr[-2000:]}")
    print(f"set-up: {len(KEPT)} names read back, {len(REFUSED)} refused, {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
