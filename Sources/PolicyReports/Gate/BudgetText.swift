internal import JSON
internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

/// A budget's verdict in words.
enum BudgetText {
  /// The budget and the estimate. For a broken budget, also the distance between them.
  static func text(_ verdict: BudgetVerdict) -> String {
    let limit = figure(verdict.limit, of: verdict)
    guard let actual = verdict.actual else {
      return "\(verdict.name) is never reached; its budget is \(limit)"
    }
    let distance = verdict.isBroken ? excess(of: verdict) ?? "over" : "within"
    let value = verdict.unseenRuns.map { "seen in none of \($0) runs" } ?? figure(actual, of: verdict)
    let text = "\(verdict.name) is \(value), \(distance) its \(limit) budget"
    return assumptions(of: verdict).map { "\(text), but \($0)" } ?? text
  }

  /// The possible values that break a budget that is kept by assumption. `nil` for other verdicts.
  static func assumptions(of verdict: BudgetVerdict) -> String? {
    guard verdict.outcome == .keptByAssumption else { return nil }
    let depends =
      verdict.assumptions.isEmpty ? "" : ", depending on \(DisplayText.list(verdict.assumptions))"
    if let share = verdict.keptShare, share < BudgetVerdict.certainShare {
      return "kept with only \(NumberFormat.share(share)) of the values that are possible" + depends
    }
    return "broken with \(DisplayText.list(verdict.breakingInterpretations))"
  }

  /// The reason for doubt, or the excess, in a few words for a table. `nil` if the budget is kept.
  static func reason(_ verdict: BudgetVerdict) -> String? {
    switch verdict.outcome {
    case .kept: return nil
    case .notEstimated: return "not estimated"
    case .broken: return excess(of: verdict) ?? "never"
    case .keptByAssumption:
      guard let share = verdict.keptShare, share < BudgetVerdict.certainShare else {
        return "broken with \(DisplayText.list(verdict.breakingInterpretations))"
      }
      let causes = verdict.assumptions.isEmpty ? "" : ": \(DisplayText.list(verdict.assumptions))"
      return "holds in \(NumberFormat.roughShare(share))\(causes)"
    }
  }

  /// Advice on how to keep a budget.
  static func help(on verdict: BudgetVerdict, ofPolicyAt path: String) -> String {
    guard verdict.outcome == .keptByAssumption, let parameter = verdict.assumptions.first else {
      return
        "`bgpolicy advise \(path)` tries edits that help; `bgpolicy estimate \(path) --why` shows what drives the result"
    }
    return
      "leave more room below the limit, or set \(parameter) in `model` if its value on your devices is known; `bgpolicy calibrate` measures some parameters"
  }

  /// The estimate.
  static func actual(_ verdict: BudgetVerdict) -> String {
    if let runs = verdict.unseenRuns { return NumberFormat.unseen(inRuns: runs) }
    return verdict.actual.map { figure($0, of: verdict) } ?? (verdict.isEstimated ? "never" : "–")
  }

  /// The excess over the limit. `nil` if the estimate is unknown or within the limit.
  static func excess(of verdict: BudgetVerdict) -> String? {
    guard let actual = verdict.actual, actual > verdict.limit else { return nil }
    let more = "\(figure(actual - verdict.limit, of: verdict)) over"
    guard verdict.limit > 0 else { return more }
    let factor = actual / verdict.limit
    return factor >= 2 ? "\(NumberFormat.decimals(factor, 1)) times" : more
  }

  /// A number in the budget's unit.
  static func figure(_ value: Double, of verdict: BudgetVerdict) -> String {
    verdict.figure.text(value)
  }

  /// The keys of the path to the limit in the policy.
  static func keys(of verdict: BudgetVerdict) -> [String] {
    ["budgets", verdict.transfer] + verdict.figure.name.split(separator: ".").map(String.init)
  }

  /// The verdict as JSON, as in the report of `estimate`. A report on several scenarios gives the scenario.
  static func json(_ verdict: BudgetVerdict, in scenario: String?) -> JSONValue {
    .members([
      "scenario": scenario.map { .string($0) },
      "name": .string(verdict.name), "limit": JSONValue.rounded(verdict.limit),
      "actual": JSONValue.rounded(verdict.actual), "unit": .string(verdict.unit),
      "severity": .string(verdict.severity.rawValue), "verdict": .string(verdict.jsonName),
      "keptShare": JSONValue.rounded(verdict.keptShare),
      "assumes": .array(verdict.assumptions.map { .string($0) }),
      "certainty": .string(verdict.needsCertainty ? "required" : "assumed"),
    ])
  }

  /// The verdict as JSON, as in the report of `estimate`.
  static func json(_ verdict: BudgetVerdict) -> JSONValue { json(verdict, in: nil) }
}

extension BudgetVerdict {
  /// The verdict in JSON and CSV.
  var jsonName: String {
    switch outcome {
    case .kept: "pass"
    case .keptByAssumption: "assumed"
    case .broken: "fail"
    case .notEstimated: "notEstimated"
    }
  }

  /// The verdict for people.
  var word: String {
    switch outcome {
    case .kept: "kept"
    case .keptByAssumption: "uncertain"
    case .broken: "broken"
    case .notEstimated: "not estimated"
    }
  }
}

extension [BudgetVerdict] {
  /// The numbers of budgets by verdict, such as `2 kept, 3 uncertain, 0 broken`.
  var summary: String {
    func number(_ outcome: BudgetVerdict.Outcome) -> Int { count { $0.outcome == outcome } }
    let unknown = number(.notEstimated)
    return "\(number(.kept)) kept, \(number(.keptByAssumption)) uncertain, \(number(.broken)) broken"
      + (unknown > 0 ? ", \(unknown) not estimated" : "")
  }
}
