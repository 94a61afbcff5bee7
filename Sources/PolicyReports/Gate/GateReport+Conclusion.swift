internal import AppFacts
internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

// The verdict in words: whether the gate passes, and all causes of a failure.
extension GateReport {
  /// The verdict in a sentence or two.
  var conclusion: String {
    let failing = changeCount
    let change = failing == 0 ? "" : ", \(DisplayText.count(failing, "finding")) about the change"
    let others =
      change + (removedCount == 0 ? "" : ", \(removedCount) removed")
      + (unaffected == 0 ? "" : ", \(unaffected) more not affected by the change")
    let many = policyCount == 1 && others.isEmpty ? "" : ": \(Self.count(policyCount))\(others)"
    guard !isPassed else {
      return (["Passed\(many)\(unreadText)\(undoneText)."] + [strictText].compactMap(\.self)).joined(
        separator: " ")
    }
    let failed = policies.count { $0.isFailed(at: limit) }
    if failed == 0, failing > 0, lint.failures.isEmpty {
      return "Failed: \(change.dropFirst(2)), \(Self.count(policyCount)) passed\(unreadText)"
    }
    let whole = failed == policyCount ? "" : "\(failed) of "
    let unread = lint.failures.isEmpty ? [] : ["\(Self.count(lint.failures.count)) can't be read"]
    let causes = (failureTexts + unread + unreadTexts).joined(separator: ", ")
    return policyCount == 1 && others.isEmpty
      ? "Failed: \(causes)" : "Failed: \(whole)\(Self.count(policyCount))\(others): \(causes)"
  }

  /// The number of findings about the change that fail the gate. With a base, the verdict counts removed policies separately.
  private var changeCount: Int {
    outOfSight.flatMap(\.findings).count { finding in
      finding.counts && finding.severity >= limit && (base == nil || !Catalog.isOfRemovedPolicy(finding))
    }
  }

  /// The apps and the files of code that were not read, as the end of a sentence; empty if everything was read.
  var unreadText: String { unreadTexts.map { ", \($0)" }.joined() }

  /// The number of apps and the number of files of code that were not read, in words.
  private var unreadTexts: [String] {
    let apps = unread.count { $0.reason != nil }
    return (apps == 0 ? [] : ["\(DisplayText.count(apps, "app")) not read"])
      + (unreadFileCount == 0 ? [] : ["\(DisplayText.count(unreadFileCount, "file")) of code not read"])
  }

  /// The number of files and folders of the policies' apps that were not read.
  var unreadFileCount: Int {
    Set(unread.flatMap { $0.files.map(\.location.file) }).count
  }

  private static func count(_ number: Int) -> String { number == 1 ? "1 policy" : "\(number) policies" }

  /// The numbers of findings that fail the gate: findings of rules by severity, then findings about results by kind. The verdict counts
  /// findings about unread code and about the change separately.
  private var failureTexts: [String] {
    let failing = lint.findings.map(\.finding).filter {
      $0.counts && $0.severity >= limit && !$0.isAboutUnreadCode
    }
    let rules = failing.filter { !Catalog.isOfResults($0.rule) }
    let severities = [(Severity.error, "error"), (.warning, "warning"), (.info, "note")].compactMap {
      severity, noun -> String? in
      let number = rules.count { $0.severity == severity }
      return number == 0 ? nil : DisplayText.count(number, noun)
    }
    let results = failing.filter { Catalog.isOfResults($0.rule) }
    let budgets = results.count { $0.rule.code == Catalog.gateRule("budget-broken")?.code }
    let undecided = results.contains(where: \.isAboutUndecidedRules) ? undecidedCount : 0
    let rest = results.count { !$0.isAboutUndecidedRules } - budgets - changeCount
    return severities + (budgets > 0 ? [DisplayText.count(budgets, "budget")] : [])
      + (undecided > 0 ? ["\(DisplayText.count(undecided, "rule")) not decided"] : [])
      + (rest > 0 ? [DisplayText.count(rest, "other result")] : [])
  }

  private var undecidedCount: Int { policies.reduce(0) { $0 + $1.undecidedCount } }

  /// The work that is never done although the gate passes, as the end of a sentence; empty if all work is done.
  private var undoneText: String {
    let names = policies.flatMap(\.undone).map(\.name)
    guard let first = names.first else { return "" }
    let work = Set(names).count == 1 ? "\(first) is" : "\(Set(names).count) transfers are"
    return ", although \(work) not done: no budget requires it"
  }

  /// The number of findings about code of the change with which no policy is compared.
  private var uncomparedCount: Int {
    outOfSight.flatMap(\.findings).count { $0.counts && $0.isAboutUncomparedCode }
  }

  /// The part of the verdict that `--strict` would change; `nil` if nothing is uncertain.
  private var strictText: String? {
    let uncertain = policies.flatMap(\.verdicts).count { $0.isUncertain && !$0.isViolated }
    let causes =
      (uncertain > 0 ? ["\(uncertain) uncertain \(uncertain == 1 ? "budget" : "budgets")"] : [])
      + (unreadFileCount > 0 ? ["\(DisplayText.count(unreadFileCount, "file")) of code not read"] : [])
      + (undecidedCount > 0 ? ["\(DisplayText.count(undecidedCount, "rule")) not decided"] : [])
      + (uncomparedCount > 0
        ? ["\(DisplayText.count(uncomparedCount, "finding")) about code that no policy is compared with"]
        : [])
    return causes.isEmpty ? nil : "--strict would fail: \(causes.joined(separator: ", "))."
  }
}
