/// The ends of silent pushes that do not launch the app.
package enum PushOutcome: Int, CaseIterable, Sendable {
  /// The app is open, or the user opens it while the push is stored.
  case deliveredToOpenApp
  /// A newer push replaces it while it waits for the least gap.
  case replaced
  /// The day's budget is spent, and a newer push replaces it meanwhile.
  case overBudget
  /// Low Power Mode, a low battery or heat holds it, and a newer push replaces it meanwhile.
  case powerSaving
  /// The app has not been opened for long, and a newer push replaces it meanwhile.
  case unusedApp
  /// The user has force quit the app.
  case forceQuit
  /// Background App Refresh is off.
  case refreshOff
}

/// The numbers of pushes that were sent, and of those that did not launch the app.
package struct PushOutcomes: Hashable, Sendable {
  /// The pushes that arrived.
  private(set) var sent = 0
  private var counts = SIMD8<Int>()

  /// Counts a push that arrives.
  @inline(__always)
  mutating func send() { sent += 1 }

  /// Counts a push that does not launch the app.
  @inline(__always)
  mutating func add(_ outcome: PushOutcome) { counts[outcome.rawValue] += 1 }

  mutating func add(_ other: PushOutcomes) {
    sent += other.sent
    counts &+= other.counts
  }

  /// The number of its numbers.
  static let numberCount = 1 + PushOutcome.allCases.count
  /// The pushes that were sent, and those of each outcome.
  var numbers: [Int] { [sent] + PushOutcome.allCases.map { counts[$0.rawValue] } }

  /// No pushes.
  init() {}

  /// The pushes that were sent, and those of each outcome.
  init(numbers: [Int]) {
    sent = numbers[0]
    for (outcome, count) in zip(PushOutcome.allCases, numbers.dropFirst()) {
      counts[outcome.rawValue] = count
    }
  }

  /// The number of pushes with a outcome.
  func count(_ outcome: PushOutcome) -> Int { counts[outcome.rawValue] }

  /// The share of all pushes with a outcome; `nil` if none was sent.
  package func share(_ outcome: PushOutcome) -> Double? {
    sent > 0 ? Double(counts[outcome.rawValue]) / Double(sent) : nil
  }
}
