internal import AppFacts
internal import AppProjects
internal import Quantities
internal import RepositoryFiles

/// The files below a folder of the disk, within the boundary of the folder's repository. Texts from the caller can replace files.
///
/// A folder that is reached through a symbolic link within the folder itself counts as having no names, so that no walk is endless.
final class DiskTree: FileTree {
  /// The most names in the folders that are listed.
  private static let mostNames = 500_000
  private var nameCount = 0

  /// The absolute path of the folder, without links.
  let root: String
  private let access: FileAccess
  private let texts: FileTexts
  private var files: [String: FoundFile?] = [:]
  private var listings: [String: [String]?] = [:]
  private var reasons: [String: (reason: String, isRefused: Bool)] = [:]

  /// The folder at a path of the call; `nil` if the folder can't be read.
  init?(_ path: String, _ access: FileAccess, _ texts: FileTexts = FileTexts()) {
    guard let folder = try? access.find(path), folder.kind == .folder else { return nil }
    root = folder.path
    self.access = access.app(at: folder.path, startsThere: true)
    self.texts = texts
    guard names(in: "") != nil else { return nil }
  }

  /// The folders and files that exist but can't be read.
  var unread: [UnreadFact] {
    reasons.map {
      UnreadFact(FactLocation(file: $0.key), reason: $0.value.reason, isRefused: $0.value.isRefused)
    }
  }

  func bytes(of path: String) -> [UInt8]? {
    if let text = text(of: path) { return text.map { Array($0.utf8) } }
    // A folder may have the name of a file.
    guard let file = found(path), file.kind != .folder else { return nil }
    do throws(FileError) {
      let bytes = try access.readRegularFile(path, limit: ReaderLimits.file)
      guard Self.isPointer(bytes), Self.isText(path) else { return bytes }
      refuse(path, "Its content is in Git LFS or git-annex, which the checkout is without")
    } catch {
      note(error, "It can't be read: permission denied", at: path)
    }
    return nil
  }

  /// Whether bytes are a pointer, which Git LFS or git-annex has in place of a file's content.
  ///
  /// https://github.com/git-lfs/git-lfs: lfs/pointer.go, with the names of older versions.
  private static func isPointer(_ bytes: [UInt8]) -> Bool {
    let text = bytes.prefix(1024).drop { $0 <= UInt8(ascii: " ") }
    guard text.starts(with: "version ".utf8) else { return text.starts(with: "/annex/objects/".utf8) }
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return ["git-lfs", "hawser", "git-media"].contains(where: line.contains)
  }

  /// Whether a file describes an app, or may be code that another file includes.
  private static func isText(_ path: String) -> Bool {
    let name = AppPath.name(of: path).lowercased()
    return !name.contains(".")
      || (endings + [
        ".pch", ".hpp", ".hh", ".inc", ".c", ".cc", ".cpp", ".cxx", ".xcscheme", ".lock", ".modulemap",
      ])
      .contains(where: name.hasSuffix)
  }

  func names(in path: String) -> [String]? {
    if let names = listings[path] { return names }
    var names = list(path)
    if !texts.isEmpty { names = texts.names(in: place(of: path), besides: names) }
    listings[path] = names
    refuseNames(in: [path])
    return names
  }

