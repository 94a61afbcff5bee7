internal import AppFacts
internal import AppProjects
internal import AppSources
internal import Foundation

/// The Swift and Objective-C files that an app's targets compile, and the headers that these files include.
struct CodeFiles {
  private(set) var facts: [CodeFact] = []
  /// The paths of the files that were read.
  private(set) var paths: [String] = []
  /// The files that were not read, with reasons.
  private(set) var unread: [UnreadFact] = []
  private var indexes: [FileIndex] = []
  private var dialects = FileDialects()
  /// The files whose indexes are in the cache.
  private var kept: [SourceFile] = []

  /// Reads the files of targets, and `others` as files of the app. Without files of targets, reads all files with code below the folder.
  init(
    of targets: [TargetFact], and others: [String], in disk: DiskTree, _ cache: IndexCache?,
    texts: LocalizedTexts, resources: ResourceNames
  ) {
    let users = Self.users(among: targets)
    let found = find(users, and: others, in: disk)
    read(
      found.map { path in
        let own = users[path] ?? []
        return Source(
          path: path, target: own.count == 1 ? own.first?.name : nil,
          isTest: others.contains(path) ? false : own.isEmpty ? nil : own.allSatisfy { $0.kind == .tests })
      }, in: disk, cache)
    let everywhere = targets.filter { $0.kind != .tests }.flatMap(\.includes)
    if CodeReader.readsObjectiveC { readHeaders(everywhere, in: disk, cache) }
    noteOthers(of: targets, in: disk)
    refuseOtherDialects(of: targets)
    cache?.prune(keeping: kept)
    kept = []
    let read = indexes
    if let linked = DeepStack.run({ CodeReader.link(read, texts: texts, resources: resources) }) {
      facts = Self.conditional(linked.facts, targets)
      unread += linked.unread + Self.ambiguousIdentifiers(in: facts)
      if let refusal = linked.refusal {
        // The refusal is about all files together.
        unread.append(UnreadFact(FactLocation(file: paths.first ?? ""), reason: refusal, isRefused: true))
      }
    }
    unread += indexes.filter { $0.hasErrors && !$0.isTest }.map {
      UnreadFact(
        FactLocation(file: $0.path), reason: "A part of it is no Swift to this version of bgpolicy",
        leavesOutCode: true)
    }
    unread += indexes.filter(\.isTooDeep).map {
      UnreadFact(
        FactLocation(file: $0.path), reason: "A part of it is nested too deeply, and was left out",
        isRefused: true)
    }
  }

  /// The facts with the conditions under which all targets of the app compile their files.
  private static func conditional(_ facts: [CodeFact], _ targets: [TargetFact]) -> [CodeFact] {
    let names = Set(targets.flatMap(\.conditionsOfFiles.keys))
    guard !names.isEmpty else { return facts }
    let users = users(among: targets.filter { $0.kind != .tests })
    return facts.map { fact in
      let file = fact.location.file
      guard names.contains(file), let users = users[file] else { return fact }
      let conditions = users.compactMap { $0.conditionsOfFiles[file] }
      guard conditions.count == users.count else { return fact }
      return fact.under(Set(conditions).sorted().joined(separator: " || "))
    }
  }

