import Foundation
import Quantities
import Testing

/// The results equal the results of the platform's functions, except for the last bits, which differ between platforms.
@Suite struct LogarithmTests {
  @Test(arguments: [1e-300, 1e-9, 0.1, 0.5, 1, 1.25, 2, 2.718_281_828, 10, 21_600, 1e9, 1e300])
  func logarithmIsNatural(_ value: Double) {
    #expect(abs(naturalLog(value) - log(value)) <= 4 * log(value).ulp)
  }

  @Test(arguments: [-600, -20, -1, -1e-9, 0, 1e-9, 0.5, 1, 20, 600.0])
  func exponentialIsOfBaseE(_ value: Double) {
    #expect(abs(exponential(value) / exp(value) - 1) < 1e-13)
  }

  @Test func limitsAreThoseOfTheNumbers() {
    #expect(naturalLog(0) == -.infinity)
    #expect(naturalLog(-1).isNaN)
    #expect(exponential(1_000) == .infinity)
    #expect(exponential(-1_000) == 0)
    #expect(exponential(.nan).isNaN)
  }
}
