import Foundation
import TestSupport
import Testing

/// Some definitions are easily written a second time. Each of these definitions is in only one file of the sources.
@Suite struct SingleDefinitionTests {
  @Test(arguments: [
    (what: "the length of a day", pattern: #"\b86_?400"#, file: "Quantities/TimeSpan.swift"),
    ("the 97.5 % quantile", #"\b1\.96\b|\b1\.959"#, "Quantities/NormalDistribution.swift"),
    ("a space or a tab", #"ascii: " "\) \|\| .*ascii: "\\t"\)"#, "Quantities/UInt8+WhiteSpace.swift"),
    ("a line break", #"ascii: "\\n"\) \|\| .*ascii: "\\r"\)"#, "Quantities/UInt8+WhiteSpace.swift"),
    ("the escape of four digits", #""\\\\u" \+"#, "Quantities/String+Escaping.swift"),
    ("the escape in braces", #"\\\\u\{\\\("#, "Quantities/String+Escaping.swift"),
    ("the question after a suggestion", "did you mean", "PolicyModel/Suggestion.swift"),
    ("the C library", #"import (Darwin|Glibc|Musl)\b"#, "Libc/Libc.swift"),
  ])
  func isInOneFile(_ thing: (what: String, pattern: String, file: String)) throws {
    let pattern = try Regex(thing.pattern)
    let files = try Self.sources.filter { try pattern.firstMatch(in: $0.code) != nil }.map(\.file)
    #expect(files == [thing.file], "\(thing.what)")
  }

  /// The lines of code of each file under Sources, sorted by its path.
  private static let sources: [(file: String, code: String)] = {
    let root = Project.path("Sources")
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      return (path, lines.joined(separator: "\n"))
    }
  }()
}
