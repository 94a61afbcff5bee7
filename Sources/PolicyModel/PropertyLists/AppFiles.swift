package import PolicySyntax

/// The app's own files that a policy names, read for the linter.
package struct AppFiles: Sendable {
  /// The files that `infoPlist` and `entitlements` of the app and its targets name.
  package internal(set) var propertyLists: [AppFile] = []
  /// The folders and files of the app's code.
  package internal(set) var code: [AppCode] = []
  /// The app's projects and code; `nil` if the projects and code were not requested, or the reason that they can't be read.
  package internal(set) var app: Result<AppReading, UnreadableFile>?

  /// No files.
  package static let none = AppFiles()
}

/// A folder of the app's code that a policy names.
package struct AppCode: Sendable {
  /// The path as written in the policy.
  package let named: Located<FilePath>
  /// The files that rules may report, sorted by path; the reason if the path can't be read.
  package let files: Result<[SourceText], UnreadableFile>
}

/// Reads the app's own files from disk for the reader of policies.
package struct AppFileReader: Sendable {
  /// Returns the bytes of a property list.
  let propertyList: @Sendable (_ path: String) -> Result<[UInt8], UnreadableFile>
  /// Returns the Swift and Objective-C files at a path that rules may report, sorted by path.
  let code: @Sendable (_ path: String) -> Result<[SourceText], UnreadableFile>

  /// A reader that calls two functions for files.
  package init(
    propertyList: @escaping @Sendable (_ path: String) -> Result<[UInt8], UnreadableFile>,
    code: @escaping @Sendable (_ path: String) -> Result<[SourceText], UnreadableFile>
  ) {
    self.propertyList = propertyList
    self.code = code
  }
}

extension AppFiles {
  /// The files that a policy names, and the texts of its property lists, which follow `count` other sources.
  static func read(
    for policy: Policy, by reader: AppFileReader, after count: Int, _ limits: NamedFileLimits,
    _ lists: inout ParsedPropertyLists
  ) -> (files: AppFiles, sources: [SourceText]) {
    var files = AppFiles()
    var sources: [SourceText] = []
    if policy.namesPropertyLists {
      (files.propertyLists, sources) = AppFile.all(
        of: policy, by: reader, after: count, limits, &lists)
    }
    var bounded = BoundedFiles("the policy's code is", most: limits.code, limits)
    files.code = (policy.app?.value.sources?.value ?? []).map { folder in
      let code = bounded.content({ reader.code(folder.value.resolved) }) { texts in
        texts.reduce(0) { $0 + $1.bytes.count }
      }
      return AppCode(named: folder, files: code)
    }
    return (files, sources)
  }
}
