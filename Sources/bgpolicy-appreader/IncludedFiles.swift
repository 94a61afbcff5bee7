internal import AppFacts
internal import AppProjects
internal import AppSources
internal import Quantities

/// The files that code of Objective-C may include, whatever their names.
struct IncludedFiles {
  /// The files by the last part of their paths, in lowercase, because most file systems of Macs ignore the case of letters.
  private let byName: [String: [String]]
  private let disk: DiskTree

  /// Folders of dependencies, whose headers are not read, and of Git.
  private static let skipped = DependencyFolders.names.union([".git"])

  /// The files of a folder, without the files of packages; hidden files and products of builds are included if a file names them.
  init(in disk: DiskTree) {
    self.disk = disk
    let walk = FolderWalk(disk, from: "") { Self.skipped.contains($0) ? .none : .either }
    for folder in walk.tooDeep {
      disk.refuse(folder, "Folders are nested deeper than \(FolderWalk.maximumDepth) levels")
    }
    byName = Dictionary(grouping: walk.files) { Self.name(of: $0) }
  }

  /// The precompiled headers, which the compiler includes everywhere.
  var precompiled: [String] { byName.values.joined().filter { $0.hasSuffix(".pch") } }

  /// The headers that name background tasks, and the headers that module maps name, whatever their endings.
  /// Swift imports modules of C, and no file includes the headers of such a module.
  var headersOfModules: [String] {
    let headers = byName.filter { Self.isHeader($0.key) && $0.key.contains(".") }.flatMap(\.value)
    // Many links may lead to one file.
    let places = Dictionary(grouping: headers) { disk.realPath(of: $0) }
    let naming = places.values.filter { disk.bytes(of: $0[0])?.contains(sequence: "BGTask") ?? false }
      .joined()
    let maps = byName.filter { [".modulemap", ".map"].contains(where: $0.key.hasSuffix) }.flatMap(\.value)
    let named = maps.flatMap { map in
      names(inMap: disk.bytes(of: map) ?? []).compactMap { AppPath.joined(AppPath.folder(of: map), $0) }
    }
    return Set(naming + named.filter(disk.isFile)).sorted()
  }

  /// The names of the headers in the map of a module: `header "Kit.h"`.
  private func names(inMap bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "header", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let name = part.drop(while: \.isWhitespace)
      guard name.first == "\"" else { return nil }
      return String(name.dropFirst().prefix { $0 != "\"" && !$0.isNewline })
    }
  }

  /// The files that an include may mean: the file beside the including file, or else all files with the name. `nil` if the include may mean
  /// code that is not known.
  func paths(of include: Include, from file: String) -> [String]? {
    guard let name = include.name?.lowercased(), !name.hasSuffix(".swift") else { return nil }
    let all = byName[Self.name(of: name)] ?? []
    if include.isQuoted, let written = include.name {
      guard let near = AppPath.joined(AppPath.folder(of: file), written) else { return nil }
      if let own = all.first(where: { $0.lowercased() == near.lowercased() }) { return [own] }
      // In a folder of packages.
      if disk.isFile(near) { return [near] }
    }
    let exact = all.filter { $0.lowercased() == name || $0.lowercased().hasSuffix("/" + name) }
    let found = exact.isEmpty ? all : exact
    // A missing header belongs to a package or to the system, or is written by a build.
    return found.isEmpty && include.isQuoted && !Self.isHeader(name) ? nil : found
  }

  /// Whether the text of a file may send messages at the place of an include. A part of a table in C sends no messages.
  func maySendMessages(_ path: String) -> Bool {
    guard let bytes = disk.bytes(of: path) else { return true }
    return bytes.contains(UInt8(ascii: "[")) || bytes.contains(sequence: "objc_")
  }

  private static func isHeader(_ name: String) -> Bool {
    [".h", ".hh", ".hpp", ".hxx", ".pch"].contains { name.hasSuffix($0) }
      || !Self.name(of: name).contains(".")
  }

  private static func name(of path: String) -> String {
    AppPath.name(of: path).lowercased()
  }
}
