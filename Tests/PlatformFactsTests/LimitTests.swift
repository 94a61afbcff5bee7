import PlatformFacts
import Quantities
import Testing

/// The numbers that Apple's pages state today.
@Suite struct LimitTests {
  static let counts: [(name: String, fact: Fact<Int>, value: Int)] = [
    ("pending refresh requests", PlatformFacts.pendingRefreshRequests, 1),
    ("pending processing requests", PlatformFacts.pendingProcessingRequests, 10),
    ("connections per host", PlatformFacts.connectionsPerHost, 6),
    ("priority of a background push", PlatformFacts.pushPriority, 5),
    ("priority of a push", PlatformFacts.pushPriorityByDefault, 10),
    ("growth of the limiter's delay", PlatformFacts.limiterFactor, 2),
  ]

  @Test(arguments: counts) func countIsDocumented(_ name: String, _ fact: Fact<Int>, _ value: Int) {
    #expect(fact.value == value)
    #expect(fact.confidence <= .stated)
    #expect(fact.citations.allSatisfy { $0.address?.hasPrefix("https://developer.apple.com/") == true })
  }

  static let times: [(name: String, fact: Fact<TimeSpan>, value: TimeSpan)] = [
    ("request timeout", PlatformFacts.requestTimeout, .seconds(60)),
    ("resource timeout", PlatformFacts.resourceTimeout, .days(7)),
    ("earliest begin date", PlatformFacts.earliestBeginMaximum, .days(7)),
    ("app refresh", PlatformFacts.refreshRuntime, .seconds(30)),
    ("background push", PlatformFacts.pushRuntime, .seconds(30)),
    ("background task", PlatformFacts.backgroundTaskRuntime, .seconds(30)),
  ]

  @Test(arguments: times) func timeIsDocumented(_ name: String, _ fact: Fact<TimeSpan>, _ value: TimeSpan) {
    #expect(fact.value == value)
    #expect(fact.confidence <= .stated)
    #expect(fact.citations.allSatisfy { $0.address?.hasPrefix("https://developer.apple.com/") == true })
  }

  @Test func reservedHeadersAreInLowercase() {
    let headers = PlatformFacts.reservedHeaders.value
    #expect(headers.allSatisfy { $0 == $0.lowercased() })
    #expect(headers == headers.sorted() && Set(headers).count == headers.count)
  }

  /// The app has time to cancel its work before the system ends it.
  @Test func marginsFitIntoTheirTime() {
    let margin =
      PlatformFacts.pushMargin.value.milliseconds + PlatformFacts.cancellationGrace.value.milliseconds
    #expect(margin < PlatformFacts.pushRuntime.value.milliseconds)
    #expect(PlatformFacts.expirationGrace.value < PlatformFacts.expirationRuntime.value)
  }
}
