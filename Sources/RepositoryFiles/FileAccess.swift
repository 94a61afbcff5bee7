internal import Libc

/// The way to the disk: the only type of the program that opens, lists, writes or removes a file.
///
/// A path that the user gives, such as an operand or the value of an option, leads anywhere. A path that is found in a repository, or
/// named by one of its files, is resolved part by part with its links, and lies below the repository's root or is refused: a
/// repository may be a stranger's, and a report shows lines of the files that it names.
package struct FileAccess: Sendable {
  /// The source of the paths.
  private enum Origin {
    /// From the call. A link that lies in a repository is still the repository's.
    case call
    /// From a repository with a root without links; `nil` if nothing is outside.
    case repository(root: String?)
  }

  /// Whether paths and links of a repository may lead out of it: the user's `--allow-outside`.
  package let allowsOutside: Bool
  private let origin: Origin
  /// The folder at which relative paths start, without links; `nil` if it is gone.
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

  /// The access for paths that the file at a path names, from the working directory.
  ///
  /// The repository is the nearest folder above the file with a `.git`; without one, nothing is outside. `-` is in the working
  /// directory.
  package func repository(around file: String) -> FileAccess {
    let folder = ResolvedPath.folder(of: file)
    let isAbsolute = file.hasPrefix("/")
    return repository(at: folder.isEmpty ? (isAbsolute ? "/" : ".") : folder)
  }

  /// The access for paths that are found in a folder, from the working directory.
  package func repository(at folder: String) -> FileAccess {
    guard !allowsOutside, let start, let resolved = try? ResolvedPath(folder, from: start) else {
      return FileAccess(allowsOutside, .repository(root: nil), from: start)
    }
    return FileAccess(
      allowsOutside, .repository(root: Self.repositoryRoot(around: resolved.path)), from: start)
  }

  /// The access for the files of an app in a folder, from the working directory or from the folder; without a repository, the folder
  /// itself is the boundary.
  package func app(at folder: String, startsThere: Bool = false) -> FileAccess {
    guard let start, let resolved = try? ResolvedPath(folder, from: start) else {
      // Nothing is below a folder that can't be found.
      return FileAccess(allowsOutside, .repository(root: nil), from: nil)
    }
    let root = allowsOutside ? nil : Self.repositoryRoot(around: resolved.path) ?? resolved.path
    return FileAccess(allowsOutside, .repository(root: root), from: startsThere ? resolved.path : start)
  }

  /// The nearest folder at or above one without links that Git keeps; `nil` if there is none.
  package static func repositoryRoot(around folder: String) -> String? {
    var folder = folder
    while kind(of: folder + "/.git") == nil {
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

  // MARK: - Paths

  /// The path without links and the file's name at its end; throws if it leads where it must not.
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

  /// The reason why a path is not used; `nil` if it leads where it may.
  package func refusal(of path: String) -> FileError? {
    do throws(FileError) {
      _ = try resolved(path)
      return nil
    } catch {
      return error
    }
  }

  /// The file or folder at the end of a path; throws if the path leads where it must not.
  package func find(_ path: String) throws(FileError) -> FoundFile {
    let resolved = try resolved(path)
    return FoundFile(
      path: resolved.path, kind: Self.kind(of: resolved.path), isLink: resolved.endsInLink)
  }

  /// The kind of file that a path leads to; `nil` if nothing is there, or the path leads where it must not.
  package func kind(of path: String) -> FileKind? { (try? find(path))?.kind }

  /// A path of the call as an absolute one.
  package func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(start ?? "")/\(path)"
  }

  /// Whether the paths are those of the call.
  var isOfCall: Bool { if case .call = origin { true } else { false } }

  /// The file that may be written at a path, which no link of a repository or of another user leads to.
  ///
  /// The last part of a path that a repository names is never a link.
  package func output(at path: String) throws(FileError) -> OutputPath {
    let resolved = try resolved(path)
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

/// The end of a path.
package struct FoundFile: Sendable {
  /// The absolute path without links; parts that are missing on the disk are as they were written.
  package let path: String
  /// The kind of file; `nil` if nothing is there.
  package let kind: FileKind?
  /// Whether the last part of the path is a link.
  package let isLink: Bool
}

/// A file that may be written, which only ``FileAccess`` finds.
package struct OutputPath: Sendable {
  /// The absolute path without links; the written one of a pipe or terminal.
  let path: String
  /// Whether it is a pipe or a terminal, which nothing can take the place of.
  let isStream: Bool
}