  /// The identifiers that can be spelled in other bytes. Swift takes all spellings for equal, and the system compares bytes.
  private static func ambiguousIdentifiers(in facts: [CodeFact]) -> [UnreadFact] {
    facts.compactMap { fact in
      guard let value = fact["identifier"], let text = value.string, !text.utf8.allSatisfy({ $0 < 0x80 }),
        !text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
      else { return nil }
      return UnreadFact(
        value.location,
        reason: "The identifier has a character with two spellings, which are two identifiers to the system",
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
      for path in target.sources where AppFacts.isCode(path) || target.mayCompileAsObjectiveC(path) {
        users[path, default: []].append(target)
      }
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
      // No compiler of Swift reads UTF-16, into which an attribute of Git converts a file.
      guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
        disk.refuse(source.path, "It is in UTF-16, and is not read")
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
          UnreadFact(
            FactLocation(file: index.path), reason: "It is not a text that libclang can read",
            leavesOutCode: !AppFacts.isCode(index.path)))
      }
    }
  }

  /// The files with names of code that a file includes, by the path of the file that includes them.
  private(set) var includedCode: [String: Set<String>] = [:]

  /// The modules that files of Swift import, by the paths of the files.
  var imports: [String: Set<String>] {
    Dictionary(indexes.map { ($0.path, $0.importedModules) }) { $0.union($1) }
  }

  // MARK: - Headers

  /// Reads the files that files include, and the files that those files include in turn. The compiler includes `everywhere` in all files.
  private mutating func readHeaders(
    _ everywhere: [String], in disk: DiskTree, _ cache: IndexCache?
  ) {
    let included = IncludedFiles(in: disk)
    let everywhere = everywhere + included.headersOfModules
    dialects.everywhere = Set(included.precompiled + everywhere)
    var isTest: [String: Bool] = [:]
    for path in paths where !path.hasSuffix(".swift") { isTest[path] = false }
    var open = indexes
    var next = Set(included.precompiled + everywhere.filter(disk.isFile)).filter { isTest[$0] == nil }
    for path in next { isTest[path] = false }
    var files: [String: [Include]] = [:]
    // The includes whose names macros compute, with the files that have them.
    var computed: [(include: Include, file: FileIndex)] = []
    func add(_ paths: [String], _ file: FileIndex) {
      for path in paths {
        dialects.add(include: path, in: file.path)
        if AppFacts.isCode(path) { includedCode[file.path, default: []].insert(path) }
        if isTest[path] == nil { next.insert(path) }
        isTest[path] = (isTest[path] ?? true) && file.isTest
      }
    }
    while !open.isEmpty || !next.isEmpty {
      for file in open {
        files.merge(file.filesOfMacros) { $0 + $1 }
        for include in file.includes {
          if include.name == nil, !include.isInside {
            computed.append((include, file))
          } else if let paths = included.paths(of: include, from: file.path), !include.isInside {
            add(paths, file)
          } else if !file.isTest {
            leaveOut(include, of: file.path, included)
          }
        }
      }
      if next.isEmpty {
        for (include, file) in computed {
          for named in include.macro.flatMap({ files[$0] }) ?? [] {
            add(included.paths(of: named, from: file.path) ?? [], file)
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
    for (include, file) in computed where !file.isTest && include.macro.flatMap({ files[$0] }) == nil {
      leaveOut(include, of: file.path, included)
    }
    countForApp(everywhere)
  }

  /// Counts a file of tests as code of the app if the app includes it: by one of its files, or everywhere.
  private mutating func countForApp(_ everywhere: [String]) {
    let positions = Dictionary(indexes.indices.map { (indexes[$0].path, $0) }) { first, _ in first }
    var open = everywhere + indexes.filter { !$0.isTest }.flatMap { includedCode[$0.path] ?? [] }
    while let path = open.popLast() {
      guard let position = positions[path], indexes[position].isTest else { continue }
      indexes[position].isTest = false
      open += includedCode[path] ?? []
    }
  }

  /// Notes an include whose file is not read. The include is refused if it stands in a body, and if the text of the file may send messages.
  private mutating func leaveOut(_ include: Include, of file: String, _ included: IncludedFiles) {
    let name =
      include.name.map { "The included file \($0)" } ?? "An included file whose name a macro computes"
    let isRefused =
      include.isInside
      && (included.paths(of: include, from: file) ?? []).contains(where: included.maySendMessages)
    unread.append(
      UnreadFact(
        FactLocation(file: file, line: include.line), reason: "\(name) is not read", isRefused: isRefused,
        leavesOutCode: true))
  }

  /// Notes the files of targets that are not read because of their names, although they are compiled as Objective-C or Swift, or call such
  /// code.
  private mutating func noteOthers(of targets: [TargetFact], in disk: DiskTree) {
    let read = Set(indexes.map(\.path))
    let sources = Set(targets.filter { $0.kind != .tests }.flatMap(\.sources))
      .filter { !AppFacts.isCode($0) && !read.contains($0) }
    for path in sources.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard disk.isFile(path) else { continue }
      let reason: String? =
        if AppFacts.isCode(path.lowercased()) {
          "The ending of its name is in capitals, so that it is not read"
        } else if AppPath.formsOfObjectiveC.contains(AppPath.fileExtension(of: path)) {
          "It is Objective-C in a form that is not read"
        } else if let bytes = disk.bytes(of: path), Self.callsObjectiveC(Data(bytes)) {
          "Its code, which is not read, calls Objective-C"
        } else {
          nil
        }
      if let reason {
        unread.append(
          UnreadFact(FactLocation(file: path), reason: reason, isRefused: true, leavesOutCode: true))
      }
    }
  }

  /// Refuses files that the app may compile by a standard of C or C++ by which their texts have other tokens.
  private mutating func refuseOtherDialects(of targets: [TargetFact]) {
    let possible = dialects.all(of: targets, indexes.map(\.path))
    for file in indexes where !file.isTest {
      guard !file.otherDialects.dialects.isDisjoint(with: possible[file.path] ?? .unstated) else { continue }
      unread.append(
        UnreadFact(
          FactLocation(file: file.path, line: file.otherDialects.line),
          reason:
            "The code in line \(file.otherDialects.line) is other code by a standard of C or C++ that the app may use",
          isRefused: true, leavesOutCode: true))
    }
  }

  private static func callsObjectiveC(_ text: Data) -> Bool {
    ["@implementation", "objc_msgSend", "objc_getClass", "NSClassFromString"].contains {
      text.range(of: Data($0.utf8)) != nil
    }
  }

  // MARK: - Folders

  /// Folders of dependencies and of the products of a build.
  static let skipped = DependencyFolders.names.union(["build"])

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
