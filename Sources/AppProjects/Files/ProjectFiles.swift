internal import AppFacts
internal import PolicySyntax
internal import Quantities

/// The files of an app, with a record of the files that were read and the files that were not read.
final class ProjectFiles {
  let tree: any FileTree
  private var opened: [String: TextFile?] = [:]
  private var reasons: [FactLocation: [UnreadFact]] = [:]
  /// Reads manifests that are written in Swift; `nil` if no reader of Swift is available.
  let manifests: ManifestReading?

  init(_ tree: any FileTree, manifests: ManifestReading? = nil) {
    self.tree = tree
    self.manifests = manifests
  }

  /// The text of a file in UTF-8; `nil` if the file can't be read.
  ///
  /// A file in another encoding is refused: whoever builds the app may read what is in the file, or nothing.
  func text(of path: String) -> TextFile? {
    guard let file = file(of: path) else { return nil }
    guard file.isUTF8 else {
      refuse(FactLocation(file: path), "It is no text in UTF-8, and is not read")
      return nil
    }
    guard let offset = file.joinedSign else { return file }
    refuse(
      file.location(of: offset), "A mark of Unicode is joined to a sign, so the file is not read")
    return nil
  }

  /// The text or the binary archive of a property list; `nil` if the file can't be read. Property lists may have UTF-16 as well.
  func propertyList(of path: String) -> TextFile? {
    let marks: [[UInt8]] = [Array("bplist".utf8), [0xfe, 0xff], [0xff, 0xfe]]
    guard let file = file(of: path), marks.contains(where: file.bytes.starts) else { return text(of: path) }
    return file
  }

  /// A file in any encoding; `nil` if the file can't be read.
  func file(of path: String) -> TextFile? {
    if let file = opened[path] { return file }
    let file = room > 0 ? load(path) : nil
    opened[path] = file
    return file
  }

  private func load(_ path: String) -> TextFile? {
    guard let bytes = tree.bytes(of: path) else { return nil }
    room -= bytes.count
    guard room > 0 else {
      refuse(FactLocation(file: path), "The project files are larger than \(Self.mostBytes >> 20) MiB")
      return nil
    }
    return TextFile(path: path, bytes: bytes)
  }

  /// The maximum number of bytes of all files, which stay in memory; each link to a file counts as a file.
  private static let mostBytes = 96 << 20
  private var room = mostBytes

  /// The maximum number of keys and values of all files, which stay in memory.
  private let values = StepBudget(2_000_000)

  /// Whether the keys and values of one more file may be kept. Refuses the file if the limit is exceeded.
  func keep(_ count: Int, of path: String) -> Bool {
    guard !values.take(count) else { return true }
    refuse(FactLocation(file: path), "The project files have more than \(values.steps) values")
    return false
  }

  /// The names in a folder; `nil` if the path is not a folder.
  func names(in path: String) -> [String]? { tree.names(in: path) }

  /// Whether a path is a symbolic link.
  func isLink(_ path: String) -> Bool { tree.isLink(path) }

  /// Whether the folder of a file contains a name.
  func contains(_ path: String) -> Bool {
    content(of: AppPath.folder(of: path))?.names.contains(AppPath.name(of: path)) ?? false
  }

  /// The names in a folder, and the names by their spelling in lowercase.
  private struct Content {
    let names: Set<String>
    let spellings: [String: [String]]

    init(_ names: [String]) {
      self.names = Set(names)
      spellings = Dictionary(grouping: names.sorted()) { $0.lowercased() }
    }
  }

  /// The contents of folders in which files have been looked for.
  private var contents: [String: Content?] = [:]

  private func content(of folder: String) -> Content? {
    if let content = contents[folder] { return content }
    let content = tree.names(in: folder).map(Content.init)
    contents[folder] = content
    return content
  }

  /// The path of a file as the disk spells it, if only the case of letters differs; any other path unchanged.
  ///
  /// Projects are made on disks that ignore the case of letters.
  func spelling(of path: String) -> String {
    if contains(path) { return path }
    let spellings = spellings(of: path)
    return spellings.count == 1 ? spellings[0] : path
  }

  /// Whether a path exists if the case of its letters does not count, as on the file systems of most Macs.
  func containsInOtherCase(_ path: String) -> Bool { !spellings(of: path).isEmpty }

  /// The length in bytes of the longest path whose parts are looked for; systems open only shorter paths.
  private static let longestPath = 4_096

  /// Whether a path that leads out of the folder may lead back to a file in it, over the name that the folder has where the app is built:
  /// `../App/Kit.xcconfig`, or an absolute path.
  func mayLeadBack(_ path: String, from folder: String) -> Bool {
    guard AppPath.joined(folder, path) == nil else { return false }
    guard path.utf8.count <= Self.longestPath else { return true }
    var names = ArraySlice(path.pathNames.filter { $0 != "." })
    while let name = names.popFirst() {
      let rest = names.joined(separator: "/")
      if name != "..", !rest.isEmpty, !names.contains(".."), containsInOtherCase(rest) { return true }
    }
    return false
  }

  /// The paths on the disk that differ from a path only in the case of letters.
  private func spellings(of path: String) -> [String] {
    path.pathNames.reduce([""]) { folders, part in
      let spelled = folders.flatMap { folder in
        let content = content(of: folder)
        let fitting =
          content?.names.contains(String(part)) ?? false
          ? [String(part)] : content?.spellings[part.lowercased()] ?? []
        return fitting.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
      }
      return Array(spelled.prefix(64))
    }
  }

  /// The steps that reading the project files may take. A file of a folder of sources, a pattern that a file is compared with, and a
  /// reference between build settings count as a step each.
  let budget = StepBudget(5_000_000)

