internal import PlatformFacts
package import PolicySyntax

// The rules that `gate` and estimates check in addition to the rules of `lint`.

extension Rule {
  fileprivate static let budgetBroken = Rule(
    "BGP901", "budget-broken", .transfers, .error, .assumed,
    summary: "A budget that the estimate exceeds",
    why: """
      The policy limits the cost of its transfers, and a model of the device estimates a higher cost. Apple \
      publishes neither the schedule nor the budgets of the system, so the estimate depends on the model's \
      parameters.
      """,
    citations: [.ourAssumption])

  fileprivate static let estimateTooLarge = Rule(
    "BGP903", "estimate-too-large", .transfers, .error, .defined,
    summary: "More work than an estimate simulates",
    why: """
      An estimate simulates at most 50 million events, or as many as `--max-events` allows, and a run keeps at most \
      250,000 jobs and failed items. Work that comes up every second for weeks, or items in the millions, would take \
      hours and gigabytes, and so would a policy that is written to do so. The limits are bgpolicy's own.
      """,
    citations: [.policyLanguage])

  fileprivate static let findingsNotListed = Rule(
    "BGP904", "findings-not-listed", .shape, .info, .defined,
    summary: "More findings than a report lists",
    why: """
      A report lists the 1,000 most severe findings of a policy. A file with more is damaged or generated, and a report \
      of all would be as large as its reader can bear. All of them count for the exit status, the summary, baselines \
      and fixes. The limit is bgpolicy's own.
      """,
    citations: [.policyLanguage])

  fileprivate static let generatedOutOfDate = Rule(
    "BGP902", "generated-out-of-date", .generation, .error, .defined,
    summary: "Generated files that differ from what the policy compiles to",
    why: "The app is built from the generated files, not from the policy as it is now.",
    citations: [.policyLanguage])

  fileprivate static let workStranded = Rule(
    "BGP905", "work-stranded", .transfers, .warning, .reported,
    summary: "Work in progress on devices that the policy no longer serves",
    why: """
      Requests and transfers that the version before submitted outlive an update of the app. One that nothing \
      handles ends the app when the system launches it, or delivers its result to nobody.
      """,
    citations: [.downloadingInBackground, .weeklyRoundupHandler, .expoHandler])

  fileprivate static let thresholdExceeded = Rule(
    "BGP906", "threshold-exceeded", .transfers, .error, .assumed,
    summary: "A change of a policy that costs more than the gate allows",
    why: """
      The call allows a change to raise a figure by so much, and a model of the device estimates more under the same \
      random numbers. An increase that may be chance exceeds no threshold.
      """,
    citations: [.ourAssumption])

  fileprivate static let policyOutOfSight = Rule(
    "BGP910", "policy-out-of-sight", .shape, .error, .defined,
    summary: "A policy that the gate checked before the change, and no longer finds",
    why: """
      A change that adds a pattern to `.gitignore` or to `exclude`, or that moves a policy to a name or folder that no \
      command searches, decides what is checked, and the rest of the report does not show it. A policy that the change \
      removes in the open is a warning.
      """,
    citations: [.policyLanguage])

  static let codeOutOfSight = Rule(
    "BGP911", "code-out-of-sight", .shape, .error, .defined,
    summary: "Code that a change takes out of the comparison with policies, or brings in past it",
    why: """
      A change of `app.sources`, or of `app` in bgpolicy.config.yaml, can leave out code that is still there, and so can a \
      change of a project, or of a file's name: no target other than tests compiles the file any longer. Rules about the \
      app's code then find nothing in it. Files are reported if they would change what is known of the app's code. New \
      code with background work that no policy is compared with is a warning, and an error with `--strict`, as other code that was not \
      checked.
      """,
    citations: [.policyLanguage])

  fileprivate static let gateLoosened = Rule(
    "BGP912", "gate-loosened", .shape, .warning, .defined,
    summary: "A change of the settings by which the gate itself decides",
    why: """
      The change raises the severity that fails, lowers that of a rule, suppresses findings by a comment, accepts them \
      in the baseline, leaves out a check, or sets other thresholds, scenarios or runs, so that its own findings may not \
      count.
      """,
    citations: [.policyLanguage])

  static let appNotRead = Rule(
    "BGP913", "app-not-read", .appFiles, .error, .defined,
    summary: "An app, or code of it, that could not be read",
    why: """
      Rules about code say nothing of code that was not read, so their silence would look like success. A reader that \
      fails, a project of which only tests compile code, and code that the reader refuses, because it is too large or \
      nested too deeply for any app, are errors. Code that is missing, such as a file that a build generates, is a note, and an error with `--strict`. Nothing in a policy or a \
      baseline turns the rule off.
      """,
    citations: [.policyLanguage], check: .reading)

  static let codeUndecided = Rule(
    "BGP914", "code-undecided", .code, .info, .defined,
    summary: "Rules about code that could not be decided",
    why: """
      A rule about something that the code lacks needs all of the code, and every identifier of a kind. Where a file was not \
      read or an identifier is known only when the app runs, the rule is off, and its silence says nothing.
      """,
    citations: [.policyLanguage])

