package import AppFacts
package import PolicyLint
package import PolicySyntax
internal import Quantities

/// The findings in a set of policies, with the sources.
package struct LintReport {
  /// The findings in one policy.
  package struct File: Sendable {
    /// The policy's findings in the order of the policy's text.
    package var findings: [Finding]
    /// The files of the findings' spans.
    package let sources: [SourceText]
    /// The root of the paths that services see.
    var root = ReportRoot.none
    /// The site with the pages of rules.
    var site = DocumentationSite.current

    /// Joins findings that have the same cause, and folds findings that are reported only once in a file.
    package init(findings: [Finding], sources: [SourceText]) {
      self.findings = findings.withoutConsequences.folded
      self.sources = sources
    }
  }

  /// An app that was compared with a policy.
  package struct App: Sendable {
    /// The path of the policy.
    let policy: String
    /// The folder that was read.
    let folder: String
    /// The facts that were read from the app's code and files.
    let facts: AppFacts
    /// The rules that could not be decided for the app.
    let undecided: [UndecidedRules]

    /// An app in a folder that was compared with a policy.
    package init(of policy: String, in folder: String, _ facts: AppFacts, undecided: [UndecidedRules]) {
      self.policy = policy
      self.folder = folder
      self.facts = facts
      self.undecided = undecided
    }
  }

  /// The policies: first the files with precedence, then the other files sorted by name.
  let files: [File]

  /// The least severity that fails the run.
  let limit: Severity
  /// Whether findings were compared with a baseline.
  let hasBaseline: Bool
  /// Headlines for policies that could not be linted.
  let failures: [String]
  /// The site with the pages of rules.
  let site: DocumentationSite
  /// The apps that were compared with policies.
  package var apps: [App] = []
  /// The part of the app that the command did not compare, and the command that compares it, for people.
  /// `nil` if the command compared everything.
  package var notCompared: String?
  /// Whether to count findings by rule instead of listing them.
  package var showsStatistics = false

  /// A report on policies. The files of `first` come first; the other files may have any order.
  package init(
    _ files: [File], first: [File] = [], limit: Severity, root: ReportRoot = .none, hasBaseline: Bool = false,
    failures: [String] = [], site: DocumentationSite = .current
  ) {
    self.limit = limit
    self.site = site
    self.hasBaseline = hasBaseline
    self.failures = failures
    self.files = (first + files.sorted { $0.name.isBefore($1.name) }).map { file in
      var file = file
      file.root = root
      file.site = site
      return file
    }
  }

  /// Each finding with the file of its policy.
  var findings: [(finding: Finding, file: File)] {
    files.flatMap { file in file.findings.map { ($0, file) } }
  }

  /// The number of findings of a severity that count.
  func count(_ severity: Severity) -> Int {
    findings.count { $0.finding.severity == severity && $0.finding.counts }
  }

  /// The number of findings that count and can be fixed.
  var fixable: FixableCounts {
    var counts = FixableCounts()
    for (finding, _) in findings where finding.counts { counts.add(finding) }
    return counts
  }

  /// The number of suppressed findings.
  var suppressedCount: Int { findings.count { !$0.finding.counts } }

  /// Whether a finding that counts is at least as severe as the limit.
  package var fails: Bool { fails { _ in true } }

  /// Whether a finding that counts and meets `isAsked` is at least as severe as the limit.
  package func fails(if isAsked: (Finding) -> Bool) -> Bool {
    findings.contains { $0.finding.counts && $0.finding.severity >= limit && isAsked($0.finding) }
  }
}

extension LintReport.File {
  /// The policy's name.
  fileprivate var name: String { sources.first?.name ?? "" }

  /// The source of a span's text.
  func source(of span: Span) -> SourceText { sources[Int(span.source.index)] }
}
