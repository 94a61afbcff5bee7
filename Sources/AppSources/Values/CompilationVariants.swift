internal import AppFacts

/// The compilation conditions between which values of an expression differ, in the order in which they were met.
final class MetConditions {
  private(set) var all: [[String]] = []

  /// The conditions, and the opposite of one that has none among them.
  fileprivate var worlds: [[String]] {
    guard all.count == 1, all[0].count == 1, let only = all[0].first else { return all }
    let isNegated = only.hasPrefix("!") && !only.contains("&") && !only.contains("|")
    let isName = only.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return all + [[isNegated ? String(only.dropFirst()) : isName ? "!\(only)" : "!(\(only))"]]
  }

  fileprivate func add(_ conditions: [String]) {
    if !all.contains(conditions) { all.append(conditions) }
  }
}

/// Values that only compilation conditions decide, such as the two of `#if DEBUG` and `#else`.
extension Evaluator {
  /// The most conditions that are looked at for a value.
  private static let mostVariants = 8

  /// Those of some candidates that exist under the conditions that are assumed; all without such conditions, which are noted instead.
  ///
  /// With `isAny`, conditions also decide whether there is a candidate at all.
  func compiled<Candidate>(
    _ candidates: [Candidate], isAny: Bool = false, _ conditions: (Candidate) -> [String]
  ) -> [Candidate] {
    guard candidates.count > 1 || isAny else { return candidates }
    if let assumed { return candidates.filter { assumed.isSuperset(of: conditions($0)) } }
    for one in candidates.map(conditions) where !one.isEmpty { met.add(one) }
    return candidates
  }

  /// The value of an expression, with its variants if compilation conditions alone decide it.
  ///
  /// `evaluate` gives the value under the conditions that an evaluator assumes; `nil` if there is none under them.
  func fact(_ expression: Expression, in frame: Frame, _ evaluate: (Evaluator) -> FactValue?) -> FactValue {
    var fresh = Evaluator(program, like: self)
    let value = evaluate(fresh) ?? FactValue(nil, .unresolved, at: frame.body.location(expression.position))
    let worlds = fresh.met.worlds
    guard value.content == nil, assumed == nil, worlds.count > 1, worlds.count <= Self.mostVariants else {
      return value
    }
    let variants = worlds.map { conditions -> FactValue.Variant in
      fresh.assumed = Set(conditions + frame.conditions)
      return FactValue.Variant(conditions, evaluate(fresh))
    }
    guard variants.contains(where: { $0.value?.content != nil }) else { return value }
    return FactValue(
      nil, .unresolved, at: value.location, expression: value.expression, pattern: value.pattern,
      variants: variants)
  }
}
