"""Rules for Apple Metal libraries: metal_library links AIR modules on any machine, with mtlb."""

MetalLibraryInfo = provider(
    doc = "A Metal library, and the modules that it is linked of.",
    fields = {"library": "The .metallib file.", "modules": "A depset of the inputs of the link."},
)

def _metal_library_impl(ctx):
    output = ctx.outputs.out or ctx.actions.declare_file(ctx.label.name + ".metallib")
    arguments = ctx.actions.args()
    arguments.use_param_file("@%s")
    arguments.set_param_file_format("shell")
    arguments.add_all("link", ctx.files.srcs)
    arguments.add("--quiet")
    arguments.add("-o", output)
    if ctx.attr.platform:
        arguments.add("--platform", ctx.attr.platform)
    if ctx.attr.min_os:
        arguments.add("--min-os", ctx.attr.min_os)
    arguments.add_all(ctx.attr.options)
    ctx.actions.run(
        executable = ctx.executable.mtlb,
        arguments = [arguments],
        inputs = ctx.files.srcs,
        outputs = [output],
        mnemonic = "MetalLink",
        progress_message = "Linking %s" % output.short_path,
    )
    modules = depset(ctx.files.srcs)
    return [
        DefaultInfo(files = depset([output]), runfiles = ctx.runfiles([output])),
        MetalLibraryInfo(library = output, modules = modules),
    ]

metal_library = rule(
    implementation = _metal_library_impl,
    doc = "Links AIR modules, archives and libraries into one .metallib.",
    attrs = {
        "srcs": attr.label_list(
            allow_files = [".air", ".bc", ".ll", ".a", ".metalar", ".metallib", ".spv"],
            allow_empty = False,
            mandatory = True,
            doc = "What `mtlb link` takes, in the order of the link.",
        ),
        "out": attr.output(doc = "The library; default: the rule's name and .metallib."),
        "platform": attr.string(doc = "The platform to link for; default: what the modules say."),
        "min_os": attr.string(doc = "The oldest OS version; default: what the modules say."),
        "options": attr.string_list(doc = "More words for `mtlb link`."),
        "mtlb": attr.label(
            default = "@mtlb//:mtlb",
            allow_single_file = True,
            executable = True,
            cfg = "exec",
            doc = "The program; default: the one that mtlb_repository found.",
        ),
    },
)

def _mtlb_repository_impl(repository_ctx):
    path = repository_ctx.attr.path or repository_ctx.which("mtlb")
    if not path:
        fail("mtlb is not in PATH: install it with pip, or name its path in mtlb_repository")
    result = repository_ctx.execute([path, "--version"])
    if result.return_code:
        fail("%s does not run: %s" % (path, result.stderr))
    version = result.stdout.strip()
    repository_ctx.file(
        "mtlb",
        "#!/bin/sh\n# %s\nexec '%s' \"$@\"\n" % (version, path),
        executable = True,
    )
    repository_ctx.file("BUILD.bazel", "exports_files([\"mtlb\"])\n")

mtlb_repository = repository_rule(
    implementation = _mtlb_repository_impl,
    doc = "The mtlb of this machine as @mtlb//:mtlb. A change of its version builds libraries anew.",
    attrs = {"path": attr.string(doc = "The program; default: mtlb in PATH.")},
    environ = ["PATH"],
    local = True,
)
