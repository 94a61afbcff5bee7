internal import AppFacts
internal import AppProjects
internal import AppSources
internal import Foundation

/// The Swift and Objective-C files that an app's targets compile, and the headers that these files include.
struct CodeFiles {
  /// The facts of the files.
  private(set) var facts: [CodeFact] = []
  /// The paths of the files that were read.
  private(set) var paths: [String] = []
  /// The files that were not read, with reasons.
  private(set) var unread: [UnreadFact] = []
  private var indexes: [FileIndex] = []
  /// The files whose indexes are in the cache.
  private var kept: [SourceFile] = []

  /// Reads the files of targets, and `others` as files of the app. Without files of targets, reads all files with code below the folder.
  init(
    of targets: [TargetFact], and others: [String], in disk: DiskTree, _ cache: IndexCache?,
    texts: LocalizedTexts
  ) {
    let users = Self.users(among: targets)
    let found = find(users, and: others, in: disk)
    let foreign = found.filter { !$0.hasSuffix(".swift") }
    read(
      found.map { path in
        let own = users[path] ?? []
        return Source(
          path: path, target: own.count == 1 ? own.first?.name : nil,
          isTest: others.contains(path) ? false : own.isEmpty ? nil : own.allSatisfy { $0.kind == .tests })
      }, in: disk, cache)
    if CodeReader.readsObjectiveC, !foreign.isEmpty { readHeaders(in: disk, cache) }
    cache?.prune(keeping: kept)
    kept = []
    let read = indexes
    if let linked = DeepStack.run({ CodeReader.link(read, texts: texts) }) {
      facts = linked.facts
      if let refusal = linked.refusal {
        // The refusal is about all files together.
        unread.append(UnreadFact(FactLocation(file: paths.first ?? ""), reason: refusal, isRefused: true))
      }
    }
    unread += indexes.filter(\.isTooDeep).map {
      UnreadFact(
        FactLocation(file: $0.path), reason: "A part of it is nested too deeply, and was left out",
        isRefused: true)
    }
  }

  /// Finds the files of targets that exist, without reading them. Without files of targets, finds all files with code below the folder.
  init(namedBy targets: [TargetFact], in disk: DiskTree) {
    paths = find(Self.users(among: targets), and: [], in: disk).filter(disk.isFile)
  }

  /// For each file with code, the targets that compile the file.
  private static func users(among targets: [TargetFact]) -> [String: [TargetFact]] {
    var users: [String: [TargetFact]] = [:]
    for target in targets {
      for path in target.sources where AppFacts.isCode(path) { users[path, default: []].append(target) }
    }
    return users
  }

  /// The files to read, in the order of their paths.
  private mutating func find(
    _ users: [String: [TargetFact]], and others: [String], in disk: DiskTree
  ) -> [String] {
    let known = users.isEmpty ? Self.find(in: disk, AppFacts.isCode) : Array(users.keys)
    var found = Set(known + others).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if !CodeReader.readsObjectiveC, let first = found.first(where: { !$0.hasSuffix(".swift") }) {
      unread.append(
        UnreadFact(
          FactLocation(file: first),
          reason:
            "bgpolicy-appreader was built without libclang, which reads Objective-C; build it with a toolchain that has libclang, or set BGPOLICY_LIBCLANG to its folder"
        ))
      found.removeAll { !$0.hasSuffix(".swift") }
    }
    return found
  }

  /// A file to read.
  private struct Source {
    let path: String
    let target: String?
    let isTest: Bool?
  }

  /// The maximum number of bytes of code that are read. A file counts once for each link to it.
  private static let mostBytes = 256 << 20
  private var byteCount = 0

  /// Reads files side by side.
  private mutating func read(_ sources: [Source], in disk: DiskTree, _ cache: IndexCache?) {
    var files: [SourceFile] = []
    for source in sources {
      guard byteCount <= Self.mostBytes else {
        disk.refuse(source.path, "The app's code is larger than \(Self.mostBytes >> 20) MiB")
        break
      }
      guard let bytes = disk.bytes(of: source.path) else { continue }
      guard bytes.count <= ReaderLimits.source else {
        disk.refuse(source.path, "It is larger than \(ReaderLimits.source >> 20) MiB")
        continue
      }
      byteCount += bytes.count
      files.append(
        SourceFile(
          path: source.path, text: String(decoding: bytes, as: UTF8.self), target: source.target,
          isTest: source.isTest))
    }
    let read = DeepStack.map(files) { file in
      cache?.index(of: file) ?? CodeReader.index(file)
    }
    if cache != nil { kept += files }
    for index in read {
      if let refusal = index.refusal {
        unread.append(
          UnreadFact(
            FactLocation(file: index.path, line: refusal.line), reason: refusal.reason, isRefused: true))
      } else if index.isRead {
        indexes.append(index)
        paths.append(index.path)
      } else {
        unread.append(
          UnreadFact(FactLocation(file: index.path), reason: "It is not a text that libclang can read"))
      }
    }
  }

  // MARK: - Headers

  /// Reads the headers that the files include, and the headers that these headers include.
  private mutating func readHeaders(in disk: DiskTree, _ cache: IndexCache?) {
    let headers = Self.find(in: disk) { $0.hasSuffix(".h") || $0.hasSuffix(".pch") }
    let byName = Dictionary(grouping: headers) { $0.split(separator: "/").last.map(String.init) ?? $0 }
    var isTest: [String: Bool] = [:]
    var open = indexes
    // The compiler includes precompiled headers in every file.
    var next = headers.filter { $0.hasSuffix(".pch") }
    for path in next { isTest[path] = false }
    while !open.isEmpty {
      for file in open {
        for header in file.headers {
          for path in Self.paths(of: header, from: file.path, byName) {
            if isTest[path] == nil { next.append(path) }
            isTest[path] = isTest[path] ?? true && file.isTest
          }
        }
      }
      let known = indexes.count
      read(
        next.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
          Source(path: $0, target: nil, isTest: isTest[$0])
        }, in: disk, cache)
      open = Array(indexes[known...])
      next = []
    }
  }

  /// The headers that an included name may mean: the header in the folder of the including file if it exists, otherwise all headers with
  /// the name.
  private static func paths(of header: String, from file: String, _ byName: [String: [String]]) -> [String] {
    let name = header.split(separator: "/").last.map(String.init) ?? header
    let all = byName[name] ?? []
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let near = folder.isEmpty ? header : "\(folder)/\(header)"
    if all.contains(near) { return [near] }
    let exact = all.filter { $0 == header || $0.hasSuffix("/" + header) }
    return exact.isEmpty ? all : exact
  }

  // MARK: - Folders

  /// Folders of dependencies and of the products of a build.
  static let skipped: Set<String> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "build", "node_modules",
  ]

  /// Finds files below the folder by their names.
  private static func find(in disk: DiskTree, _ isIncluded: @escaping (String) -> Bool) -> [String] {
    let walk = FolderWalk(disk, from: "") { name in
      name.hasPrefix(".") || skipped.contains(name) ? .none : isIncluded(name) ? .file : .folder
    }
    for folder in walk.tooDeep {
      disk.refuse(folder, "Folders are nested deeper than \(FolderWalk.maximumDepth) levels")
    }
    return walk.files
  }
}
