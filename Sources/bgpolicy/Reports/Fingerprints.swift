internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// Gives each finding of a report a name of its own that stays the same when lines above it come or go.
struct Fingerprints {
  private var given: Set<UInt64> = []

  /// The name of the next finding: 16 hexadecimal digits.
  ///
  /// It is made of file, rule, path and message; among equals, of how many there were before.
  mutating func next(of finding: Finding, in file: LintReport.File) -> String {
    let issue = finding.issue
    let name = RelativePath.normalized(file.source(of: issue.span).name)
    var ordinal = 0
    var hash: UInt64
    repeat {
      hash = Self.hash([name, finding.name.text, issue.path, issue.message, "\(ordinal)"])
      ordinal += 1
    } while !given.insert(hash).inserted
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// FNV-1a over the bytes of texts, with a byte behind each that no text has.
  private static func hash(_ texts: [String]) -> UInt64 {
    let prime: UInt64 = 0x100_0000_01B3
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* prime }
      hash = (hash ^ 0xFF) &* prime
    }
    return hash
  }
}
