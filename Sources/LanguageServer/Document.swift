internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// A document that is open in the editor.
struct Document: Sendable {
  /// The URI as the client writes it.
  let uri: String
  /// The absolute path, or the URI of a document without one.
  let name: String
  /// Whether it is a policy by its name or its language.
  let isPolicy: Bool
  /// The version of the text, by the client's count; `nil` if it gives none.
  var version: Int?
  /// The text as it is in the editor.
  var text: EditedText

  var source: SourceText { SourceText(name: name, bytes: text.bytes) }
}

/// The reading of a policy and its findings.
struct Analysis: Sendable {
  let reading: PolicyReading
  /// All findings, also suppressed ones.
  let findings: [Finding]
  /// The findings that count as `lint` reports them: those of some rules are one.
  let reported: [Finding]
  /// The files that it was made from, in addition to the text itself.
  let inputs: Set<String>
  /// The number of the analysis, which no other has.
  let number: Int
}

/// The files that a reading of a policy asks for.
final class ReadFiles: @unchecked Sendable {
  // Used by one thread at a time: a reading has no threads.
  private(set) var paths: Set<String> = []
  /// The code of folders, which takes too long to be read after each edit.
  private(set) var code: [String: Result<[SourceText], UnreadableFile>]
  private let texts: [String: [UInt8]]
  private let host: ServerHost

  init(
    open texts: [String: [UInt8]], code: [String: Result<[SourceText], UnreadableFile>], _ host: ServerHost
  ) {
    self.texts = texts
    self.code = code
    self.host = host
  }

  /// The bytes of a file, as they are in the editor if it is open there.
  func read(_ path: String, limit: Int) -> Result<[UInt8], UnreadableFile> {
    paths.insert(path)
    if let text = texts[path] { return .success(text) }
    return host.read(path, limit)
  }

  /// The source files at a path.
  func code(_ path: String) -> Result<[SourceText], UnreadableFile> {
    if let known = code[path] { return known }
    let files = host.code(path)
    code[path] = files
    return files
  }
}
