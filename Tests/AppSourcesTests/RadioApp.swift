import AppFacts
import AppProjects
import AppSources
import Foundation
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport

/// The app of Objective-C and Swift below Tests/Fixtures/Apps, with a watch app, whose project is written by hand.
struct RadioApp: Sendable {
  static let folder = "Tests/Fixtures/Apps/Radio"
  static let policyName = "Radio.bgpolicy.yaml"
  /// The unchanged app.
  static let original = RadioApp()

  /// The texts of the app's files, by path.
  let files: [String: String]

  private init() {
    let root = URL(filePath: Project.path(Self.folder))
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var files: [String: String] = [:]
    for path in paths {
      guard let data = try? Data(contentsOf: root.appending(path: path)) else { continue }
      files[path] = String(decoding: data, as: UTF8.self)
    }
    self.files = files
  }

  private init(files: [String: String]) { self.files = files }

  /// The app with another text in one file.
  func changing(_ file: String, to text: String) -> RadioApp {
    RadioApp(files: files.merging([file: text]) { $1 })
  }

  var facts: AppFacts {
    let projects = AppProjects(MemoryTree(files: files))
    let sources = files.filter { file, _ in
      [".swift", ".m", ".h", ".pch"].contains { file.hasSuffix($0) }
    }.map { path, text in
      let users = projects.targets.filter { $0.sources.contains(path) }
      return SourceFile(path: path, text: text, target: users.count == 1 ? users[0].name : nil, isTest: false)
    }
    return AppFacts(
      targets: projects.targets, code: CodeReader.facts(of: sources),
      files: (projects.files + sources.map(\.path)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      unread: projects.unread)
  }

  /// The findings of drift, each as `file:line rule`.
  var findings: [String] {
    let files = files
    var reading = PolicyReader.read(
      SourceText(name: Self.policyName, text: files[Self.policyName] ?? ""))
    reading.add(app: .success(AppReading(facts, in: "", bytes: { files[$0].map { Array($0.utf8) } })))
    return Linter.findings(in: reading).filter { $0.counts && $0.rule.family == .code }.map { finding in
      let source = reading.sources[Int(finding.diagnostic.span.source.index)]
      let before = source.bytes.prefix(finding.diagnostic.span.range.lowerBound)
      return "\(source.name):\(before.count { $0 == UInt8(ascii: "\n") } + 1) \(finding.name)"
    }
  }
}

/// The files of an app in memory.
private struct MemoryTree: FileTree {
  let files: [String: String]

  func bytes(of path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  func names(in path: String) -> [String]? {
    let prefix = path.isEmpty ? "" : path + "/"
    let names = Set(
      files.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count).prefix { $0 != "/" } })
    return names.isEmpty ? nil : names.map(String.init).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
