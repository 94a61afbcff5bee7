import PlatformFacts
import PolicyModel
import TestSupport
import Testing

@testable import PolicySim

/// A threshold of one parameter splits the draws, whatever the form of the relation.
@Suite struct SplitTests {
  /// Draws of the parameters' positions in their ranges, without runs.
  private static func draws() throws -> ParameterDraws {
    let policy = try Lab.policy(Lab().text)
    return ParameterDraws(
      Estimator.Settings(day: try #require(DeviceDay("lab", in: policy)), parameters: Parameters()))
  }

  private static func values(_ name: String, of draws: ParameterDraws) throws -> (DrawnValues, [Double]) {
    let index = try #require(draws.parameters.firstIndex { $0.name == name })
    let positions = draws.positions(ofParameter: index)
    return (DrawnValues(draws.parameters[index], at: positions), positions)
  }

  /// A figure that jumps at a position is split at this position, even if the figure is high again at the far end of the range, where the
  /// order of its values shows no split.
  @Test(arguments: [0.1, 0.48, 0.9], [false, true])
  func aJumpIsFound(_ position: Double, _ fallsBack: Bool) throws {
    let (values, positions) = try Self.values("wifi_budget", of: Self.draws())
    let figure = positions.map { $0 >= position || (fallsBack && $0 < 0.05) ? 1.0 : 0 }
    let split = try #require(values.split(of: Ranks(figure)))
    #expect(split.parameter == "wifi_budget")
    #expect(abs(split.shareBelow - position) <= 0.011 || (fallsBack && position == 0.1))
    #expect(split.above.count + split.below.count == positions.count)
    #expect(try #require(values.share(in: Ranks(figure))) >= split.share)
  }

  /// The threshold is the value at the jump, to two digits.
  @Test func theThresholdIsAValue() throws {
    let draws = try Self.draws()
    let (values, positions) = try Self.values("wifi_budget", of: draws)
    let parameter = try #require(draws.parameters.first { $0.name == "wifi_budget" })
    let split = try #require(values.split(of: Ranks(positions.map { $0 >= 0.3 ? 1 : 0 })))
    let exact = try #require(parameter.value(at: 0.3).number)
    #expect(abs(try #require(split.threshold.number) / exact - 1) < 0.08)
  }

  /// No parameter splits a figure that is unrelated to all parameters.
  @Test(arguments: 1...20) func chanceSplitsNothing(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let draws = try Self.draws()
    let figure = Ranks((0..<ParameterDraws.count).map { _ in Double(random.below(1_000_000)) })
    for (index, parameter) in draws.parameters.enumerated() {
      let values = DrawnValues(parameter, at: draws.positions(ofParameter: index))
      #expect(values.split(of: figure) == nil, "\(parameter.name)")
    }
  }

  /// A parameter with only a few values is split by the value whose results differ most from the results of the other values.
  @Test func aChoiceIsFound() throws {
    let (values, positions) = try Self.values("limiter.lapse", of: Self.draws())
    let split = try #require(values.split(of: Ranks(positions.map { $0 < 1.0 / 3 ? 0.0 : 1 })))
    #expect(split.below.count + split.above.count == positions.count)
    guard case .word = split.threshold else {
      Issue.record("\(split.threshold)")
      return
    }
  }
}
