import AppFacts
import AppProjects
import AppSources
import Foundation
import PolicyImport
import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// An app below Tests/Fixtures/Apps, with the policy that import writes for it.
struct ExampleApp: Sendable, CustomTestStringConvertible {
  let name: String
  /// The texts of the app's files, by path.
  private let files: [String: String]
  /// The indexes of the app's Swift files, by path.
  private let indexes: [String: FileIndex]
  /// The project as it is read without changes.
  private let projects: AppProjects

  static let all = [postcards, almanac]
  /// An app of UIKit with a share extension, whose project and settings are written by hand.
  static let postcards = ExampleApp("Postcards")
  /// An app of SwiftUI with a widget, whose project XcodeGen makes.
  static let almanac = ExampleApp("Almanac")

  var testDescription: String { name }
  var folder: String { "Tests/Fixtures/Apps/\(name)" }
  var policyName: String { "\(name).bgpolicy.yaml" }

  private init(_ name: String) {
    self.name = name
    let root = URL(filePath: Project.path("Tests/Fixtures/Apps/\(name)"))
    var files: [String: String] = [:]
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    for path in paths {
      guard let data = try? Data(contentsOf: root.appending(path: path)) else { continue }
      files[path] = String(decoding: data, as: UTF8.self)
    }
    self.files = files
    projects = AppProjects(Tree(files: files))
    indexes = Self.indexes(of: projects.targets, in: files)
  }

  // MARK: - Facts

  /// The facts of the unchanged app.
  var facts: AppFacts { facts(of: projects, indexes) }

  func text(of file: String) -> String? { files[file] }

  private func facts(of projects: AppProjects, _ indexes: [String: FileIndex]) -> AppFacts {
    AppFacts(
      targets: projects.targets, code: CodeReader.facts(of: Array(indexes.values)),
      files: Set(projects.files + indexes.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      unread: projects.unread)
  }

  private static func indexes(
    of targets: [TargetFact], in files: [String: String]
  ) -> [String: FileIndex] {
    var users: [String: [TargetFact]] = [:]
    for target in targets {
      for path in target.sources where path.hasSuffix(".swift") { users[path, default: []].append(target) }
    }
    return Dictionary(
      uniqueKeysWithValues: users.compactMap { path, users in
        files[path].map { text in
          (
            path,
            CodeReader.index(
              SourceFile(
                path: path, text: text, target: users.count == 1 ? users[0].name : nil, isTest: false)
            )
          )
        }
      })
  }

  // MARK: - Findings

  /// The findings of drift, each as `file:line rule`, after a change of one file.
  func findings(changing file: String? = nil, to text: String = "") -> [String] {
    var files = files
    var indexes = indexes
    var projects = projects
    if let file {
      files[file] = text
      if file.hasSuffix(".swift"), indexes[file] != nil {
        indexes[file] = Self.indexes(of: projects.targets, in: files)[file]
      } else {
        projects = AppProjects(Tree(files: files))
      }
    }
    let reading = reading(of: facts(of: projects, indexes), files)
    return Linter.findings(in: reading).filter {
      $0.counts && ($0.rule.isAboutDrift || $0.breaksShape || $0.rule.isAboutReading)
    }.map { finding in
      let source = reading.sources[Int(finding.diagnostic.span.source.index)]
      let before = source.bytes.prefix(finding.diagnostic.span.range.lowerBound)
      return "\(source.name):\(before.count { $0 == UInt8(ascii: "\n") } + 1) \(finding.name)"
    }
  }

  private func reading(of facts: AppFacts, _ files: [String: String]) -> PolicyReading {
    @Sendable func bytes(_ path: String) -> Result<[UInt8], UnreadableFile> {
      files[path].map { .success(Array($0.utf8)) } ?? .failure(UnreadableFile("there is no such file"))
    }
    var reading = PolicyReader.read(
      SourceText(name: policyName, text: files[policyName] ?? ""),
      appFiles: AppFileReader(propertyList: bytes, code: { _ in .success([]) }))
    reading.add(app: .success(AppReading(facts, in: "", bytes: { try? bytes($0).get() })))
    return reading
  }
}

/// The files of an app in memory.
private struct Tree: FileTree {
  let files: [String: String]

  func bytes(of path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  func names(in path: String) -> [String]? {
    let prefix = path.isEmpty ? "" : path + "/"
    let names = Set(
      files.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count).prefix { $0 != "/" } })
    return names.isEmpty ? nil : names.map(String.init).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
