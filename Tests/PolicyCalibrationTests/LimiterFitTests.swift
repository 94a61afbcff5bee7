import TestSupport
import Testing

@testable import PolicyCalibration

/// What delays say of the limiter.
@Suite struct LimiterFitTests {
  /// With next to no error the bounds are as near to the value as rounding lets them be, on either side of it.
  @Test func almostPerfectFit() throws {
    let delays: [Double] = [
      464, 464, 58, 464, 464, 58, 58, 58, 464, 920, 58, 110, 58, 58, 22, 100, 464, 116, 32, 58, 22, 116, 464,
      232,
      464, 232, 900, 116, 464, 928, 58, 464, 58, 464, 58, 58, 110,
    ]
    let fit = LimiterFit(Chain.chains(of: delays.map { .delaySet($0) }))
    let factor = try #require(fit.factor)
    let interval = try #require(factor.interval)
    #expect(interval.contains(factor.value))
    #expect(abs(factor.value - 2.828) < 0.001)
  }
}