  /// Whether a place was refused because the budget had no steps left.
  private var isOverBudget = false

  /// Takes steps from the budget; records the first place for which no steps are left.
  @discardableResult func take(_ count: Int, at location: FactLocation) -> Bool {
    guard !budget.take(count) else { return true }
    if !isOverBudget {
      refuse(location, "The project files take more than \(budget.steps) steps to read")
    }
    isOverBudget = true
    return false
  }

  /// The files below the folders that have been walked through.
  private var walks: [String: [String]] = [:]

  /// The files below a folder, which many targets may share. `kind` distinguishes walks that leave out different files.
  func files(below folder: String, _ kind: String, _ walk: () -> [String]) -> [String] {
    let key = "\(kind)\n\(folder)"
    let found = walks[key] ?? walk()
    walks[key] = found
    return take(found.count, at: FactLocation(file: folder)) ? found : []
  }

  /// The files that patterns leave, by the folder and the patterns.
  private var filters: [String: [String]] = [:]

  /// The files of a folder that the patterns of settings leave. Kept by `key`, because several settings of a
  /// target may ask for the same files.
  func filtered(_ key: String, _ filter: () -> [String]) -> [String] {
    let found = filters[key] ?? filter()
    filters[key] = found
    return found
  }

  /// What schemes archive, by the paths of their files; `nil` for schemes that archive nothing.
  private var schemes: [String: ArchivedConfigurations.Scheme?] = [:]

  /// What the scheme in a file archives, which several projects may ask for.
  func archived(
    _ path: String, by read: () -> ArchivedConfigurations.Scheme?
  ) -> ArchivedConfigurations.Scheme? {
    if let known = schemes[path] { return known }
    let scheme = read()
    schemes[path] = .some(scheme)
    return scheme
  }

  /// Records that a file was not read, because it is missing or can't be read.
  func note(unread path: String) {
    note(FactLocation(file: path), contains(path) ? "It can't be read" : "It is missing")
  }

  /// Records that a file, or the part of a file at a place, was not understood.
  func note(_ location: FactLocation, _ reason: String) { add(UnreadFact(location, reason: reason)) }

  /// Records that a part of a project file was not understood that may name code.
  ///
  /// `isRefused` is for forms that the projects of ordinary apps do not have, whose code is certainly not read.
  func leaveOutCode(_ location: FactLocation, _ reason: String, isRefused: Bool = false) {
    add(UnreadFact(location, reason: reason, isRefused: isRefused, leavesOutCode: true))
  }

  /// The folder of a package that a project or a package names; `nil` if it is outside of the folder that is read, with a note if it may
  /// lead back.
  func packageFolder(_ path: String?, in folder: String, at location: FactLocation) -> String? {
    if let path, let found = AppPath.joined(folder, path) { return found }
    let isRoot = path.map { AppPath.name(of: $0) != ".." && contains("Package.swift") } ?? true
    guard path.map({ isRoot || mayLeadBack($0, from: folder) }) ?? true else { return nil }
    leaveOutCode(
      location,
      path.map { "The package in \($0) is outside of the folder" } ?? "The folder of a package is not known")
    return nil
  }

  /// Records that a file exceeds a limit that ordinary apps do not reach.
  func refuse(_ location: FactLocation, _ reason: String) {
    add(UnreadFact(location, reason: reason, isRefused: true))
  }

  /// Records a fact, unless it is already recorded.
  func add(_ fact: UnreadFact) {
    if reasons[fact.location]?.contains(fact) != true { reasons[fact.location, default: []].append(fact) }
  }

  /// The files that were read, in the order of their paths.
  var readFiles: [String] {
    opened.compactMap { $0.value?.path }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Files and parts of files that were not read, in the order of places.
  var unread: [UnreadFact] {
    reasons.keys.sorted().flatMap { reasons[$0] ?? [] }
  }
}

/// A file with the starts of its lines.
final class TextFile: Sendable {
  let path: String
  let bytes: [UInt8]
  /// Whether the content is text in UTF-8.
  let isUTF8: Bool
  /// The offset of the first sign that is one character with a mark of Unicode; `nil` if the text has no such
  /// sign.
  let joinedSign: Int?
  private let lines: LineTable

  /// A file with its content.
  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    isUTF8 = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    joinedSign = isUTF8 ? JoinedSign.first(in: bytes) : nil
    lines = LineTable(bytes)
  }

  /// A line that is a directive of the C preprocessor, with its offset and words: `ifdef`, `NAME`.
  typealias Directive = (offset: Int, words: [Substring])

  /// The lines that are directives of the C preprocessor.
  var directives: [Directive] {
    (1...lines.count).compactMap { number in
      let line = lines.content(ofLine: number).drop(while: \.isSpaceOrTab)
      guard line.first == UInt8(ascii: "#") else { return nil }
      let words = String(decoding: line.dropFirst(), as: UTF8.self).split {
        !$0.isLetter && !$0.isNumber && $0 != "_"
      }
      return (lines.start(ofLine: number), words)
    }
  }

  /// The byte at a place; `nil` for the file as a whole.
  func offset(of location: FactLocation) -> Int? {
    guard location.line > 0, location.line <= lines.count else { return nil }
    return lines.offset(of: Position(line: location.line, column: max(1, location.column)))
  }

  /// The place of a byte; for `nil`, the file as a whole.
  func location(of offset: Int?) -> FactLocation {
    guard let offset else { return FactLocation(file: path) }
    let position = lines.position(ofByte: offset)
    return FactLocation(file: path, line: position.line, column: position.column)
  }
}
