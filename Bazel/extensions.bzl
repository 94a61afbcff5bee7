"""The release of bgpolicy for projects with a MODULE.bazel."""

load(":repository.bzl", "bgpolicy_release")

def _bgpolicy(ctx):
    for module in ctx.modules:
        # The project that is built decides; those that it depends on do not.
        if not module.is_root:
            continue
        for release in module.tags.release:
            bgpolicy_release(
                name = "bgpolicy_tool",
                version = release.version,
                releases = release.releases,
                sha256 = release.sha256,
            )

bgpolicy = module_extension(
    implementation = _bgpolicy,
    tag_classes = {
        "release": tag_class(attrs = {
            "version": attr.string(mandatory = True),
            "releases": attr.string(mandatory = True),
            "sha256": attr.string_dict(mandatory = True),
        }),
    },
)
