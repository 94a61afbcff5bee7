import XCTest

@testable import Diary

/// The handler, without the system and without a network.
final class DiaryWorkTests: XCTestCase {
  func testBackup() async throws {
    let problem = try await DiaryWorkChecks.backup()
    XCTAssertNil(problem)
  }

  func testRefusals() async throws {
    let problem = try await DiaryWorkChecks.refusals()
    XCTAssertNil(problem)
  }

  func testTooLittleTime() async throws {
    let problem = try await DiaryWorkChecks.tooLittleTime()
    XCTAssertNil(problem)
  }

  func testQueueOfItsOwn() throws {
    XCTAssertNil(try DiaryWorkChecks.queueOfItsOwn())
  }
}
