internal import PolicyModel
internal import PropertyList

/// The part of an Info.plist that a policy decides.
enum InfoPlistFragment {
  /// The file.
  static func file(of policy: Policy, _ target: GenerationContext) -> GeneratedFile {
    var writer = PropertyListWriter(comment: target.provenance.lines)
    for process in AppProcess.all(of: policy) { writer.entries(process.infoPlist) }
    return GeneratedFile(path: "\(target.name)Info.plist", text: writer.text)
  }
}
