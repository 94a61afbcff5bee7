internal import Quantities

/// Facts about an app that its project files, property lists and sources state.
///
/// `bgpolicy-appreader` prints the facts as JSON, from which bgpolicy reads them. Every path is relative to the folder that was read, and
/// every list has a stated order, so that the order in which files were found changes nothing.
package struct AppFacts: Equatable, Sendable {
  /// The products of the project files, in the order of project file and name.
  package var targets: [TargetFact]
  /// The facts from the code, in the order of file and position.
  package var code: [CodeFact]
  /// The files that were read, in the order of their paths.
  package var files: [String]
  /// Files and folders that were not read, with reasons, in the order of their paths.
  package var unread: [UnreadFact]
  /// The packages that the app's package managers list, in the order of place and name.
  package var packages: [PackageFact]
  /// The languages of the app that are not read, in the order of their names.
  package var languages: [LanguageFact]

  /// Facts from lists, each of which has to be in its stated order.
  package init(
    targets: [TargetFact] = [], code: [CodeFact] = [], files: [String] = [], unread: [UnreadFact] = [],
    packages: [PackageFact] = [], languages: [LanguageFact] = []
  ) {
    self.targets = targets
    self.code = code
    self.files = files
    self.unread = unread
    self.packages = packages
    self.languages = languages
  }
}

extension AppFacts {
  /// Whether everything that was found was read.
  package var isComplete: Bool { unread.isEmpty && unreadSources.isEmpty }

  /// Whether the projects have targets, but no target other than tests compiles source files, and no facts from code are known.
  package var lacksCode: Bool {
    code.isEmpty && !targets.isEmpty && !targets.contains(where: \.isOfExpo)
      && targets.allSatisfy { $0.kind == .tests || $0.sources.isEmpty }
  }

  /// The source files that a target other than tests compiles, and that were not read, in the order of their paths.
  package var unreadSources: [String] {
    let known = Set(files)
    let all = Set(targets.filter { $0.kind != .tests }.flatMap(\.sources))
    return all.filter { !known.contains($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The files with code that were read, without the files that only tests compile.
  package var filesOfApp: Set<String> {
    let tests = Set(targets.filter { $0.kind == .tests }.flatMap(\.sources))
    let others = Set(targets.filter { $0.kind != .tests }.flatMap(\.sources))
    return Set(files.filter { Self.isCode($0) && (!tests.contains($0) || others.contains($0)) })
  }

  /// Whether a name shows that a file contains code that bgpolicy reads.
  package static func isCode(_ path: String) -> Bool {
    [".swift", ".m", ".mm"].contains { path.hasSuffix($0) }
  }

  /// Whether a file's name is the name of a manifest in Swift, such as `Package.swift`. A manifest describes targets and is not code of an
  /// app.
  package static func isManifest(_ path: String) -> Bool {
    let name = path.pathNames.last ?? ""
    return ["Package.swift", "Project.swift", "Workspace.swift", "Tuist.swift"].contains(name)
      || name.hasPrefix("Package@swift-") || path.contains("ProjectDescriptionHelpers/")
  }

  /// The unread sources for which ``unread`` has no reason, because the files do not exist.
  package var missingSources: [String] {
    let known = Set(unread.map(\.location.file))
    return unreadSources.filter { !known.contains($0) }
  }
}

/// A place in a file of the app.
package struct FactLocation: Hashable, Sendable {
  /// The path, relative to the folder that was read.
  package let file: String
  /// The line, from 1; 0 for the file as a whole, such as a binary property list.
  package let line: Int
  /// The column, from 1, in Unicode scalars; 0 for the line or file as a whole.
  package let column: Int

  /// A place in a file; without a line, the file as a whole.
  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension FactLocation: Comparable {
  package static func < (left: FactLocation, right: FactLocation) -> Bool {
    if left.file != right.file { return left.file.utf8.lexicographicallyPrecedes(right.file.utf8) }
    return (left.line, left.column) < (right.line, right.column)
  }
}

/// A file or folder that was not read, or a part of a file that was not understood.
package struct UnreadFact: Equatable, Sendable {
  /// The file, and the place in the file if only a part was not understood.
  package let location: FactLocation
  /// The reason, without a full stop.
  package let reason: String
  /// Whether the reader refused the file: the file is beyond a limit, or has a form that the code of ordinary apps does not have.
  ///
  /// Anything may be hidden in a refused file, so a gate does not pass if the reader refuses a file.
  package let isRefused: Bool
  /// Whether a part of a project file that was not understood may name code. The code that it names is not read.
  package let leavesOutCode: Bool

  /// A file that was not read, for a reason without a full stop.
  package init(
    _ location: FactLocation, reason: String, isRefused: Bool = false, leavesOutCode: Bool = false
  ) {
    self.location = location
    self.reason = reason
    self.isRefused = isRefused
    self.leavesOutCode = leavesOutCode
  }
}
