"""For MODULE.bazel: use_extension("@rules_mtlb//:extensions.bzl", "mtlb"), then use_repo(mtlb, "mtlb")."""

load(":defs.bzl", "mtlb_repository")

def _mtlb_impl(module_ctx):
    mtlb_repository(name = "mtlb")

mtlb = module_extension(implementation = _mtlb_impl, doc = "The mtlb of this machine as the repository @mtlb.")
