import PolicyModel
import Testing

@testable import PolicyReports
@testable import PolicySim

/// Numbers at the values where their format changes.
@Suite struct NumberFormatTests {
  @Test(arguments: [
    (0, "0 B"), (999.4, "999 B"), (999.96, "1.0 kB"), (1_000, "1.0 kB"), (999_940, "999.9 kB"),
    (999_960, "1.0 MB"), (4e9, "4.0 GB"), (2.5e15, "2500.0 TB"),
  ]) func bytes(_ value: Double, _ text: String) {
    #expect(NumberFormat.bytes(value) == text)
  }

  @Test(arguments: [(999.0, "999 B"), (9_940, "9.9 kB"), (24_700, "25 kB"), (930_600, "931 kB")])
  func bytesOfAnError(_ value: Double, _ text: String) {
    #expect(NumberFormat.roughBytes(value) == text)
  }

  @Test(arguments: [(0, "0"), (0.03, "< 0.1"), (0.05, "0.1"), (0.94, "0.9"), (9, "9"), (13.66, "13.7")])
  func count(_ value: Double, _ text: String) {
    #expect(NumberFormat.count(value) == text)
  }

  @Test(arguments: [
    (0, "0s"), (0.04, "< 0.1s"), (0.4, "0.4s"), (59.6, "1m"), (90, "1m 30s"), (3_599.7, "1h"), (86_399, "1d"),
    (30_660, "8h 31m"),
  ]) func duration(_ value: Double, _ text: String) {
    #expect(NumberFormat.duration(value) == text)
  }

  /// An error that rounds to zero in the format is not shown.
  @Test(arguments: [(0.2, " ±0.2"), (0.04, ""), (0, "")])
  func error(_ width: Double, _ text: String) {
    #expect(NumberFormat.error(Interval(low: 5 - width, high: 5 + width), of: 5, NumberFormat.count) == text)
  }

  static let averages: [(before: Double, after: Double, texts: [String])] = [
    (0.95, 0.94, ["0.95", "0.94", "−0.01"]), (0.949, 0.951, ["0.949", "0.951", "+0.002"]),
    (1, 0.4, ["1.0", "0.4", "−0.6"]), (2, 2, ["2.0", "2.0", "0"]), (2.02, 2.01, ["2.0", "2.0", "0"]),
  ]

  /// Two numbers that differ for a reader never have the difference 0.
  @Test(arguments: averages)
  func aDifferenceIsThatOfItsNumbers(_ one: (before: Double, after: Double, texts: [String])) {
    let figure = ComparedFigure(
      subject: .total, figure: FigureStatistic(.launchesPerDay), before: one.before, after: one.after,
      interval: nil)
    let texts = figure.texts
    #expect([texts.before, texts.after, texts.difference] == one.texts)
  }
}
