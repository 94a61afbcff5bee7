internal import PolicyModel
internal import PropertyList

/// The property list entries that a policy requires, as Swift for Tuist's manifests.
///
/// The file is not part of the app, so its name must not end with `.swift`.
enum TuistSnippet {
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile {
    let processes = AppProcess.all(of: policy)
    let app = processes.filter { $0.name == Policy.Target.app }
    let type = "\(context.name)PropertyLists"
    var lines = context.provenance.lines.map { "// \($0)" }
    lines += [
      "//", "// Copy this file to Tuist/ProjectDescriptionHelpers/\(type).swift.", "",
      "import ProjectDescription", "",
      "/// The properties of \(context.name) that the policy decides.", "public enum \(type) {",
      "  /// For `infoPlist: .extendingDefault(with: \(type).infoPlist)`.",
    ]
    lines += declaration(
      "infoPlist: [String: Plist.Value]", entries(app.flatMap(\.infoPlist), indentation: "    "))
    lines += ["", "  /// For `entitlements: .dictionary(\(type).entitlements)`."]
    lines += declaration(
      "entitlements: [String: Plist.Value]", entries(app.flatMap(\.entitlements), indentation: "    "))
    let others = processes.filter { $0.name != Policy.Target.app && !$0.entitlements.allSatisfy(\.isEmpty) }
    if !others.isEmpty {
      lines += ["", "  /// The entitlements of the other targets, by their names in the policy."]
      lines += declaration(
        "targetEntitlements: [String: [String: Plist.Value]]",
        others.map {
          ["    \(SwiftText.literal($0.name)): ["]
            + closed(entries($0.entitlements, indentation: "      "), by: "    ]")
        })
    }
    if let mode = policy.generate.swiftLanguageMode.written?.value {
      lines += [
        "", "  /// For `settings: .settings(base: \(type).settings)`.",
        "  public static let settings: SettingsDictionary = [\"SWIFT_VERSION\": \"\(mode).0\"]",
      ]
    }
    lines.append("}")
    return GeneratedFile(path: "\(context.name)Tuist.swift.txt", text: lines.joined(separator: "\n") + "\n")
  }

  private static func declaration(_ head: String, _ entries: [[String]]) -> [String] {
    guard !entries.isEmpty else { return ["  public static let \(head) = [:]"] }
    return ["  public static let \(head) = ["] + closed(entries, by: "  ]")
  }

  /// Entries with commas between them, and the closing line.
  private static func closed(_ entries: [[String]], by end: String) -> [String] {
    entries.flatMap { entry in
      entries.count > 1 ? entry.dropLast() + [(entry.last ?? "") + ","] : entry
    } + [end]
  }

  private static func entries(_ entries: [PropertyListEntry], indentation: String) -> [[String]] {
    entries.filter { !$0.isEmpty }.map { entry in
      let key = "\(indentation)\(SwiftText.literal(entry.key)):"
      return switch entry.value {
      case .list(let items):
        ["\(key) ["]
          + closed(
            items.map { ["\(indentation)  \(SwiftText.literal($0.written))"] }, by: "\(indentation)]")
      case .exactly(.string(let text)), .atFirst(.string(let text)): ["\(key) \(SwiftText.literal(text))"]
      case .exactly(.boolean(let isTrue)), .atFirst(.boolean(let isTrue)): ["\(key) \(isTrue)"]
      }
    }
  }
}
