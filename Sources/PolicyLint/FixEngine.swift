internal import PolicyModel
internal import PolicySyntax

/// Applies fixes until no remaining fix can be applied.
///
/// The new text is read and linted before it is accepted: the text must parse, and must not have worse
/// findings. If several fixes together are not accepted, fewer fixes are tried, down to a single fix.
struct FixEngine {
  /// A text with its reading and its findings.
  struct State {
    let source: SourceText
    let reading: PolicyReading
    let findings: [Finding]
  }

  private(set) var state: State
  private(set) var fixes: [Fix] = []
  private let scope: FixResult.Scope
  private let isSelected: (Finding) -> Bool
  private let read: (SourceText) -> State
  /// The reasons of the fixes that were rejected in the current round.
  private var rejections: [FixCandidate.Identity: String] = [:]
  private var written = WrittenText()
  /// All earlier texts. A repeated text means that fixes undo each other, and is rejected.
  private var texts: Set<[UInt8]>

  init(
    _ source: SourceText, _ scope: FixResult.Scope, where isSelected: @escaping (Finding) -> Bool,
    read: @escaping (SourceText) -> State
  ) {
    self.scope = scope
    self.isSelected = isSelected
    self.read = read
    state = read(source)
    texts = [source.bytes]
  }

  mutating func run() {
    var made = 0
    repeat {
      made = fixes.count
      // A rejected fix may become acceptable after other fixes.
      rejections = [:]
      makeRound()
    } while fixes.count > made && !rejections.isEmpty
  }

  /// The allowed fixes that were rejected, one for each finding.
  var unmade: [FixResult.Unmade] {
    state.findings.compactMap { finding in
      guard finding.counts, isSelected(finding) else { return nil }
      return allowedFixes(of: finding).lazy.compactMap { fix in
        rejections[FixCandidate(finding: finding, fix: fix).identity].map {
          FixResult.Unmade(finding: finding, fix: fix, reason: $0)
        }
      }.first
    }
  }

  private mutating func makeRound() {
    var size = Int.max
    while true {
      let batch = nextBatch(of: size)
      guard let first = batch.first else { return }
      let edits = batch.flatMap(\.fix.edits)
      let new = read(
        SourceText(
          name: state.source.name, bytes: edits.applied(to: state.source.bytes, of: SourceID(index: 0))))
      if let reason = rejection(of: new, after: batch) {
        if batch.count == 1 { rejections[first.identity] = reason }
        size = max(1, batch.count / 2)
      } else {
        written.apply(edits, to: state.source.bytes)
        texts.insert(new.source.bytes)
        fixes += batch.map(\.fix)
        state = new
        size = batch.count > Int.max / 2 ? Int.max : batch.count * 2
      }
    }
  }

  // MARK: - Selecting fixes

  private func allowedFixes(of finding: Finding) -> [Fix] {
    finding.diagnostic.fixes.filter { scope.allows($0) && $0.isWithinPolicy }
  }

  /// The most urgent fixes that don't overlap, one for each path, without rejected fixes.
  private mutating func nextBatch(of size: Int) -> [FixCandidate] {
    var candidates: [FixCandidate] = []
    for finding in state.findings where finding.counts && isSelected(finding) {
      for fix in allowedFixes(of: finding) {
        let candidate = FixCandidate(finding: finding, fix: fix)
        guard rejections[candidate.identity] == nil else { continue }
        if fix.safety != .safe, written.isTouched(by: fix.edits, in: state.source.bytes) {
          rejections[candidate.identity] = "it would change the text that another fix has just written"
          continue
        }
        candidates.append(candidate)
        break
      }
    }
    // A removal makes other fixes of the removed text unnecessary.
    candidates = candidates.filter(\.isRemoval) + candidates.filter { !$0.isRemoval }
    var paths: Set<String> = []
    candidates = candidates.filter { $0.path.isEmpty || paths.insert($0.path).inserted }
    guard let urgency = candidates.map(\.urgency).max() else { return [] }
    var taken = SpanSet()
    var batch: [FixCandidate] = []
    for candidate in candidates where candidate.urgency == urgency && batch.count < size {
      if taken.insert(candidate.fix.edits.map(\.span)) { batch.append(candidate) }
    }
    return batch
  }

  // MARK: - Accepting the result

