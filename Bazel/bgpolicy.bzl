"""Rules for policies of iOS background execution.

    load("@bgpolicy_rules//:bgpolicy.bzl", "bgpolicy_gate_test", "bgpolicy_library", "bgpolicy_lint_test")

    bgpolicy_library(name = "policy", policy = "bgpolicy.yaml")
    swift_library(name = "Photos", srcs = glob(["*.swift"]) + [":policy"])
    bgpolicy_lint_test(name = "lint", policies = ["bgpolicy.yaml"])

Each action gets only the files that are named, so that it can run anywhere and its result can be cached.
"""

_COMMON = {
    "data": attr.label_list(
        allow_files = True,
        doc = "The files that the policies name: those that they extend, property lists, entitlements, sources.",
    ),
    "tool": attr.label(
        default = "@bgpolicy_tool//:bgpolicy",
        executable = True,
        allow_single_file = True,
        cfg = "exec",
        doc = "The executable of bgpolicy.",
    ),
}

def _library(ctx):
    swift = ctx.actions.declare_file(ctx.label.name + ".swift")
    inputs = depset([ctx.file.policy] + ctx.files.data)
    ctx.actions.run(
        executable = ctx.executable.tool,
        arguments = ["compile", ctx.file.policy.path, "--single-file", swift.path, "--format", "gcc", "--quiet"],
        inputs = inputs,
        outputs = [swift],
        mnemonic = "BackgroundPolicy",
        progress_message = "Compiling the background policy %s" % ctx.file.policy.short_path,
    )
    return [DefaultInfo(files = depset([swift]))]

bgpolicy_library = rule(
    implementation = _library,
    doc = "The Swift of a policy, for the `srcs` of a swift_library.",
    attrs = dict(
        _COMMON,
        policy = attr.label(allow_single_file = [".yaml", ".yml"], mandatory = True, doc = "The policy."),
    ),
)

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _test(ctx, command, formats):
    words = [command, "--format", "text"] + ctx.attr.options + [file.short_path for file in ctx.files.policies]
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        "\n".join([
            "#!/bin/sh",
            "set -eu",
            'tool="$PWD/"' + _quoted(ctx.executable.tool.short_path),
            # Bazel gives links to files, and bgpolicy accepts no generated file that is a link.
            'cp -RL . "$TEST_TMPDIR/files"',
            'cd "$TEST_TMPDIR/files"',
            'exec "$tool" ' + " ".join([_quoted(word) for word in words]) + formats,
            "",
        ]),
        is_executable = True,
    )
    files = [ctx.executable.tool] + ctx.files.policies + ctx.files.data
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = files))]

_TEST = dict(
    _COMMON,
    policies = attr.label_list(allow_files = [".yaml", ".yml"], mandatory = True, doc = "The policies."),
    options = attr.string_list(doc = "Options of the command, such as --fail-on=warning."),
)

# Bazel shows the results of a test from this file, and keeps the files of that folder.
_JUNIT = ' --format junit="${XML_OUTPUT_FILE:-/dev/null}"'
_PAGE = ' --format html="${TEST_UNDECLARED_OUTPUTS_DIR:-.}/bgpolicy.html"'

def _lint_test(ctx):
    return _test(ctx, "lint", _JUNIT)

bgpolicy_lint_test = rule(
    implementation = _lint_test,
    doc = "Fails if `bgpolicy lint` finds something in the policies.",
    attrs = _TEST,
    test = True,
)

def _gate_test(ctx):
    return _test(ctx, "gate", _JUNIT + _PAGE)

bgpolicy_gate_test = rule(
    implementation = _gate_test,
    doc = """Fails if `bgpolicy gate` does: a finding, a stale generated file among `data`, or a broken budget.

The page of the verdict is among the test's undeclared outputs.""",
    attrs = _TEST,
    test = True,
)
