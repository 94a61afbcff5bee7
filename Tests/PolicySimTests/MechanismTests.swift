import PolicyModel
import PolicySyntax
import Testing

@testable import PolicySim

/// The effect of disabling a mechanism on a run, under the same random numbers.
@Suite struct MechanismTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let mechanism: Mechanism
    var session = ""
    var transfer = "duration: 5s"
    var day = ""
    var model: [String: String] = [:]
    /// The time at which the last item ends, in seconds.
    let end: Double?
    /// The time at which the last item ends without the mechanism, in seconds.
    let endWithout: Double

    var testDescription: String { mechanism.rawValue }
  }

  static let cases = [
    Case(
      mechanism: .resumeLimiter, transfer: "duration: 5s, count: 5, submit: oneAtATime", end: 925,
      endWithout: 25
    ),
    Case(
      mechanism: .discretionaryWaiting, session: "isDiscretionary: true", day: "charging: [06:00-07:00]",
      end: 21_605, endWithout: 5),
    Case(
      mechanism: .wifiBudget, session: "isDiscretionary: true", transfer: "size: 12GB",
      model: ["wifi_budget": "5GB"], end: 173_600, endWithout: 4_800),
    Case(
      mechanism: .cellularBudget, session: "isDiscretionary: true", transfer: "size: 1GB", day: "wifi: []",
      model: ["cell_budget": "500MB", "discretionary.relax_network": "0", "discretionary.relax": "0"],
      end: 86_800, endWithout: 800),
    Case(
      mechanism: .networkCoverage, session: "allowsCellularAccess: false", day: "wifi: [08:00-10:00]",
      end: 28_805, endWithout: 5),
    Case(mechanism: .concurrency, transfer: "duration: 5s, count: 12", end: 15, endWithout: 5),
    Case(
      mechanism: .powerSaving, session: "isDiscretionary: true", day: "lowPowerMode: [00:00-03:00]",
      end: 10_805, endWithout: 5),
    Case(
      mechanism: .authenticationChallenge,
      transfer: "duration: 5s, count: 2, submit: oneAtATime, authChallenge: perTransfer", end: 130,
      endWithout: 70),
  ]

  @Test(arguments: cases) func switchHasItsEffect(_ example: Case) throws {
    #expect(try end(of: example) == example.end)
    #expect(try end(of: example, disabledMechanisms: [example.mechanism]) == example.endWithout)
  }

  /// On the ideal device nothing is random, so disabling a mechanism never makes the end later.
  @Test(arguments: cases) func noSwitchMakesAnEndLater(_ example: Case) throws {
    let whole = try #require(try self.end(of: example))
    for mechanism in Mechanism.allCases {
      let other = try #require(try self.end(of: example, disabledMechanisms: [mechanism]))
      #expect(other <= whole, "\(mechanism.rawValue)")
    }
  }

  private func end(of example: Case, disabledMechanisms: Set<Mechanism> = []) throws -> Double? {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab\(example.session.isEmpty ? "" : ", \(example.session)") } }
      transfers: { work: { session: session, \(example.transfer) } }
      scenarios: { day: { extends: lab\(example.day.isEmpty ? "" : ", \(example.day)") } }
      """
    let policy = try Lab.policy(text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(example.model),
      disabledMechanisms: disabledMechanisms, measuring: .firstTimes)
    return Simulation(model, seed: 1, run: 0).ran().end
  }
}