  fileprivate static let generatedLeftOver = Rule(
    "BGP505", "generated-left-over", .generation, .error, .defined,
    summary: "Generated files that the policy no longer produces",
    why: """
      The app is built from the files in the folder. A file that the policy no longer produces calls code \
      that no longer exists, or keeps code that no policy controls.
      """,
    citations: [.policyLanguage])
}

extension Catalog {
  /// The rules that only `bgpolicy gate`, estimates and reports check.
  package static let gateRules: [Rule] = (resultRules + teamRules).sorted { $0.name.text < $1.name.text }

  /// Rules about budgets, estimates, files and changes instead of declarations.
  private static let resultRules: [Rule] = [
    .appNotRead, .budgetBroken, .codeOutOfSight, .codeUndecided, .estimateTooLarge, .findingsNotListed,
    .gateLoosened, .generatedLeftOver, .generatedOutOfDate, .policyOutOfSight, .thresholdExceeded,
    .workStranded,
  ]

  /// Rules about several policies of one call.
  private static let teamRules: [Rule] = [
    .teamGroupSpelling, .teamIdentifierOfOtherApp, .teamIdentifierRepeated,
  ]

  /// Whether a rule is about budgets, estimates, files or changes instead of declarations.
  package static func isOfResults(_ rule: Rule) -> Bool { resultRules.contains { $0.name == rule.name } }

  /// Whether a finding is about a policy whose file a change removes, which reviewers can see.
  package static func isOfRemovedPolicy(_ finding: Finding) -> Bool {
    finding.name == Rule.policyOutOfSight.name && finding.severity == .warning
  }

  /// The rule of `gate` with a name or a code.
  package static func gateRule(_ text: String) -> Rule? {
    gateRules.first { $0.name.text == text || $0.code == text.uppercased() }
  }
}

extension Finding {
  /// A finding about undecided rules, at the text that names the app's code.
  package static func undecided(
    at span: Span, path: String, _ message: String, help: String, severity: Severity
  ) -> Finding {
    Finding(of: .codeUndecided, severity, at: span, path: path, message, help: help)
  }

  init(
    of rule: Rule, _ severity: Severity, at span: Span, path: String, _ message: String, help: String
  ) {
    self.init(
      rule: rule, severity: severity,
      diagnostic: Diagnostic(rule: rule.name, span: span, path: path, message: message, help: help))
  }

  /// A finding for an exceeded budget, at the text of its limit.
  package static func brokenBudget(
    at span: Span, path: String, _ message: String, help: String, severity: Severity
  ) -> Finding {
    Finding(of: .budgetBroken, severity, at: span, path: path, message, help: help)
  }

  /// A finding about a policy with too much work for an estimate, at the value that decides the amount.
  package static func estimateTooLarge(
    at span: Span, path: String, _ message: String, help: String, severity: Severity = .error
  ) -> Finding {
    Finding(of: .estimateTooLarge, severity, at: span, path: path, message, help: help)
  }

  /// A finding about the findings that a report does not list, at the location of the last finding.
  package static func unlisted(at span: Span, _ message: String, help: String, severity: Severity) -> Finding
  {
    Finding(of: .findingsNotListed, severity, at: span, path: "", message, help: help)
  }

  /// A finding about missing or outdated generated files, at the key that sets their folder.
  package static func staleFiles(at span: Span, path: String, _ message: String, help: String) -> Finding {
    Finding(of: .generatedOutOfDate, .error, at: span, path: path, message, help: help)
  }

  /// A finding about generated files that the policy no longer produces, at the key that sets their folder.
  package static func leftoverFiles(at span: Span, path: String, _ message: String, help: String) -> Finding {
    Finding(of: .generatedLeftOver, .error, at: span, path: path, message, help: help)
  }

  /// A finding for a change that costs more than a threshold, at the transfer.
  package static func exceededThreshold(at span: Span, path: String, _ message: String, help: String)
    -> Finding
  {
    Finding(of: .thresholdExceeded, .error, at: span, path: path, message, help: help)
  }

  /// A finding about a policy that a change hides from the gate, at the text that hides it. `isOpen` is true if the change removes the
  /// policy itself, which reviewers can see; the finding is then a warning.
  package static func policyOutOfSight(at span: Span, _ message: String, help: String, isOpen: Bool)
    -> Finding
  {
    Finding(of: .policyOutOfSight, isOpen ? .warning : .error, at: span, path: "", message, help: help)
  }

  /// A finding about code that a change hides from the gate, at the text that hides it.
  package static func codeOutOfSight(
    at span: Span, path: String, _ message: String, help: String, severity: Severity = .error
  ) -> Finding {
    Finding(of: .codeOutOfSight, severity, at: span, path: path, message, help: help)
  }

  /// A finding about a change of the settings that decide whether a gate fails, at the new value.
  package static func gateLoosened(at span: Span, path: String, _ message: String, help: String) -> Finding {
    Finding(of: .gateLoosened, .warning, at: span, path: path, message, help: help)
  }

  /// A finding about work that an update strands on devices, at the work's declaration, or at its former
  /// section.
  package static func strandedWork(
    at span: Span, path: String, _ message: String, help: String, severity: Severity
  ) -> Finding {
    Finding(of: .workStranded, severity, at: span, path: path, message, help: help)
  }
}
