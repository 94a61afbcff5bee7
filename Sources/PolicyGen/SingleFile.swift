package import PolicyModel

extension Generator {
  /// All Swift code of a policy as one file, for build systems that must know the file's name in advance.
  ///
  /// A policy without an app, or without code to generate, gives a file that contains only a header.
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
    return GeneratedFile(path: path, text: sections.filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}

/// A generated Swift file without its header: the imports and the remaining code.
private struct SwiftPart {
  /// The imports at the start of the file.
  let imports: [Substring]
  /// The code after the imports.
  let body: String

  init(_ text: String, after provenance: Provenance) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(provenance.swiftLines.count).drop(while: \.isEmpty)
    imports = lines.prefix { $0.hasPrefix("import ") }.map { $0 }
    lines = lines.dropFirst(imports.count).drop(while: \.isEmpty)
    body = lines.joined(separator: "\n")
  }
}
