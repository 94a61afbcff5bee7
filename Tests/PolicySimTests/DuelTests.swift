import Testing

@testable import PolicySim

/// A design is chosen if it is better in enough draws. If a design is hardly ever better, both designs are equal.
@Suite struct DuelTests {
  static let results: [(won: Int, lost: Int, draws: Int, result: Duel.Result)] = [
    (19, 3, 100, .equal), (3, 19, 100, .equal), (0, 0, 100, .equal), (19, 19, 100, .equal),
    (20, 3, 100, .best),
    (3, 20, 100, .rival), (40, 20, 100, .mixed), (41, 20, 100, .best), (20, 41, 100, .rival),
    (51, 43, 100, .mixed), (100, 0, 100, .best), (3, 0, 20, .equal), (4, 0, 20, .best),
  ]

  @Test(arguments: results)
  func aNearTieIsEqual(_ one: (won: Int, lost: Int, draws: Int, result: Duel.Result)) {
    #expect(Duel.Result(won: one.won, lost: one.lost, of: one.draws) == one.result)
  }
}
