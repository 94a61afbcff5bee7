import XCTest

@testable import Headlines

/// The handler, without the system and without a network.
final class HeadlinesWorkTests: XCTestCase {
  func testRefresh() async throws {
    let problem = try await HeadlinesWorkChecks.refresh()
    XCTAssertNil(problem)
  }
}
