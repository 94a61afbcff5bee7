internal import PolicyGen
internal import PolicyModel
internal import PolicySyntax

/// What a policy compiles to, and where to.
struct Compilation {
  /// The files; none where the policy declares nothing to generate.
  let files: [GeneratedFile]
  /// The folder that they go into.
  let folder: OutputFolder

  /// Compiles a policy, into a folder of the call's choice or into the policy's own.
  init(_ policy: Policy, _ reading: PolicyReading, at path: String, output: String?) {
    let provenance = Provenance(
      version: Tool.version, policy: path, input: reading.policySources.map(\.bytes))
    files = Generator.files(for: policy, provenance: provenance)
    folder = OutputFolder(path: output ?? RelativePath.resolve(policy.generate.output.value, from: path))
  }
}
