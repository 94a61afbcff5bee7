"""The release of bgpolicy for the machine that runs actions."""

_BUILD = """
package(default_visibility = ["//visibility:public"])
exports_files(["bin/bgpolicy"])
alias(name = "bgpolicy", actual = "bin/bgpolicy")
"""

def _platform(ctx):
    if ctx.os.name.startswith("mac"):
        return "macos-universal"
    machine = ctx.execute(["uname", "-m"]).stdout.strip()
    return "linux-" + {"arm64": "aarch64"}.get(machine, machine)

def _release(ctx):
    platform = _platform(ctx)
    if platform not in ctx.attr.sha256:
        fail("sha256 of bgpolicy_release has no checksum for " + platform)
    name = "bgpolicy-%s-%s" % (ctx.attr.version, platform)
    ctx.download_and_extract(
        url = "%s/v%s/%s.tar.gz" % (ctx.attr.releases, ctx.attr.version, name),
        sha256 = ctx.attr.sha256[platform],
        stripPrefix = name,
    )
    ctx.file("BUILD.bazel", _BUILD)

bgpolicy_release = repository_rule(
    implementation = _release,
    doc = "Downloads a release of bgpolicy; name it bgpolicy_tool.",
    attrs = {
        "version": attr.string(mandatory = True, doc = "The version."),
        "releases": attr.string(mandatory = True, doc = "The address below which releases are."),
        "sha256": attr.string_dict(
            mandatory = True,
            doc = "The checksums of archives by platform: linux-x86_64, linux-aarch64, macos-universal.",
        ),
    },
)
