internal import AppFacts
internal import AppSources
internal import Foundation

/// The Swift files that the targets of an app compile.
struct SwiftSources {
  private let files: [SourceFile]

  /// Reads the files of targets; without any, those below the whole folder.
  init(of targets: [TargetFact], in disk: DiskTree) {
    var users: [String: [TargetFact]] = [:]
    for target in targets {
      for path in target.sources where path.hasSuffix(".swift") { users[path, default: []].append(target) }
    }
    var paths = Array(users.keys)
    if paths.isEmpty { Self.find("", in: disk, &paths) }
    files = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { path in
      guard let bytes = disk.bytes(of: path) else { return nil }
      let own = users[path] ?? []
      let isTest = own.isEmpty ? nil : own.allSatisfy { $0.kind == .tests }
      return SourceFile(
        path: path, text: String(decoding: bytes, as: UTF8.self),
        target: own.count == 1 ? own.first?.name : nil,
        isTest: isTest)
    }
  }

  /// The paths of the files.
  var paths: [String] { files.map(\.path) }

  /// The facts of the files, which are read side by side, and the files of which a part was not read.
  func facts(_ cache: IndexCache?, texts: LocalizedTexts) -> (code: [CodeFact], unread: [UnreadFact]) {
    let indexes = DeepStack.map(files) { file in cache?.index(of: file) ?? CodeReader.index(file) }
    let code = DeepStack.run { CodeReader.facts(of: indexes, texts: texts) } ?? []
    let unread = indexes.filter(\.isTooDeep).map {
      UnreadFact(FactLocation(file: $0.path), reason: "A part of it is nested too deeply, and was left out")
    }
    return (code, unread)
  }

  /// Folders of dependencies and of the products of a build.
  static let skipped: Set<String> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "build", "node_modules",
  ]

  private static func find(_ folder: String, in disk: DiskTree, _ paths: inout [String], depth: Int = 0) {
    guard depth < 64 else { return }
    for name in disk.names(in: folder) ?? [] where !name.hasPrefix(".") && !skipped.contains(name) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        paths.append(path)
      } else {
        find(path, in: disk, &paths, depth: depth + 1)
      }
    }
  }
}
