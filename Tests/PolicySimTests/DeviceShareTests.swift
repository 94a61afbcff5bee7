import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// Differences between devices for which no source has numbers: budgets for pushes, users who force quit the app, and
/// devices without Background App Refresh.
@Suite struct DeviceShareTests {
  private static func model(
    _ model: [String: String], day: String = "extends: commuter", push: String = "perDay: 24"
  ) throws -> SimulationModel {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, size: 25MB, startedIn: background, retries: 1 } }
      pushes: { ping: { \(push), headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } } }
      scenarios: { day: { \(day) } }
      """)
    return SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
      measuring: .firstTimes)
  }

  /// Expects a share of devices, within five standard errors.
  private static func expect(_ count: Int, of runs: Int, toBe share: Double) {
    #expect(
      abs(Double(count) / Double(runs) - share) <= 5 * (share * (1 - share) / Double(runs)).squareRoot())
  }

  @Test(arguments: ["0", "0.2", "1"]) func sharesAreThoseOfDevices(_ share: String) throws {
    let model = try Self.model(["device.quitters": share, "device.refresh_off": share])
    let devices = (0..<2_000).map { Device(model.device, seed: 1, run: $0) }
    let expected = try #require(Double(share))
    Self.expect(devices.count(where: \.isOfQuitter), of: 2_000, toBe: expected)
    Self.expect(devices.count { !$0.refreshesInBackground }, of: 2_000, toBe: expected)
    // Both properties are independent of each other.
    Self.expect(
      devices.count { $0.isOfQuitter && !$0.refreshesInBackground }, of: 2_000, toBe: expected * expected)
  }

  /// The shares change neither a scenario that sets these properties nor the ideal device.
  @Test(arguments: [
    "extends: commuter, forceQuitShare: 0%, backgroundRefresh: true", "extends: lab",
    "extends: student, backgroundRefresh: true",
  ])
  func scenariosDecide(_ day: String) throws {
    let model = try Self.model(["device.quitters": "1", "device.refresh_off": "1"], day: day)
    let device = Device(model.device, seed: 1, run: 0)
    #expect(!device.isOfQuitter && device.refreshesInBackground)
  }

  /// The shares do not change the runs of users who are not in these shares.
  @Test func othersStayTheSame() throws {
    let (none, some) = (
      try Self.model([:]), try Self.model(["device.quitters": "0.3", "device.refresh_off": "0.3"])
    )
    var same = 0
    for run in 0..<40 {
      let (left, right) = (
        Simulation(none, seed: 1, run: run).ran(), Simulation(some, seed: 1, run: run).ran()
      )
      guard !right.device.isOfQuitter, right.device.refreshesInBackground else { continue }
      same += 1
      #expect(left.work.lastFinish == right.work.lastFinish)
      #expect(left.launches == right.launches)
    }
    #expect(same > 10 && same < 30)
  }

  /// The system launches the app neither on a device without Background App Refresh, nor after a force quit.
  @Test func sharesCostLaunches() throws {
    for name in ["device.quitters", "device.refresh_off"] {
      let model = try Self.model([name: "1"])
      let run = Simulation(model, seed: 1, run: 0).ran()
      let before = Simulation(try Self.model([:]), seed: 1, run: 0).ran()
      #expect(
        run.scheduler.pushes[0].counts.launches < before.scheduler.pushes[0].counts.launches / 2 + 1,
        "\(name)")
    }
  }

  /// Half of all devices have a smaller budget than the typical device, and a twentieth has less than e^(−1.645 · 0.5) =
  /// 0.439 of the typical budget.
  @Test func budgetsOfPushesAreLogNormal() throws {
    let model = try Self.model([:])
    let budgets = (0..<4_000).map { model.pushLimits(seed: 2, run: $0).perDay }
    for (share, budget) in [(0.05, 42.18), (0.5, 96.0), (0.95, 218.5)] {
      Self.expect(budgets.count { $0 < budget }, of: budgets.count, toBe: share)
    }
    let given = try Self.model(["push.per_day": "40"])
    #expect(Set((0..<50).map { given.pushLimits(seed: 2, run: $0).perDay }) == [40])
    let both = try Self.model(["push.per_day": "40", "push.spread": "0.5"])
    #expect(Set((0..<50).map { both.pushLimits(seed: 2, run: $0).perDay }).count == 50)
    #expect(try Self.model([:], day: "extends: lab").pushLimits(seed: 2, run: 0).perDay == 96)
  }
}
