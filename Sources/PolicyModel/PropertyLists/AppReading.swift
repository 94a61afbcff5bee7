package import AppFacts
package import PolicySyntax

/// The result of reading an app: its facts, and the texts of the files that contain these facts.
package struct AppReading: Sendable {
  /// The facts, whose paths are relative to the folder that was read. A file with facts whose text can't be read is unread.
  package let facts: AppFacts
  /// The apps of the facts, and the targets of their files.
  package let releases: ReleaseIndex
  /// Whether some of the app's files are files that bgpolicy generates from the policy. The facts don't include the calls in these files,
  /// because the policy declares the same calls. The facts include the processes that the files declare.
  package let hasGeneratedCode: Bool
  /// The path of the folder that was read, in the same form as the paths of the policy's own files.
  package let folder: String
  /// The texts of the files with facts, whose names are resolved from the policy's folder.
  let texts: [SourceText]
  /// The number of each text, by the path of its file in the facts.
  private let numbers: [String: Int]
  /// The lines of the texts, in their order.
  private let lines: [LineTable]
  /// The position of the first text among the sources of the policy's reading.
  private var first = 0

  /// A reading of a folder's facts; `bytes` returns the bytes of a file, whose path is resolved from the policy's folder.
  ///
  /// Without `requiresTexts`, a file with facts whose text can't be read is not unread: facts from another machine may come without the
  /// files. `generated` has the texts of the files that bgpolicy generates from the policy, by the names of these files without their
  /// folders. A file that a person has changed has a different text, and does not count as generated.
  package init(
    _ facts: AppFacts, in folder: String, requiresTexts: Bool = true, generated: [String: Set<[UInt8]>] = [:],
    bytes: (String) -> [UInt8]?
  ) {
    self.folder = folder
    var facts = facts
    let generatedFiles = facts.files.filter { file in
      guard let texts = generated[RelativePath.name(of: file)],
        let text = bytes(Self.name(of: file, in: folder))
      else { return false }
      return texts.contains(text)
    }
    hasGeneratedCode = !generatedFiles.isEmpty
    if hasGeneratedCode {
      let files = Set(generatedFiles)
      facts.code.removeAll { $0.kind != .generatedProcess && files.contains($0.location.file) }
    }
    var numbers: [String: Int] = [:]
    var texts: [SourceText] = []
    let calls = facts.languages.flatMap(\.calls).flatMap(\.files)
    for file in Set(facts.code.flatMap(\.files) + calls).sorted(by: {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }) {
      let name = Self.name(of: file, in: folder)
      guard let bytes = bytes(name) else {
        // Findings in this file can't be shown.
        if requiresTexts {
          facts.unread.append(
            UnreadFact(FactLocation(file: file), reason: "Its text can't be read", isRefused: true))
        }
        continue
      }
      numbers[file] = texts.count
      texts.append(SourceText(name: name, bytes: bytes))
    }
    facts.unread.sort { $0.location < $1.location }
    self.facts = facts
    releases = ReleaseIndex(facts)
    self.numbers = numbers
    self.texts = texts
    lines = texts.map { LineTable($0.bytes) }
  }

  /// The path of a file of the facts, resolved in the same way as the paths of the policy's own files.
  package static func name(of file: String, in folder: String) -> String {
    folder.isEmpty || folder == "." ? file : RelativePath.normalized("\(folder)/\(file)")
  }

  /// The same reading, whose texts follow `count` other sources.
  func following(_ count: Int) -> AppReading {
    var reading = self
    reading.first = count
    return reading
  }

  /// The source of a file; `nil` if the file's text was not read.
  package func source(of path: String) -> SourceID? {
    numbers[path].map { SourceID(index: UInt16(clamping: first + $0)) }
  }

  /// The span of the name, number or punctuation mark at a location; `nil` if the file's text was not read.
  package func span(of location: FactLocation) -> Span? {
    guard let index = numbers[location.file], let source = source(of: location.file) else { return nil }
    let (bytes, lines) = (texts[index].bytes, lines[index])
    guard location.line > 0, location.line <= lines.count else { return Span(source: source, 0..<0) }
    let start = lines.offset(of: Position(line: location.line, column: max(location.column, 1)))
    let rest = bytes[
      start..<(lines.start(ofLine: location.line) + lines.content(ofLine: location.line).count)]
    return Span(source: source, start..<start + Self.length(ofWordIn: rest))
  }

  /// The length of the literal in quotation marks or of the name with dots at the start of `rest`; otherwise 1.
  private static func length(ofWordIn rest: ArraySlice<UInt8>) -> Int {
    guard let first = rest.first else { return 0 }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let end = rest.dropFirst().firstIndex(of: first).map { $0 + 1 } ?? rest.endIndex
      return end - rest.startIndex
    }
    let word = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
        true
      default: false
      }
    }
    return max(word.count, 1)
  }
}

extension PluginCall {
  /// The files that contain the call, its identifier and the name of its task.
  fileprivate var files: [String] {
    [location.file] + [identifier?.location.file, task?.location.file].compactMap(\.self)
  }
}

extension CodeFact {
  /// The files that contain the fact and its values.
  fileprivate var files: [String] { [location.file] + values.map(\.value.location.file) }
}
