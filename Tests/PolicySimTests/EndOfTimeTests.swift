import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// Times near the largest whole number never come, and don't stop a run.
@Suite struct EndOfTimeTests {
  private static let late: [Instant] = [
    .max, .max - 1, .max - 1_000, .max - 86_400_000, 106_751_991_167 * 86_400_000, .max - 500 * 86_400_000,
  ]

  @Test(arguments: late, [0, 3_600_000]) func visits(_ start: Instant, _ variation: Int64) throws {
    let policy = try Lab.policy(Lab().text)
    var day = try #require(DeviceDay("commuter", in: policy))
    day.exactForegroundSessions = [(start, start.later(by: 90_000))]
    day.exactForegroundSessionVariation = TimeSpan(milliseconds: variation)
    let visits = ForegroundSessions(day, startingAt: 50_000_000, RandomHabit(seed: 1, run: 0, name: "visits"))
    #expect(!visits.isOpen)
    #expect(visits.nextChange > 1_000_000_000)
  }

  @Test(arguments: late, [0, 604_800_000]) func refreshes(_ time: Instant, _ offset: Int64) throws {
    let policy = try Lab.policy(Lab().text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("commuter", in: policy)), try Lab.parameters([:]),
      measuring: .firstTimes)
    var random = RandomStream(seed: 1, run: 0, name: "refreshes")
    for last in [nil, 1_000, time] as [Instant?] {
      #expect(model.refreshOpportunity(after: last, from: time, perDay: 6, offset: offset, &random) >= time)
    }
  }

  @Test(arguments: late, [true, false]) func processing(_ time: Instant, _ needsPower: Bool) throws {
    let policy = try Lab.policy(Lab().text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("commuter", in: policy)), try Lab.parameters([:]),
      measuring: .firstTimes)
    let device = Device(model.device, seed: 1, run: 0)
    var random = RandomStream(seed: 1, run: 0, name: "processing")
    for last in [nil, 1_000, time] as [Instant?] {
      #expect(
        model.processingOpportunity(after: last, from: time, needsPower: needsPower, device, &random) >= time)
    }
  }
}
