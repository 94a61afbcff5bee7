internal import PolicyModel
internal import PropertyList

/// The part of an Info.plist that a policy requires.
enum InfoPlistFragment {
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile {
    var writer = PropertyListWriter(comment: context.provenance.lines)
    for process in AppProcess.all(of: policy) { writer.entries(process.infoPlist) }
    return GeneratedFile(path: "\(context.name)Info.plist", text: writer.text)
  }
}
