internal import PolicyModel
internal import PolicySyntax

extension Sequence<Finding> {
  /// The findings, without the further findings that a misspelled identifier causes.
  ///
  /// If two identifiers differ in a few letters and were probably meant as the same identifier, the most severe finding about the two
  /// identifiers asks whether this is so. The other findings become related locations of this finding.
  ///
  /// Suppressed findings stay separate.
  package var withoutConsequences: [Finding] {
    let findings = Array(self)
    let subjects = findings.map { $0.counts ? $0.diagnostic.subject : nil }
    let pairs = MisspelledIdentifier.all(among: subjects.compactMap(\.self))
    guard !pairs.isEmpty else { return findings }
    var result = findings
    var consequences: Set<Int> = []
    let places = Dictionary(grouping: findings.indices.filter { subjects[$0] != nil }) {
      subjects[$0]?.identifier ?? ""
    }
    for pair in pairs {
      let members = [pair.absent, pair.surplus].flatMap { places[$0] ?? [] }
      // Among findings of the same severity, findings about missing identifiers come before findings about unused identifiers.
      let ranked = members.sorted { left, right in
        let ranks = [left, right].map { (findings[$0].severity, subjects[$0]?.isAbsent == true ? 1 : 0) }
        return (ranks[1].0, ranks[1].1, left) < (ranks[0].0, ranks[0].1, right)
      }
      guard let first = ranked.first, let subject = subjects[first] else { continue }
      let others = ranked.dropFirst()
      result[first].diagnostic.add(
        others.map { findings[$0] }, meaning: pair.other(than: subject.identifier))
      consequences.formUnion(others)
    }
    return result.indices.filter { !consequences.contains($0) }.map { result[$0] }
  }
}

/// Two spellings that were probably meant as the same identifier.
private struct MisspelledIdentifier {
  /// The spelling that the policy or the app uses, and that another place lacks.
  let absent: String
  /// The spelling at that other place, which nothing uses.
  let surplus: String

  /// The pairs among the subjects of findings. Each identifier is in at most one pair.
  static func all(among subjects: [Diagnostic.Subject]) -> [MisspelledIdentifier] {
    let surplus = Set(subjects.filter { !$0.isAbsent }.map(\.identifier))
    guard !surplus.isEmpty, subjects.contains(where: \.isAbsent) else { return [] }
    let others = SimilarIdentifiers(surplus)
    var pairs: [MisspelledIdentifier] = []
    var paired: Set<String> = []
    for subject in subjects where subject.isAbsent && !paired.contains(subject.identifier) {
      guard let meant = others.nearest(to: subject.identifier, where: { !paired.contains($0) }) else {
        continue
      }
      pairs.append(MisspelledIdentifier(absent: subject.identifier, surplus: meant.name))
      paired.formUnion([subject.identifier, meant.name])
    }
    return pairs
  }

  func other(than identifier: String) -> String { identifier == absent ? surplus : absent }
}

extension Diagnostic {
  /// Adds findings that have the same misspelled identifier as their cause. `name` is the identifier that was
  /// probably meant.
  fileprivate mutating func add(_ consequences: [Finding], meaning name: String) {
    if !message.hasSuffix("?") { message += Suggestion(name: name).question }
    help = "write one of the two everywhere: in the code, the Info.plist and the policy"
    // Each fix assumes that both identifiers are meant as written.
    fixes = []
    related =
      consequences.map { Related(span: $0.diagnostic.span, message: "\($0.diagnostic.message) (\($0.name))") }
      + related
  }
}