  /// Refuses names in some folders that differ only in the case of letters, if one of the names describes the
  /// app: on most Macs, both names mean one file, and the app is built with either file.
  private func refuseNames(in folders: [String]) {
    let paths = folders.flatMap { folder in
      (names(in: folder) ?? []).map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    guard Set(paths.map { AppPath.name(of: $0).lowercased() }).count < paths.count else { return }
    let byName = Dictionary(grouping: paths) { AppPath.name(of: $0).lowercased() }
    for (name, twins) in byName where twins.count > 1 {
      if Self.endings.contains(where: name.hasSuffix) {
        let others = twins.sorted()
        refuse(
          others[0],
          "Its path differs from \(others[1]) only in the case of letters, and a Mac has one file for both")
      } else if twins.allSatisfy({ names(in: $0) != nil }) {
        refuseNames(in: twins)
      }
    }
  }

  /// The endings of files that describe an app, in lowercase.
  private static let endings = [
    ".swift", ".m", ".mm", ".h", ".pbxproj", ".plist", ".entitlements", ".xcconfig", ".yml", ".yaml",
  ]

  func isLink(_ path: String) -> Bool { text(of: path) == nil && found(path)?.isLink ?? false }

  /// Whether a file exists at a path.
  func isFile(_ path: String) -> Bool { text(of: path).map { $0 != nil } ?? (found(path)?.kind == .file) }

  func realPath(of path: String) -> String { found(path)?.path ?? path }

  /// The text that replaces a file, whatever links lead to the file's folder; `nil` if the file is not replaced, and `.some(nil)` if the
  /// file does not exist.
  private func text(of path: String) -> String?? {
    guard !texts.isEmpty else { return nil }
    let name = path.pathNames.last.map(String.init) ?? path
    let folder = place(of: path.pathNames.dropLast().joined(separator: "/"))
    return texts[folder.isEmpty ? name : "\(folder)/\(name)"]
  }

  /// The path of a folder without links, relative to the root. A folder outside of the root keeps its path.
  private func place(of folder: String) -> String {
    found(folder)?.path.path(below: root).map(String.init) ?? folder
  }

  private func list(_ path: String) -> [String]? {
    guard let folder = found(path), folder.kind == .folder else { return nil }
    // A link to an enclosing folder would make the walk endless.
    if folder.isLink, folder.path == "/" || "\(root)/\(path)".isBelow(folder.path) {
      reasons[path] = ("It is a symbolic link to a folder that it is in", false)
      return nil
    }
    do throws(FileError) {
      guard nameCount <= Self.mostNames else {
        refuse(path, "The app's folders hold more than \(Self.mostNames) names")
        return nil
      }
      let content = try access.content(ofFolder: path)
      nameCount += content.names.count + content.others.count
      // One of these files may be code, or a folder that contains code.
      for (name, kind) in content.others where kind == .folder || AppFacts.isCode(name) {
        refuse(path.isEmpty ? name : "\(path)/\(name)", "Its name is not UTF-8")
      }
      return content.names
    } catch {
      note(error, "The folder can't be read: permission denied", at: path)
      return nil
    }
  }

  private func found(_ path: String) -> FoundFile? {
    if let file = files[path] { return file }
    listFoldersOfAmbiguousNames(in: path)
    let file: FoundFile?
    do throws(FileError) {
      file = try access.find(path)
    } catch {
      note(error, "It can't be read: permission denied", at: path)
      file = nil
    }
    files[path] = file
    return file
  }

  /// Lists each folder on a path in which another name may be equal in Unicode to the name on the path. Listing refuses folders with two
  /// equal names.
  private func listFoldersOfAmbiguousNames(in path: String) {
    guard path.mayHaveTwin else { return }
    var folder = ""
    for name in path.pathNames {
      if name.mayHaveTwin { _ = names(in: folder) }
      folder += folder.isEmpty ? String(name) : "/\(name)"
    }
  }

  private func note(_ error: FileError, _ forbidden: String, at path: String) {
    // Project files name many files that don't exist.
    guard !error.isMissing else { return }
    // A link that leads out of the repository counts as refused only if its name shows that it is a file with code. Other links hide no
    // facts.
    reasons[path] = (
      error.isForbidden ? forbidden : error.reason,
      error.isForbidden || error.isAmbiguous || AppFacts.isCode(path)
    )
  }

  /// Records that a file or folder was not read because ordinary apps don't have such files or folders.
  func refuse(_ path: String, _ reason: String) { reasons[path] = (reason, true) }
}
