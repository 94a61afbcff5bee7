package import PolicyModel

extension Generator {
  /// All Swift of a policy as one file, for build systems that have to know a file's name before its content.
  ///
  /// A policy without an app, or with nothing to generate, gives a file of nothing but its header.
  package static func singleFile(
    for policy: Policy, named path: String, provenance: Provenance
  ) -> GeneratedFile {
    let parts = files(for: policy, provenance: provenance)
      .filter { $0.path.hasSuffix(".swift") }.map { SwiftPart($0.text, after: provenance) }
    var modules: [Substring] = []
    for module in parts.flatMap(\.imports) where !modules.contains(module) { modules.append(module) }
    let header = provenance.swiftLines.map { "// \($0)\n" }.joined()
    let imports = modules.sorted().map { "\($0)\n" }.joined()
    let sections = [header, imports] + parts.map { $0.body }
    return Provenance.sealed(
      GeneratedFile(path: path, text: sections.filter { !$0.isEmpty }.joined(separator: "\n")))
  }
}

/// A generated Swift file without its header: the modules that it imports, and the rest.
private struct SwiftPart {
  /// The imports at the start of the file.
  let imports: [Substring]
  /// The rest of the file.
  let body: String

  init(_ text: String, after provenance: Provenance) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(provenance.swiftLines.count).drop(while: \.isEmpty)
    imports = lines.prefix { $0.hasPrefix("import ") }.map { $0 }
    lines = lines.dropFirst(imports.count).drop(while: \.isEmpty)
    body = lines.joined(separator: "\n")
  }
}
