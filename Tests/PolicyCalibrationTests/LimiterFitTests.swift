import TestSupport
import Testing

@testable import PolicyCalibration

/// The parameters of the limiter that delays show.
@Suite struct LimiterFitTests {
  /// With almost no error, the bounds are as close to the value as rounding allows, and still on both sides of the value.
  @Test func almostPerfectFit() throws {
    let delays: [Double] = [
      464, 464, 58, 464, 464, 58, 58, 58, 464, 920, 58, 110, 58, 58, 22, 100, 464, 116, 32, 58, 22, 116, 464,
      232,
      464, 232, 900, 116, 464, 928, 58, 464, 58, 464, 58, 58, 110,
    ]
    let fit = LimiterFit.fit(Chain.chains(of: delays.map { .delaySet($0) }))
    let factor = try #require(fit.factor)
    let interval = try #require(factor.interval)
    #expect(interval.contains(factor.value))
    #expect(abs(factor.value - 2.828) < 0.001)
  }

  /// Delays that double from the base up to a cap, at which they stay.
  @Test func exactGrowthUpToACap() throws {
    let delays: [Double] = [60, 120, 240, 480, 480, 480]
    let fit = LimiterFit.fit([Chain(delays: delays, isWhole: true)])
    #expect(abs(try #require(fit.base).value - 60) < 1e-6)
    #expect(abs(try #require(fit.factor).value - 2) < 1e-9)
    #expect(try #require(fit.cap).value == 480)
    #expect(fit.delays == 6 && fit.chains == 1 && fit.wholeChains == 1 && fit.outliers == 0)
  }

  /// A chain that begins in the middle shows the growth, but not the base.
  @Test func aChainWithoutItsStartHasNoBase() throws {
    let fit = LimiterFit.fit(Chain.chains(of: [240, 480, 960].map { .delaySet($0) }))
    #expect(fit.base == nil && fit.wholeChains == 0)
    #expect(abs(try #require(fit.factor).value - 2) < 1e-9)
  }

  /// A chain ends at a reset, or before a delay that is shorter than the previous delay.
  @Test func chainsEndAtResetsAndShorterDelays() {
    let chains = Chain.chains(of: [
      .delaySet(120), .delayReset, .delayReset, .delaySet(60), .delaySet(120), .delaySet(60), .delayReset,
    ])
    #expect(
      chains == [
        Chain(delays: [120], isWhole: false), Chain(delays: [60, 120], isWhole: true),
        Chain(delays: [60], isWhole: true),
      ])
  }

  @Test(arguments: [[], [Chain(delays: [], isWhole: true)], [Chain(delays: [0, 0], isWhole: true)]])
  func nothingIsFittedToNoDelays(_ chains: [Chain]) {
    let fit = LimiterFit.fit(chains)
    #expect(fit.base == nil && fit.factor == nil && fit.cap == nil)
  }
}
