"""Lets editors do what Documentation/editors.md promises, with the very settings that stand there."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

import yaml

PAGE = "Documentation/editors.md"
POLICY = "Documentation/first-try.bgpolicy.yaml"


def blocks(language: str) -> list[str]:
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(rf"```{language}\n(.*?)```", file.read(), re.S)


def run(*words: str, **options) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def findings(tool: str, policy: str) -> list[dict]:
    words = [tool, "lint", "--format", "json", policy]
    return json.loads(subprocess.run(words, check=False, capture_output=True, text=True).stdout)["findings"]


def gcc_lines(tool: str, policy: str) -> str:
    """What --format gcc prints; from the JSON where this build of the tool doesn't have that format yet."""
    lint = subprocess.run([tool, "lint", "--quiet", "--format", "gcc", policy], check=False, capture_output=True, text=True)
    if lint.returncode < 2:
        return lint.stdout
    print("Left out: --format gcc itself, which this build does not have")
    return "".join(
        f"{f['file']}:{f['line']}:{f['column']}: {f['severity']}: {f['message']} [{f['rule']}]\n" for f in findings(tool, policy)
    )


def settings_can_be_read(tool: str) -> int:
    """The patterns of all settings are the names by which the tool finds policies, and the YAML is a policy's."""
    patterns = ["bgpolicy.yaml", "bgpolicy.yml", "*.bgpolicy.yaml", "*.bgpolicy.yml"]
    code = json.loads(next(block for block in blocks("json") if "yaml.schemas" in block))["yaml.schemas"]
    helix = tomllib.loads(blocks("toml")[0])["language-server"]["yaml-language-server"]["config"]["yaml"]["schemas"]
    with tempfile.TemporaryDirectory() as folder:
        for name in [pattern.replace("*", "app") for pattern in patterns]:
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(blocks("yaml")[0])
        lint = subprocess.run([tool, "lint"], cwd=folder, check=False, capture_output=True, text=True).stdout
    sound = list(code.values()) == list(helix.values()) == [patterns] and list(code) == list(helix) and "in 4 policies" in lint
    print(f"Settings of VS Code and Helix: {'the same patterns, and bgpolicy finds them' if sound else (code, helix, lint)}")
    # Those of the language server can only be read here.
    for name in ["zed/settings.json", "sublime/LSP.sublime-settings", "vscode/settings.json", "vscode/package.json"]:
        with open(f"Editors/{name}", encoding="utf-8") as file:
            json.load(file)
    with open("Editors/helix/languages.toml", encoding="utf-8") as file:
        globs = [entry["glob"] for entry in tomllib.loads(file.read())["language"][0]["file-types"]]
    print(f"Settings of the language server: they can be read, and Helix {'has' if globs == patterns else 'lacks'} the patterns")
    return 0 if sound and globs == patterns else 1


def vim_reads_findings(tool: str, formats: str) -> int:
    """Vim's quickfix list holds each finding at its place and with its severity, by the errorformat of `formats`."""
    # In the form of compilers, what is no error or warning is a note.
    letters = {"error": "e", "warning": "w", "info": "n"}
    expected = [[f["line"], f["column"], letters[f["severity"]], f"{f['message']} [{f['rule']}]"] for f in findings(tool, POLICY)]
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/lines", "w", encoding="utf-8") as file:
            file.write(gcc_lines(tool, POLICY))
        with open(f"{folder}/script.vim", "w", encoding="utf-8") as file:
            file.write(
                f"{formats}\n"
                f"cgetfile {folder}/lines\n"
                "let found = map(getqflist(), '[v:val.lnum, v:val.col, tolower(v:val.type), v:val.text]')\n"
                f"call writefile([json_encode(found)], '{folder}/found')\nqall!\n"
            )
        # The policy is opened, because the settings are for the names of policies alone.
        run("vim", "-N", "-u", "NONE", "-es", POLICY, "-S", f"{folder}/script.vim", stdin=subprocess.DEVNULL)
        with open(f"{folder}/found", encoding="utf-8") as file:
            found = [entry for entry in json.load(file) if entry[3].endswith("]")]
    # What else is in the list are the places that belong to a finding.
    print(f"vim: {sum(a == b for a, b in zip(found, expected))} of {len(expected)} findings in the quickfix list")
    if found != expected:
        print(f"  found {found}\n  expected {expected}")
    return 0 if found == expected and expected else 1


