internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// Code in the folders of package managers that a change writes. No policy is compared with the code of dependencies. A dependency that is
// updated has another entry in the lock file of its package manager; other code in such a folder is the change's own.
extension OutOfSight {
  /// A folder in which a package manager keeps the dependencies that a lock file lists.
  private struct LockedFolder {
    /// The files that list the dependencies, beside the folder.
    let lockFiles: [String]
    /// Folders in the folder that have the dependencies.
    var innerFolders: Set<String> = []
    /// Folders and files in the folder that the package manager writes from the projects, so that an update of the app's own code changes them.
    var written: Set<String> = []
    /// The endings of files in ``folderOfTargets`` that the package manager writes.
    var endingsOfTargets: [String] = []
  }

  /// The folders of package managers, by their names.
  private static let folders: [String: LockedFolder] = [
    "Carthage": LockedFolder(lockFiles: ["Cartfile.resolved"], innerFolders: ["Build", "Checkouts"]),
    "Pods": LockedFolder(
      lockFiles: ["Podfile.lock"], written: ["Local Podspecs", "Manifest.lock", "Pods.xcodeproj"],
      endingsOfTargets: ["-dummy.m", "-prefix.pch", "-umbrella.h", "-vers.c", ".modulemap"]),
    "node_modules": LockedFolder(
      lockFiles: [
        "bun.lock", "npm-shrinkwrap.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock",
      ]),
  ]

  /// The folder of CocoaPods with a folder for each target.
  private static let folderOfTargets = "Target Support Files"

  /// The endings of files, beside the endings of code, that a build compiles, includes, or reads as a part of
  /// a project.
  private static let endingsOfCode = [
    ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc", ".modulemap", ".pbxproj", ".pch",
    ".podspec", ".rb",
  ]

  /// Adds the code that a change writes into folders of dependencies, and that no update of a dependency explains. `known` are files that are
  /// compared with a policy or reported otherwise, and `roots` are the folders of the apps, as absolute paths.
  mutating func addDependencies(among changed: Set<String>, below roots: [String], known: Set<String>) {
    var found: [String: [(path: String, name: String)]] = [:]
    var updates: [String: Set<Substring>] = [:]
    for path in changed.subtracting(known).sorted(by: { $0.isBefore($1) }) {
      guard AppFacts.isCode(path) || Self.endingsOfCode.contains(where: path.hasSuffix),
        let root = roots.first(where: { path.isBelow($0) }),
        let (folder, names) = Self.dependency(path, below: root), let first = names.first,
        !FileAccess.isLink(path), FileAccess.kind(of: path) == .file
      else { continue }
      let kind = Self.folders[RelativePath.name(of: folder)] ?? LockedFolder(lockFiles: [])
      let parent = String(RelativePath.folder(of: folder).dropLast())
      let locks = kind.lockFiles.map { "\(parent)/\($0)" }.filter { FileAccess.kind(of: $0) == .file }
      if !locks.isEmpty {
        if kind.written.contains(first) { continue }
        let isOfTarget = first == Self.folderOfTargets
        if isOfTarget, kind.endingsOfTargets.contains(where: path.hasSuffix) { continue }
      }
      let inner = kind.innerFolders.contains(first) ? Array(names.dropFirst()) : names
      let name = inner.prefix(inner.first?.hasPrefix("@") ?? false ? 2 : 1).joined(separator: "/")
      let updated = updates[folder] ?? locks.reduce(into: []) { $0.formUnion(wordsOfChange(in: $1)) }
      updates[folder] = updated
      if !name.isEmpty, Self.words(of: name[...]).allSatisfy(updated.contains) { continue }
      found[folder, default: []].append((path, name))
    }
    for (folder, files) in found.sorted(by: { $0.key.isBefore($1.key) }) {
      guard let file = files.first else { continue }
      let (shown, place) = (relative(file.path), relative(folder))
      let name = file.name.isEmpty ? RelativePath.name(of: folder) : file.name
      let more = files.count == 1 ? "" : " and \(DisplayText.count(files.count - 1, "other file"))"
      add(inFile: shown, line: 1) {
        .codeOutOfSight(
          at: $0, path: "",
          "The change writes \(shown)\(more) in a folder of dependencies, and no lock file of a package manager has another version of \(name): no policy is compared with the code there",
          help: "update dependencies by their package manager, and keep other code out of \(place)",
          severity: .warning)
      }
    }
  }

  /// The folder of dependencies around a file, as an absolute path, and the names on the path from that folder to the file's folder.
  private static func dependency(_ path: String, below root: String) -> (folder: String, names: [String])? {
    let names = (path.path(below: root) ?? "").pathNames.map(String.init)
    guard let index = names.firstIndex(where: DependencyFolders.names.contains), index < names.count - 1
    else {
      return nil
    }
    return (
      ([root] + names[...index]).joined(separator: "/"), Array(names[(index + 1)...].prefix(3))
    )
  }

  /// The words of the lines that are new in a file, and of the lines around them that are indented less.
  private func wordsOfChange(in path: String) -> Set<Substring> {
    guard let bytes = try? access.repository(around: path).readRegularFile(path, limit: AppReader.fileLimit)
    else { return [] }
    var former: Set<Substring> = []
    if let entry = entries[path] {
      // Without the content at the base, nothing counts as updated.
      guard let content = try? repository.contents(of: [entry])[entry.object] else { return [] }
      former = Set(String(decoding: content, as: UTF8.self).split(separator: "\n"))
    }
    var words: Set<Substring> = []
    var around: [(indentation: Int, line: Substring)] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let indentation = line.utf8.prefix(while: \.isSpaceOrTab).count
      while let last = around.last, last.indentation >= indentation { around.removeLast() }
      around.append((indentation, line))
      guard !former.contains(line) else { continue }
      // A line of a lock file is at most two levels below the name of its dependency.
      for (_, line) in around.suffix(3) { words.formUnion(Self.words(of: line)) }
    }
    return words
  }

  private static func words(of text: Substring) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && !"-_.+".contains($0) }
  }
}
