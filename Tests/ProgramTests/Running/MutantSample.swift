import Foundation

extension Array {
  /// Every third mutant, from the one that MUTANT_SEED names; all mutants if MUTANTS is `all`.
  ///
  /// All mutants take minutes to compile, and are tried at night.
  var sampled: [Element] {
    let environment = ProcessInfo.processInfo.environment
    guard environment["MUTANTS"] != "all" else { return self }
    let first = (environment["MUTANT_SEED"].flatMap(Int.init) ?? 0).magnitude % 3
    return enumerated().filter { UInt($0.offset) % 3 == first }.map(\.element)
  }
}
