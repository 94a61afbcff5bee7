internal import JSON
internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

/// A budget's verdict in words.
enum BudgetText {
  /// The budget, the estimate, and the distance if it is broken.
  static func text(_ verdict: BudgetVerdict) -> String {
    let limit = figure(verdict.limit, of: verdict)
    guard let actual = verdict.actual else {
      return "\(verdict.name) is never reached; its budget is \(limit)"
    }
    if let unseen = verdict.leastUnseen, verdict.isKept, verdict.limit < unseen {
      return "\(verdict.name) is \(NumberFormat.below(unseen)), and no run exceeds its \(limit) budget"
    }
    let distance = verdict.isBroken ? excess(of: verdict) ?? "over" : "within"
    return "\(verdict.name) is \(figure(actual, of: verdict)), \(distance) its \(limit) budget"
  }

  /// The estimate.
  static func actual(_ verdict: BudgetVerdict) -> String {
    if let unseen = verdict.leastUnseen { return NumberFormat.below(unseen) }
    return verdict.actual.map { figure($0, of: verdict) } ?? (verdict.isEstimated ? "never" : "–")
  }

  /// The excess; `nil` if there is no number for that.
  static func excess(of verdict: BudgetVerdict) -> String? {
    guard let actual = verdict.actual, actual > verdict.limit else { return nil }
    let more = "\(figure(actual - verdict.limit, of: verdict)) over"
    guard verdict.limit > 0 else { return more }
    let factor = actual / verdict.limit
    return factor >= 2 ? "\(NumberFormat.decimals(factor, 1)) times" : more
  }

  /// A number in the budget's unit.
  static func figure(_ value: Double, of verdict: BudgetVerdict) -> String {
    switch verdict.unit {
    case "s": NumberFormat.duration(value)
    case "B": NumberFormat.bytes(value)
    case "J": NumberFormat.energy(value)
    default: verdict.name.hasSuffix("Share") ? NumberFormat.share(value) : NumberFormat.count(value)
    }
  }

  /// The keys that lead to the limit in the policy.
  static func keys(of verdict: BudgetVerdict, in policy: Policy) -> [String] {
    let names = policy.budgets.map(\.name.value).filter { verdict.name.hasPrefix($0 + ".") }
    let name = names.max { $0.count < $1.count } ?? ""
    let rest = verdict.name.dropFirst(name.count + 1).split(separator: ".").map(String.init)
    return ["budgets", name] + rest
  }

  /// The verdict as JSON, as in the report of `estimate`.
  static func json(_ verdict: BudgetVerdict) -> JSONValue {
    [
      "name": .string(verdict.name), "limit": ComparedFigure.number(verdict.limit),
      "actual": ComparedFigure.number(verdict.actual), "unit": .string(verdict.unit),
      "severity": .string(verdict.severity.rawValue), "verdict": .string(verdict.jsonName),
    ]
  }
}

extension BudgetVerdict {
  /// The verdict in JSON and CSV.
  var jsonName: String { isKept ? "pass" : isBroken ? "fail" : "notEstimated" }

  /// The verdict for people.
  var word: String { isKept ? "kept" : isBroken ? "broken" : "not estimated" }
}

extension [BudgetVerdict] {
  /// The numbers of kept, broken and not estimated budgets, such as `2 kept, 1 not estimated`.
  var summary: String {
    let broken = count(where: \.isBroken)
    let notEstimated = count { !$0.isEstimated }
    let kept = count - broken - notEstimated
    let first = broken > 0 ? "\(broken) of \(count) broken" : kept > 0 ? "\(kept) kept" : nil
    return [first, notEstimated > 0 ? "\(notEstimated) not estimated" : nil].compactMap(\.self)
      .joined(separator: ", ")
  }
}
