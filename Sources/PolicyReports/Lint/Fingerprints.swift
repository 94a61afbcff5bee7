internal import PolicyLint
internal import PolicySyntax
internal import Quantities

/// Gives each finding of a report a unique name that stays the same when lines above it are added or removed.
struct Fingerprints {
  private var given: Set<UInt64> = []

  /// The fingerprint of the next finding: 16 hexadecimal digits.
  ///
  /// The fingerprint is a hash of file, rule, path and message, and of the number of equal findings before
  /// this finding.
  mutating func next(of finding: Finding, in file: LintReport.File) -> String {
    let diagnostic = finding.diagnostic
    let name = file.root.path(of: file.source(of: diagnostic.span).name)
    var ordinal = 0
    var hash: FNV1a
    repeat {
      hash = FNV1a()
      for text in [name, finding.name.text, diagnostic.path, diagnostic.message, "\(ordinal)"] {
        hash.combine(part: text.utf8)
      }
      ordinal += 1
    } while !given.insert(hash.value).inserted
    return hash.digits
  }
}
