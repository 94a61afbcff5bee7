import PolicyModel
import Testing

@testable import PolicySim

/// The price of bytes over cellular for many users.
@Suite struct FleetCostTests {
  private static func estimate(_ values: [String: String]) throws -> Estimate {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: 10, size: 3MB } }
      scenarios: { day: { extends: lab, wifi: [] } }
      """)
    let day = try #require(DeviceDay("day", in: policy))
    return Estimator.estimate(
      policy, Estimator.Settings(day: day, parameters: try Lab.parameters(values)))
  }

  /// 2,000 users with 30 MB a day each transfer 60 GB a day.
  @Test func priceIsThatOfAllUsers() throws {
    let cost = try #require(
      try Self.estimate(["cellular.price_per_GB": "5", "users": "2000"]).fleetCost)
    #expect(abs(cost.bytes - 60e9) < 1)
    #expect(abs(cost.price - 300) < 1e-6)
  }

  @Test func thereIsNoneWithoutPrice() throws { #expect(try Self.estimate([:]).fleetCost == nil) }
}
