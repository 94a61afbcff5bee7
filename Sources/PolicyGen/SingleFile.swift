package import PolicyModel

extension Generator {
  /// All Swift code of a policy as one file, for build systems that must know the file's name in advance.
  ///
  /// A policy without an app, or without code to generate, gives a file that contains only a header.
  package static func singleFile(
    for policy: Policy, named path: String, provenance: Provenance
  ) -> GeneratedFile {
    let parts = files(for: policy, provenance: provenance)
      .filter { $0.path.hasSuffix(".swift") }.map { SwiftPart($0.text) }
    let imported = Set(parts.flatMap(\.imports).map(SwiftPart.module))
    // The runtime has types of other modules in its interface; an import without `public` would be a second, lower access level.
    let isPublic = Set(parts.flatMap(\.publicModules)).intersection(imported)
    let header = provenance.swiftLines.map { "// \($0)\n" }.joined()
    let imports = imported.sorted().map { "\(isPublic.contains($0) ? "public " : "")import \($0)\n" }.joined()
    let sections = [header, imports] + parts.map { $0.body(besides: isPublic) }
    return GeneratedFile(path: path, text: sections.filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}

/// A generated Swift file without its header: the imports and the remaining code.
private struct SwiftPart {
  /// The imports at the start of the file.
  let imports: [Substring]
  /// The code after the imports.
  private let code: [Substring]

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix("// ") }.drop(while: \.isEmpty)
    imports = lines.prefix { $0.hasPrefix("import ") || $0.hasPrefix("public import ") }.map { $0 }
    code = Array(lines.dropFirst(imports.count).drop(while: \.isEmpty))
  }

  /// The modules whose types are in the file's interface, wherever the file imports them.
  var publicModules: [Substring] {
    (imports + code).filter { $0.drop { $0 == " " }.hasPrefix("public import ") }.map(Self.module)
  }

  /// The code without the imports of some modules.
  func body(besides modules: Set<Substring>) -> String {
    code.filter { line in
      !line.drop { $0 == " " }.hasPrefix("public import ") || !modules.contains(Self.module(of: line))
    }.joined(separator: "\n")
  }

  /// The module that a line imports.
  static func module(of line: Substring) -> Substring { line.split(separator: " ").last ?? line }
}
