import AppFacts
import AppProjects
import AppSources
import PolicyImport
import PolicyLint
import PolicyModel
import PolicySyntax
import Testing

/// An app with few files, and a spec of XcodeGen that states the rest of the app.
struct SmallApp: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The values of `UIBackgroundModes`.
  var modes: [String] = []
  /// The values of `BGTaskSchedulerPermittedIdentifiers`.
  var identifiers: [String] = []
  /// The keys of entitlements, each with a text.
  var entitlements: [String] = []
  /// The source of the app.
  var code = ""
  /// Whether the source is Objective-C.
  var isObjectiveC = false
  /// Whether a spec, an Info.plist and a source of the app exist beside the further files.
  var hasProject = true
  /// Further files, by path.
  var files: [String: String] = [:]
  /// The expected warnings and errors, as `rule` or `rule: a part of the message or help`.
  var found: [String] = []
  /// The rules that must report no warnings or errors; `*` for all rules.
  var silent: [String] = []

  /// An app of UIKit in one file: its delegate, and further types.
  ///
  /// `launch` are statements of the launch, `delegate` are further members of the delegate.
  static func uikit(
    _ name: String, modes: [String] = [], identifiers: [String] = [], entitlements: [String] = [],
    imports: [String] = [], launch: String = "", delegate: String = "", members: String = "",
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: modes, identifiers: identifiers, entitlements: entitlements,
      code: """
        import UIKit
        \(imports.map { "import \($0)" }.joined(separator: "\n"))
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(launch)
            return true
          }
          \(delegate)
        }
        \(members)
        """, found: found, silent: silent)
  }

  /// The policy that an import writes.
  var policy: String { PolicyImport.policies(of: facts).first?.yaml ?? "" }

  var facts: AppFacts {
    let tree = Tree(files: files.merging(ownFiles) { other, _ in other })
    let projects = AppProjects(tree) { (name, files) throws(UnreadFact) in
      let sources = files.map {
        SourceFile(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self), isTest: false)
      }
      do throws(SourceLimitError) { return try ManifestReader.value(of: name, in: sources) } catch {
        throw UnreadFact(FactLocation(file: files.first?.path ?? "", line: error.line), reason: error.reason)
      }
    }
    let paths = Set(projects.targets.flatMap(\.sources)).sorted()
    let sources = paths.compactMap { path in
      tree.files[path].map { text in
        let owners = projects.targets.filter { $0.sources.contains(path) }
        return SourceFile(path: path, text: text, target: owners.count == 1 ? owners[0].name : nil)
      }
    }
    return AppFacts(
      targets: projects.targets, code: CodeReader.facts(of: sources),
      files: (projects.files + sources.map(\.path)).sorted(), unread: projects.unread,
      packages: projects.packages, languages: projects.languages)
  }

  /// The findings of the imported policy, alone and with the app.
  var findings: [Finding] {
    let facts = facts
    let all = files.merging(ownFiles) { other, _ in other }
    let source = SourceText(name: "bgpolicy.yaml", text: policy)
    let lists = AppFileReader(
      propertyList: { path in
        all[path].map { .success(Array($0.utf8)) } ?? .failure(UnreadableFile("there is no such file"))
      }, code: { _ in .success([]) })
    let alone = PolicyReader.read(source, appFiles: lists)
    var withApp = alone
    withApp.add(app: .success(AppReading(facts, in: "", bytes: { path in all[path].map { Array($0.utf8) } })))
    return (Linter.findings(in: alone) + Linter.findings(in: withApp)).filter {
      $0.severity != .info && $0.counts
    }
  }

  /// Expects the findings in `found`, and no findings of the rules in `silent`.
  func expectFindings() {
    let findings = findings
    let words = findings.map { finding in
      "\(finding.name.text): \(finding.diagnostic.message) \(finding.diagnostic.help ?? "")"
    }
    for expected in found {
      let parts = expected.split(separator: ":", maxSplits: 1).map(String.init)
      let part = parts.count > 1 ? String(parts[1].dropFirst()) : ""
      #expect(
        words.contains { $0.hasPrefix(parts[0] + ":") && (part.isEmpty || $0.contains(part)) },
        "\(expected) is not among \(words)\n\(policy)")
    }
    for rule in silent {
      let unwanted = words.filter { rule == "*" || $0.hasPrefix(rule + ":") }
      #expect(unwanted == [], "\(policy)")
    }
  }

  private var ownFiles: [String: String] {
    guard hasProject else { return [:] }
    let name = isObjectiveC ? "App/App.m" : "App/App.swift"
    let rights = entitlements.isEmpty ? "" : ", CODE_SIGN_ENTITLEMENTS: App/App.entitlements"
    var own = [
      "project.yml": """
      name: App
      options: { deploymentTarget: { iOS: "16.0" } }
      targets:
        App:
          type: application
          platform: iOS
          sources: [App]
          settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist\(rights) }
      """,
      "App/Info.plist": Self.list([
        ("UIBackgroundModes", modes), ("BGTaskSchedulerPermittedIdentifiers", identifiers),
      ]),
      name: code,
    ]
    if !entitlements.isEmpty {
      own["App/App.entitlements"] = Self.file(
        entitlements.map { "<key>\($0)</key><string>development</string>" })
    }
    return own
  }

  private static func list(_ entries: [(key: String, values: [String])]) -> String {
    file(
      entries.filter { !$0.values.isEmpty }.map { entry in
        "<key>\(entry.key)</key><array>"
          + entry.values.map { "<string>\($0)</string>" }.joined(separator: "\n") + "</array>"
      } + ["<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"])
  }

  private static func file(_ entries: [String]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \(entries.joined(separator: "\n"))
    </dict>
    </plist>
    """
  }

  /// Files in memory.
  private struct Tree: FileTree {
    let files: [String: String]

    func bytes(of path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

    func names(in path: String) -> [String]? {
      let prefix = path.isEmpty ? "" : path + "/"
      let names = Set(
        files.keys.filter { $0.hasPrefix(prefix) }.map {
          String($0.dropFirst(prefix.count).prefix { $0 != "/" })
        })
      return names.isEmpty ? nil : names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }
}
