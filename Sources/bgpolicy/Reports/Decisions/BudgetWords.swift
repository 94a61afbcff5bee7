internal import JSON
internal import PolicyModel
internal import PolicySim

/// A budget's verdict in words.
enum BudgetWords {
  /// Which limit, how much there is of it, and by how much it is broken.
  static func text(_ verdict: BudgetVerdict) -> String {
    let excess = verdict.isKept ? nil : excess(of: verdict)
    return "\(verdict.name): \(actual(verdict)) of \(figure(verdict.limit, of: verdict))"
      + (excess.map { ", \($0)" } ?? "")
  }

  /// The estimate.
  static func actual(_ verdict: BudgetVerdict) -> String {
    verdict.actual.map { figure($0, of: verdict) } ?? "never"
  }

  /// By how much it is broken; `nil` where there is no number for that.
  static func excess(of verdict: BudgetVerdict) -> String? {
    guard let actual = verdict.actual, actual > verdict.limit else { return nil }
    let more = "\(figure(actual - verdict.limit, of: verdict)) too much"
    guard verdict.limit > 0 else { return more }
    let factor = actual / verdict.limit
    return factor >= 2 ? "\(Figures.decimals(factor, 1)) times as much" : more
  }

  /// A number in the budget's unit.
  static func figure(_ value: Double, of verdict: BudgetVerdict) -> String {
    switch verdict.unit {
    case "s": Figures.duration(value)
    case "B": Figures.bytes(value)
    case "J": Figures.energy(value)
    default: verdict.name.hasSuffix("Share") ? Figures.share(value) : Figures.count(value)
    }
  }

  /// The keys that lead to the limit in the policy.
  static func keys(of verdict: BudgetVerdict, in policy: Policy) -> [String] {
    let names = policy.budgets.map(\.name.value).filter { verdict.name.hasPrefix($0 + ".") }
    let name = names.max { $0.count < $1.count } ?? ""
    let rest = verdict.name.dropFirst(name.count + 1).split(separator: ".").map(String.init)
    return ["budgets", name] + rest
  }

  /// The verdict as JSON, as `estimate` has it.
  static func json(_ verdict: BudgetVerdict) -> JSONValue {
    [
      "name": .string(verdict.name), "limit": ComparedFigure.number(verdict.limit),
      "actual": ComparedFigure.number(verdict.actual), "unit": .string(verdict.unit),
      "severity": .string(verdict.severity.rawValue), "verdict": verdict.isKept ? "pass" : "fail",
    ]
  }
}
