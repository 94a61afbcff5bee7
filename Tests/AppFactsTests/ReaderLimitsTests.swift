import AppFacts
import Testing

/// The time that the readers of all apps of a call may take.
@Suite struct ReaderLimitsTests {
  /// The seconds that the readers of some apps took, with the seconds for the next reader.
  @Test(
    arguments: [
      (0, 0, 300), (10, 1, 295), (250, 10, 100), (300.5, 0, nil), (304, 1, 1), (305, 1, nil), (1e9, 200, nil),
      (-5, 0, 300),
    ] as [(Double, Int, Int?)])
  func allAppsShareTheTime(_ spent: Double, _ apps: Int, _ left: Int?) {
    #expect(ReaderLimits.seconds(after: spent, of: apps) == left)
  }
}
