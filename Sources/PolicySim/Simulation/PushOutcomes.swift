/// The outcome of a silent push that does not launch the app.
package enum PushOutcome: Int, CaseIterable, Sendable {
  /// The app is open, or the user opens it while the push is stored.
  case deliveredToOpenApp
  /// The push waits for the least gap, and a newer push replaces it.
  case replaced
  /// The push waits because the day's budget is spent, and a newer push replaces it.
  case overBudget
  /// The push waits because of Low Power Mode, a low battery or heat, and a newer push replaces it.
  case powerSaving
  /// The push waits because the app has not been opened for long, and a newer push replaces it.
  case unusedApp
  /// The user has force quit the app.
  case forceQuit
  /// Background App Refresh is off.
  case refreshOff
}

/// The number of pushes that were sent, and the number of pushes with each outcome.
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

  /// The number of elements of `numbers`.
  static let numberCount = 1 + PushOutcome.allCases.count
  /// The number of pushes that were sent, followed by the number of pushes with each outcome.
  var numbers: [Int] { [sent] + PushOutcome.allCases.map { counts[$0.rawValue] } }

  /// The outcomes of no pushes.
  init() {}

  /// The number of pushes that were sent, followed by the number of pushes with each outcome.
  init(numbers: [Int]) {
    sent = numbers[0]
    for (outcome, count) in zip(PushOutcome.allCases, numbers.dropFirst()) {
      counts[outcome.rawValue] = count
    }
  }

  /// The number of pushes with an outcome.
  func count(_ outcome: PushOutcome) -> Int { counts[outcome.rawValue] }

  /// The share of all pushes that have an outcome; `nil` if no push was sent.
  package func share(_ outcome: PushOutcome) -> Double? {
    sent > 0 ? Double(counts[outcome.rawValue]) / Double(sent) : nil
  }
}