  /// The reason why the new text is not accepted. `nil` if the text is accepted.
  private func rejection(of new: State, after batch: [FixCandidate]) -> String? {
    if texts.contains(new.source.bytes) { return "it would undo another fix" }
    let added = new.addedFindings(since: state)
    if let problem = new.readingProblem(since: state) {
      return "the policy could not be read afterwards: \(problem)"
    }
    let (before, after) = (FixScore(state.findings), FixScore(new.findings))
    let isWorse = before < after
    let (left, there) = (new.counts, state.counts)
    let fixed = Dictionary(batch.map { ($0.finding.name, 1) }, uniquingKeysWith: +)
    let hasWorked = fixed.allSatisfy { name, number in
      left[name, default: 0] + number <= there[name, default: 0]
    }
    if batch.count == 1 {
      guard isWorse || (before == after && !hasWorked) else { return nil }
    } else {
      // Each fix must be acceptable without the other fixes.
      guard isWorse || !hasWorked || added.contains(where: { $0.urgency >= batch[0].urgency }) else {
        return nil
      }
    }
    guard let finding = added.max(by: { $0.severity < $1.severity }) else { return "it would not help" }
    return "it would cause \(finding.severity.rawValue)[\(finding.name)]: \(finding.diagnostic.message)"
  }
}

/// A fix of a finding.
struct FixCandidate {
  /// The values that identify a fix in a text that other fixes have changed.
  struct Identity: Hashable {
    let rule: RuleName
    let path: String
    let message: String
    let title: String
  }

  let finding: Finding
  let fix: Fix

  var path: String { finding.diagnostic.path }
  var urgency: Int { finding.urgency }

  var identity: Identity {
    Identity(rule: finding.name, path: path, message: finding.diagnostic.message, title: fix.title)
  }

  /// Whether the fix removes the text that the finding is about.
  var isRemoval: Bool {
    let node = finding.diagnostic.span
    return fix.edits.contains {
      $0.span.lower <= node.lower && node.upper <= $0.span.upper
        && $0.replacement.utf8.count + node.range.count <= $0.span.range.count
    }
  }
}

extension Finding {
  /// The order in which findings are fixed: the shape of the text first, then by severity.
  fileprivate var urgency: Int { rule.isAboutShape ? Severity.allCases.count : rank }

  private var rank: Int { Severity.allCases.count { $0 < severity } }
}

extension FixEngine.State {
  /// A new problem that prevents the policy from being read. `nil` if there is no such problem.
  fileprivate func readingProblem(since old: Self) -> String? {
    let names: Set<RuleName> = [.yamlSyntax, .yamlLimit, .yamlMultipleDocuments]
    let problems = findings.filter { names.contains($0.name) }
    if problems.count > old.findings.count(where: { names.contains($0.name) }) {
      return problems.last?.diagnostic.message
    }
    return reading.policy == nil && old.reading.policy != nil ? "it would no longer be a policy" : nil
  }

  /// The findings of each rule that count.
  fileprivate var counts: [RuleName: Int] {
    findings.reduce(into: [:]) { counts, finding in
      if finding.counts { counts[finding.name, default: 0] += 1 }
    }
  }

  /// The findings that an older text did not have. The location does not matter.
  fileprivate func addedFindings(since old: Self) -> [Finding] {
    var known: [FixCandidate.Identity: Int] = [:]
    for finding in old.findings where finding.weighs { known[finding.identity, default: 0] += 1 }
    return findings.filter { finding in
      guard finding.weighs else { return false }
      known[finding.identity, default: 0] -= 1
      return known[finding.identity, default: 0] < 0
    }
  }
}

extension Finding {
  /// Whether a fix must not cause the finding. Findings about the app's own files are accepted, because
  /// merging updates the files later.
  fileprivate var weighs: Bool { counts && !rule.isAboutDrift }

  /// The values that identify a finding even if list indices have changed.
  fileprivate var identity: FixCandidate.Identity {
    FixCandidate.Identity(rule: name, path: "", message: diagnostic.message, title: "")
  }
}

/// The badness of a text. Problems of the text's shape weigh most, then errors, then warnings, then notes.
private struct FixScore: Comparable {
  private let counts: [Int]

  init(_ findings: [Finding]) {
    let counting = findings.filter(\.weighs)
    counts =
      [counting.count { $0.rule.isAboutShape }]
      + [Severity.error, .warning, .info].map { severity in counting.count { $0.severity == severity } }
  }

  static func < (left: FixScore, right: FixScore) -> Bool {
    left.counts.lexicographicallyPrecedes(right.counts)
  }
}
