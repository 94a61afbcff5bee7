internal import Libc
internal import Quantities

/// Access to files. Only this type and the types of its module open, list, write and remove files.
///
/// A path from the user, such as an operand or the value of an option, may lead anywhere. A path that is found in a
/// repository, or that a file of a repository names, is resolved part by part, including links. If the resolved path is not
/// below the repository's root, the path is refused: the repository may belong to a stranger, and a report shows lines of the
/// named files.
package struct FileAccess: Sendable {
  /// The source of the paths.
  private enum Origin {
    /// The call of the tool. A link in a repository still must not lead out of the repository.
    case call
    /// A repository. The path of its root has no links; `nil` if no file is outside of the repository.
    case repository(root: String?)
  }

  /// Whether paths and links of a repository may lead out of the repository, as with the option `--allow-outside`.
  package let allowsOutside: Bool
  private let origin: Origin
  /// The path of the folder at which relative paths start, without links; `nil` if the folder has been removed.
  private let start: String?

  /// The access for paths of the call, from the working directory.
  package init(allowsOutside: Bool) {
    self.init(allowsOutside, .call, from: Self.workingDirectory)
  }

  private init(_ allowsOutside: Bool, _ origin: Origin, from start: String?) {
    self.allowsOutside = allowsOutside
    self.origin = origin
    self.start = start
  }

  /// The access for paths that a file names, relative to the working directory.
  ///
  /// The repository is the nearest folder above the file that contains `.git`. Without such a folder, no file is outside of the
  /// repository. The file `-` is in the working directory.
  package func repository(around file: String) -> FileAccess {
    let folder = ResolvedPath.folder(of: file)
    let isAbsolute = file.isAbsolutePath
    return repository(at: folder.isEmpty ? (isAbsolute ? "/" : ".") : folder)
  }

  /// The access for paths that are found in a folder, relative to the working directory.
  package func repository(at folder: String) -> FileAccess {
    guard !allowsOutside, let start, let resolved = try? ResolvedPath(folder, from: start) else {
      return FileAccess(allowsOutside, .repository(root: nil), from: start)
    }
    return FileAccess(
      allowsOutside, .repository(root: Self.repositoryRoot(around: resolved.path)), from: start)
  }

  /// The access for the files of an app in a folder, relative to the working directory or to the folder. Without a repository,
  /// the folder itself is the boundary.
  package func app(at folder: String, startsThere: Bool = false) -> FileAccess {
    guard let start, let resolved = try? ResolvedPath(folder, from: start) else {
      // A folder that can't be found contains no files.
      return FileAccess(allowsOutside, .repository(root: nil), from: nil)
    }
    let root = allowsOutside ? nil : Self.repositoryRoot(around: resolved.path) ?? resolved.path
    return FileAccess(allowsOutside, .repository(root: root), from: startsThere ? resolved.path : start)
  }

  /// The root of the repository that contains a folder, or is the folder; `nil` if no repository contains the folder. The path
  /// of the folder must not contain links.
  package static func repositoryRoot(around folder: String) -> String? {
    var folder = folder
    while !isNameOfFile(folder + "/.git") {
      folder = ResolvedPath.folder(of: folder)
      if folder.isEmpty { return nil }
    }
    return folder
  }

  /// Whether a link is the user's or the system's own: neither another user nor a repository made it.
  private static func isOfUser(_ link: String) -> Bool {
    guard repositoryRoot(around: ResolvedPath.folder(of: link)) == nil, let owner = linkOwner(of: link)
    else { return false }
    return owner == geteuid() || owner == 0
  }

  /// The path of the root that the access is bounded by, without links; `nil` if the access has no root.
  package var root: String? { if case .repository(let root) = origin { root } else { nil } }

  // MARK: - Paths

  /// The path without links; throws if the path leads out of its boundary.
  func resolved(_ path: String) throws(FileError) -> ResolvedPath {
    guard let start else { throw FileError(code: ENOENT) }
    let resolved = try ResolvedPath(path, from: start)
    switch origin {
    case .repository(let root):
      if let root, !ResolvedPath.isBelow(resolved.path, root) { throw .outside }
    case .call:
      guard !allowsOutside else { break }
      for link in resolved.links {
        guard let root = Self.repositoryRoot(around: ResolvedPath.folder(of: link)) else { continue }
        if !ResolvedPath.isBelow(resolved.path, root) { throw .leavingLink }
      }
    }
    return resolved
  }

  /// The path without links of a file that is written or removed. Throws if a link of a repository leads to Git's own files there: Git runs
  /// some of these files.
  func writable(_ path: String) throws(FileError) -> ResolvedPath {
    let resolved = try resolved(path)
    guard !allowsOutside else { return resolved }
    for link in resolved.links {
      guard let root = Self.repositoryRoot(around: ResolvedPath.folder(of: link)),
        ResolvedPath.isBelow(resolved.path, root)
      else { continue }
      let parts = resolved.path.dropFirst(root.count).pathNames
      if parts.contains(where: { $0.lowercased() == ".git" }) { throw .ofGit }
    }
    return resolved
  }

  /// The reason that a path is refused; `nil` if the path is allowed.
  package func refusal(of path: String) -> FileError? {
    do throws(FileError) {
      _ = try resolved(path)
      return nil
    } catch {
      return error
    }
  }

  /// The file or folder at the end of a path; throws if the path is refused.
  package func find(_ path: String) throws(FileError) -> FoundFile {
    let resolved = try resolved(path)
    return FoundFile(
      path: resolved.path, kind: Self.kind(of: resolved.path), isLink: resolved.endsInLink)
  }

  /// The kind of file at a path; `nil` if no file exists at the path, or if the path is refused.
  package func kind(of path: String) -> FileKind? { (try? find(path))?.kind }

  /// The absolute form of a path of the call.
  package func absolute(_ path: String) -> String {
    path.isAbsolutePath ? path : "\(start ?? "")/\(path)"
  }

  /// Whether the access is for paths in the user's call of the tool.
  var isOfCall: Bool { if case .call = origin { true } else { false } }

  /// The file that may be written at a path. Throws if a link of a repository or of another user leads to the file.
  ///
  /// The last part of a path that a repository names is never a link.
  package func output(at path: String) throws(FileError) -> OutputPath {
    let resolved = try writable(path)
    switch origin {
    case .repository:
      guard !resolved.endsInLink else { throw .writtenLink }
      if let kind = Self.kind(of: resolved.path), kind != .file {
        throw kind == .folder ? .folder : .stream
      }
      return OutputPath(path: resolved.path, isStream: false)
    case .call:
      if resolved.endsInLink, !allowsOutside, !resolved.links.allSatisfy(Self.isOfUser) {
        throw .writtenLink
      }
      switch Self.kind(of: path) {
      case .other?: return OutputPath(path: path, isStream: true)
      case .folder?: throw .folder
      case .file?, nil: return OutputPath(path: resolved.path, isStream: false)
      }
    }
  }
}

/// The file or folder at the end of a path.
package struct FoundFile: Sendable {
  /// The absolute path without links. Parts that don't exist are unchanged.
  package let path: String
  /// The kind of file; `nil` if no file exists at the path.
  package let kind: FileKind?
  /// Whether the last part of the path is a link.
  package let isLink: Bool
}

/// The names in a folder.
package struct FolderContent: Sendable {
  /// The names that are UTF-8, sorted by their bytes.
  package internal(set) var names: [String] = []
  /// The other names, with U+FFFD in place of invalid bytes, and the kinds of their files. No path leads to these files.
  package internal(set) var others: [(name: String, kind: FileKind?)] = []
}

/// A file that may be written, which only ``FileAccess`` finds.
package struct OutputPath: Sendable {
  /// The absolute path without links; for a pipe or terminal, the path as written.
  let path: String
  /// Whether the file is a pipe or a terminal, which can't be replaced with another file.
  let isStream: Bool
}
