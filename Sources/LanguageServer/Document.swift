internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// A document that is open in the editor.
struct Document: Sendable {
  /// The URI as the client writes it.
  let uri: String
  /// The absolute path, or the URI if the document has no path.
  let name: String
  /// Whether the document is a policy, according to its name or its language.
  let isPolicy: Bool
  /// The client's number for the version of the text; `nil` if the client states no version.
  var version: Int?
  /// The text in the editor.
  var text: EditedText

  /// The size of the largest policy that is checked with each edit, in bytes.
  static let sizeLimit = 2 << 20

  /// Whether the document is too large to be checked with each edit.
  var isTooLarge: Bool { text.bytes.count > Self.sizeLimit }

  var source: SourceText { SourceText(name: name, bytes: text.bytes) }
}

/// The reading of a policy and its findings.
struct Analysis: Sendable {
  let reading: PolicyReading
  /// All findings, including suppressed findings.
  let findings: [Finding]
  /// The findings that count, as `lint` reports them: for some rules, several findings are reported as one finding.
  let reported: [Finding]
  /// The files from which the analysis was made, in addition to the text itself.
  let inputs: Set<String>
  /// The unique number of the analysis.
  let number: Int
}

/// The files that a reading of a policy asks for.
final class ReadFiles: @unchecked Sendable {
  // One thread at a time uses these properties, because a reading starts no threads.
  private(set) var paths: Set<String> = []
  /// The code at paths that policies name, by policy and path. Reading the code after each edit would take too long.
  private(set) var code: [[String]: Result<[SourceText], UnreadableFile>]
  private let texts: [String: [UInt8]]
  private let host: ServerHost

  init(
    open texts: [String: [UInt8]], code: [[String]: Result<[SourceText], UnreadableFile>], _ host: ServerHost
  ) {
    self.texts = texts
    self.code = code
    self.host = host
  }

  /// The bytes of a file that a policy names. If the file is open in the editor, the bytes are the editor's text.
  func read(_ path: String, limit: Int, of policy: String) -> Result<[UInt8], UnreadableFile> {
    paths.insert(path)
    if let text = texts[path] { return .success(text) }
    return host.read(path, limit, policy)
  }

  /// The source files at a path that a policy names.
  func code(_ path: String, of policy: String) -> Result<[SourceText], UnreadableFile> {
    if let known = code[[policy, path]] { return known }
    let files = host.code(path, policy)
    code[[policy, path]] = files
    return files
  }
}