def efm_formats() -> str:
    settings = yaml.safe_load(blocks("yaml")[1])["languages"]["yaml"][0]
    escaped = [text.replace(" ", r"\ ").replace(",", r"\,") for text in settings["lint-formats"]]
    return "set errorformat=" + ",".join(escaped)


def efm_command_runs(tool: str) -> int:
    """The command of efm-langserver lints policies and nothing else."""
    command = yaml.safe_load(blocks("yaml")[1])["languages"]["yaml"][0]["lint-command"]
    found = []
    for name in [POLICY, "Documentation/other.yaml"]:
        text = command.replace("${INPUT}", name).replace("--format gcc", "--format json")
        with open(POLICY, encoding="utf-8") as policy:
            environment = {**os.environ, "PATH": f"{os.path.dirname(tool)}:{os.environ['PATH']}"}
            output = subprocess.run(["sh", "-c", text], check=False, stdin=policy, capture_output=True, env=environment).stdout
        found.append(len(json.loads(output)["findings"]) if output else 0)
    sound = found == [len(findings(tool, POLICY)), 0]
    print(f"efm-langserver's command: {found[0]} findings in a policy, {found[1]} in another file")
    return 0 if sound else 1


def neovim_shows_findings(tool: str) -> int:
    """The parser that nvim-lint is given makes a diagnostic of each finding; nvim-lint itself is played by a table."""
    nvim_lint = [block for block in blocks("lua") if "lint.linters" in block][0]
    with tempfile.TemporaryDirectory() as folder:
        policy = f"{folder}/bgpolicy.yaml"
        with open(POLICY, encoding="utf-8") as source, open(policy, "w", encoding="utf-8") as file:
            # A name of several bytes a character, behind which a finding ends.
            file.write(source.read().replace(" photos", " phöt😀s"))
        with open(f"{folder}/script.lua", "w", encoding="utf-8") as file:
            file.write(
                "package.loaded.lint = { linters = {}, try_lint = function(name) _G.asked = name end }\n"
                + nvim_lint
                + """
vim.cmd("edit " .. vim.env.POLICY)
local linter, words = lint.linters.bgpolicy, {}
for _, word in ipairs(linter.args) do table.insert(words, type(word) == "function" and word() or word) end
table.insert(words, 1, vim.env.BGPOLICY)
local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n") .. "\\n"
local diagnostics = linter.parser(vim.fn.system(words, text), 0)
vim.fn.writefile({ vim.json.encode({ asked = _G.asked, diagnostics = diagnostics }) }, vim.env.FOUND)
"""
            )
        environment = {**os.environ, "POLICY": policy, "BGPOLICY": tool, "FOUND": f"{folder}/found"}
        with open(f"{folder}/script.vim", "w", encoding="utf-8") as file:
            file.write(f"try\nluafile {folder}/script.lua\nqall!\ncatch\necho v:exception\ncquit\nendtry\n")
        run("nvim", "--headless", "--clean", "-S", f"{folder}/script.vim", env=environment, timeout=60)
        with open(f"{folder}/found", encoding="utf-8") as file:
            found = json.load(file)
        expected = findings(tool, policy)
        with open(policy, encoding="utf-8") as file:
            lines = file.read().split("\n")
    places = [[d["lnum"], d["col"], d["end_lnum"], d["end_col"], d["code"]] for d in found["diagnostics"]]

    def column(line: int, column: int) -> int:
        return len(lines[line - 1][: column - 1].encode())

    wanted = [
        [f["line"] - 1, column(f["line"], f["column"]), f["endLine"] - 1, column(f["endLine"], f["endColumn"]), f["rule"]]
        for f in expected
    ]
    sound = places == wanted and found["asked"] == "bgpolicy" and len(wanted) > 0
    print(f"nvim: {sum(a == b for a, b in zip(places, wanted))} of {len(wanted)} findings are diagnostics in place")
    if not sound:
        print(f"  found {places}\n  expected {wanted}\n  asked {found.get('asked')}")
    return 0 if sound else 1


def main(tool: str) -> int:
    failures = settings_can_be_read(tool) + efm_command_runs(tool)
    if shutil.which("vim"):
        failures += vim_reads_findings(tool, blocks("vim")[0]) + vim_reads_findings(tool, efm_formats())
    else:
        print("Left out: vim is not installed here")
    if shutil.which("nvim"):
        failures += neovim_shows_findings(tool)
    else:
        print("Left out: nvim is not installed here")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
