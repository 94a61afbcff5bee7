internal import AppFacts

/// The compilation conditions that decide between values of an expression, in the order in which the evaluator met them.
final class MetConditions {
  private(set) var all: [[String]] = []

  /// The combinations of conditions to distinguish. For a single condition that is a name, these are the condition and its opposite.
  fileprivate var worlds: [[String]] {
    guard all.count == 1, all[0].count == 1, let only = all[0].first else { return all }
    let isNegated = only.hasPrefix("!") && !only.contains("&") && !only.contains("|")
    let name = only.hasPrefix("defined(") ? only.dropFirst(8).dropLast() : only[...]
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return all + [[isNegated ? String(only.dropFirst()) : isName ? "!\(only)" : "!(\(only))"]]
  }

  fileprivate func add(_ conditions: [String]) {
    if !all.contains(conditions) { all.append(conditions) }
  }
}

/// Values that only compilation conditions decide, such as the two values of `#if DEBUG` and `#else`.
extension Evaluator {
  /// The maximum number of variants of a value.
  private static let mostVariants = 8

  /// The candidates that exist under the assumed conditions. Without assumed conditions, returns all candidates and notes their conditions.
  ///
  /// With `isAny`, conditions also decide whether any candidate exists.
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
  /// `evaluate` returns the value under the conditions that an evaluator assumes; `nil` if no value exists under these conditions.
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
