import Testing

@testable import PolicySim

/// The noise of a share of the draws of uncertain parameters.
@Suite struct DrawShareTests {
  /// Independent draws have the noise of as many throws of a coin.
  @Test(arguments: [(90, 0.03), (50, 0.05), (100, 0), (0, 0)])
  func noiseIsThatOfIndependentDraws(_ kept: Int, _ error: Double) {
    let share = DrawShare((0..<100).map { $0 * 37 % 100 < kept }, inGroups: 100)
    #expect(share.value == Double(kept) / 100)
    #expect(abs(share.standardError - error) < 0.001)
    #expect(abs(share.mostLikely - share.value - 2.326 * error) < 0.01)
  }

  /// Draws on the devices of the same runs count once if these devices decide: ten groups of ten equal draws have the noise of ten draws.
  @Test func groupsCountOnce() {
    let share = DrawShare((0..<100).map { $0 % 10 < 9 }, inGroups: 10)
    #expect(share.value == 0.9)
    #expect(abs(share.standardError - 0.1) < 0.001)
    #expect(share.leastLikely < 0.7 && share.mostLikely > 1)
  }

  @Test func noDrawsHaveNoShare() {
    let share = DrawShare([], inGroups: 20)
    #expect((share.value, share.standardError) == (0, 0))
  }
}
