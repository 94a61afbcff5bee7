internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

/// The property list entries that a policy requires, as a part of XcodeGen's project spec.
enum XcodeGenFragment {
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile {
    var lines = context.provenance.lines.map { "# \($0)" }
    // If the fragment had a path, XcodeGen would replace the app's own file by a file that contains only
    // these entries.
    lines += [
      "#",
      "# List this file under include: in project.yml. XcodeGen adds the properties to those of project.yml;",
      "# info.path and entitlements.path stay in project.yml, too.", "",
    ]
    let mode = policy.generate.swiftLanguageMode.written?.value
    let processes = AppProcess.all(of: policy).flatMap { self.lines(of: $0, in: context, mode) }
    lines += processes.isEmpty ? ["targets: {}"] : ["targets:"] + processes
    return GeneratedFile(path: "\(context.name).xcodegen.yml", text: lines.joined(separator: "\n") + "\n")
  }

  private static func lines(
    of process: AppProcess, in context: GenerationContext, _ languageMode: Int?
  ) -> [String] {
    let settings = languageMode.map {
      ["    settings:", "      base:", "        SWIFT_VERSION: \"\($0).0\""]
    }
    let properties =
      lines(of: process.infoPlist, in: "info") + lines(of: process.entitlements, in: "entitlements")
      + (settings ?? [])
    guard !properties.isEmpty else { return [] }
    let name = process.name == Policy.Target.app ? context.name : process.name
    return ["  \(scalar(name)):"] + properties
  }

  private static func lines(of entries: [PropertyListEntry], in section: String) -> [String] {
    let properties = entries.filter { !$0.isEmpty }.flatMap { entry in
      let key = "        \(scalar(entry.key)):"
      return switch entry.value {
      case .list(let items):
        [key] + items.map { "          - \(scalar(BuildSettings.inParentheses($0.written)))" }
      case .exactly(.string(let text)), .atFirst(.string(let text)): ["\(key) \(scalar(text))"]
      case .exactly(.boolean(let isTrue)), .atFirst(.boolean(let isTrue)): ["\(key) \(isTrue)"]
      }
    }
    return properties.isEmpty ? [] : ["    \(section):", "      properties:"] + properties
  }

  /// A string as a scalar that YAML 1.1 also reads as a string. In YAML 1.1, more words and numbers than in
  /// YAML 1.2 have another type.
  private static func scalar(_ text: String) -> String {
    let isLetterFirst = text.unicodeScalars.first.map { $0.isASCII && $0.properties.isAlphabetic } ?? false
    return isLetterFirst ? YAMLText.scalar(text) : YAMLText.doubleQuoted(text)
  }
}
