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
    if verdict.isWithinNoise {
      return
        "\(verdict.name) is \(Self.actual(verdict)): \(DisplayText.count(verdict.runs, "run")) can't show whether its \(limit) budget holds\(range(of: verdict).map { ", because they show \($0)" } ?? "")"
    }
    let isWithin = value(of: verdict) ?? actual <= verdict.limit
    let distance = verdict.isBroken ? excess(of: verdict) ?? "over" : isWithin ? "within" : "beyond"
    let value = verdict.unseenRuns.map { "seen in none of \($0) runs" } ?? Self.actual(verdict)
    let text = "\(verdict.name) is \(value), \(distance) its \(limit) budget"
    return assumptions(of: verdict).map { "\(text), \(isWithin ? "but" : "and") \($0)" } ?? text
  }

  /// The possible values that break a budget that is kept by assumption. `nil` for other verdicts.
  static func assumptions(of verdict: BudgetVerdict) -> String? {
    guard verdict.isUncertain else { return nil }
    let depends =
      verdict.assumptions.isEmpty ? "" : ", depending on \(DisplayText.list(verdict.assumptions))"
    if verdict.isWithinNoiseOfDraws, let shares = shares(of: verdict) {
      return "kept with \(shares) of the values that are possible" + depends
    }
    if let share = verdict.keptShare, share < BudgetVerdict.certainShare {
      return "kept with only \(NumberFormat.share(share)) of the values that are possible" + depends
    }
    return interpretations(breaking: verdict)
  }

  /// The interpretations of an unclear rule that break a budget, or that may break it.
  private static func interpretations(breaking verdict: BudgetVerdict) -> String? {
    if !verdict.breakingInterpretations.isEmpty {
      return "broken with \(DisplayText.list(verdict.breakingInterpretations))"
    }
    return verdict.doubtfulInterpretations.isEmpty
      ? nil : "close to the limit with \(DisplayText.list(verdict.doubtfulInterpretations))"
  }

  /// The shares of possible values that may keep a budget, such as `86 to 97 %`.
  private static func shares(of verdict: BudgetVerdict) -> String? {
    verdict.keptShares.map {
      "\(NumberFormat.decimals($0.lowerBound * 100, 0)) to \(NumberFormat.roughShare($0.upperBound))"
    }
  }

  /// The values that the runs show, such as `14h 39m … 14h 58m`; `nil` if one run is exact.
  static func range(of verdict: BudgetVerdict) -> String? {
    guard let bounds = verdict.bounds else { return nil }
    if verdict.unseenRuns != nil { return "only < \(figure(bounds.upperBound, of: verdict))" }
    let high = bounds.upperBound < .infinity ? figure(bounds.upperBound, of: verdict) : "never"
    let low = bounds.lowerBound < .infinity ? figure(bounds.lowerBound, of: verdict) : "never"
    return low == high ? low : "\(low) … \(high)"
  }

  /// The reason for doubt, or the excess, in a few words for a table. `nil` if the budget is kept.
  static func reason(_ verdict: BudgetVerdict) -> String? {
    switch verdict.outcome {
    case .kept: return nil
    case .notEstimated: return "not estimated"
    case .broken: return excess(of: verdict) ?? "never"
    case .undecided where verdict.isWithinNoise:
      return "\(verdict.runs) runs show \(range(of: verdict) ?? "too little")"
    case .keptByAssumption, .undecided:
      if let reason = interpretations(breaking: verdict), verdict.keptShare ?? 1 >= BudgetVerdict.certainShare
      {
        return reason
      }
      guard let share = verdict.keptShare else { return nil }
      let causes = verdict.assumptions.isEmpty ? "" : ": \(DisplayText.list(verdict.assumptions))"
      let shares = verdict.isWithinNoiseOfDraws ? shares(of: verdict) : nil
      return "holds in \(shares ?? NumberFormat.roughShare(share))\(causes)"
    }
  }

  /// Advice on how to keep a budget.
  static func help(on verdict: BudgetVerdict, ofPolicyAt path: String) -> String {
    if verdict.isWithinNoise {
      return verdict.limit == 0
        ? "no number of runs shows exactly 0; set a limit above \(range(of: verdict).map { "the \($0) that these runs show" } ?? "0")"
        : "leave more room below the limit, or make more runs with --runs"
    }
    guard verdict.isUncertain, let parameter = verdict.assumptions.first else {
      return
        "`bgpolicy advise \(path)` tries edits that help; `bgpolicy estimate \(path) --why` shows what drives the result"
    }
    return
      "leave more room below the limit, or set \(parameter) in `model` if its value on your devices is known; `bgpolicy calibrate` measures some parameters"
  }

  /// The estimate that people see, infinite if the figure never comes: the median over the possible values of uncertain parameters, as in
  /// the table of times. If a verdict rests on the model's values alone, the result is the estimate with these values: if only these values
  /// break the budget, or if the estimate is within the noise of the runs. `nil` if the figure never comes with the model's values.
  static func value(of verdict: BudgetVerdict) -> Double? {
    guard let median = verdict.median, !verdict.isWithinNoise, !verdict.isBroken || median > verdict.limit
    else { return verdict.actual }
    return median
  }

  /// The estimate of the figure that the budget limits.
  static func actual(_ verdict: BudgetVerdict) -> String {
    if let runs = verdict.unseenRuns { return NumberFormat.unseen(inRuns: runs) }
    return value(of: verdict).map { figure($0, of: verdict) } ?? (verdict.isEstimated ? "never" : "–")
  }

  /// The excess over the limit. `nil` if the estimate is unknown or within the limit.
  static func excess(of verdict: BudgetVerdict) -> String? {
    guard let actual = value(of: verdict), actual > verdict.limit, actual < .infinity else { return nil }
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
      "runs": .number(verdict.runs),
      "bound": JSONValue.rounded(verdict.bounds.flatMap { $0.upperBound < .infinity ? $0.upperBound : nil }),
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
    case .undecided: "undecided"
    case .notEstimated: "notEstimated"
    }
  }

  /// The verdict for people.
  var word: String {
    switch outcome {
    case .kept: "kept"
    case .keptByAssumption: "uncertain"
    case .broken: "broken"
    case .undecided: "undecided"
    case .notEstimated: "not estimated"
    }
  }
}

extension [BudgetVerdict] {
  /// The numbers of budgets by verdict, such as `2 kept, 3 uncertain, 0 broken`.
  var summary: String {
    func number(_ outcome: BudgetVerdict.Outcome) -> Int { count { $0.outcome == outcome } }
    let (unknown, undecided) = (number(.notEstimated), number(.undecided))
    return "\(number(.kept)) kept, \(number(.keptByAssumption)) uncertain, \(number(.broken)) broken"
      + (undecided > 0 ? ", \(undecided) undecided" : "")
      + (unknown > 0 ? ", \(unknown) not estimated" : "")
  }
}
