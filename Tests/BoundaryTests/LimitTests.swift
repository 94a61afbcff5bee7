import Foundation
import PlatformFacts
import TestSupport
import Testing

/// Values and counts that are zero, one or huge. No result is negative, not a number or infinite, and every
/// run ends.
@Suite struct LimitTests {
  private static let policy = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions:
      s: { identifier: com.example.s }
      d: { identifier: com.example.d, isDiscretionary: true, timeoutIntervalForResource: 1d }
    tasks:
      refresh: { identifier: com.example.refresh, type: appRefresh, reschedule: true, earliestBegin: 1h }
      clean: { identifier: com.example.clean, type: processing, reschedule: true, earliestBegin: 1h }
    pushes: { push: { perDay: 20 } }
    transfers:
      a: { session: s, count: COUNT, size: SIZE, submit: oneAtATime, startedIn: background }
      b: { session: d, count: 30, size: 4MB, submit: { batch: 10 } }

    """

  private func policy(count: String = "12", size: String = "2MB") -> String {
    Self.policy.replacingOccurrences(of: "COUNT", with: count).replacingOccurrences(of: "SIZE", with: size)
  }

  /// Every number in an estimate.
  private func numbers(in value: Any, _ path: String = "") -> [(path: String, number: Double)] {
    switch value {
    case let object as [String: Any]: object.flatMap { numbers(in: $0.value, "\(path).\($0.key)") }
    case let array as [Any]: array.flatMap { numbers(in: $0, path) }
    case let number as NSNumber: [(path, number.doubleValue)]
    default: []
    }
  }

  private func check(_ words: [String], _ text: String) throws {
    let run = try Tool.run(
      words: ["estimate", "-", "--runs", "2", "--jobs", "1", "--format", "json"] + words, input: text)
    #expect(run.status == 0, "\(words): \(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let all = numbers(in: json)
    #expect(all.count > 50)
    for (path, number) in all {
      // A figure that grows without a mechanism has a negative share.
      let isBounded = number >= 0 || path.contains(".why.share")
      #expect(number.isFinite && isBounded, "\(words): \(path) is \(number)")
    }
  }

  @Test(arguments: PlatformFacts.parameters.map(\.name)) func parameterAtItsLimits(_ name: String) throws {
    let fact = try #require(PlatformFacts.parameter(name))
    let texts =
      switch fact.kind {
      case .duration: ["0s", "1s", "100000d", "none"]
      case .size: ["0B", "1B", "100000000GB", "none"]
      case .rate: ["0B", "1B", "100000000GB"]
      case .number: ["0", "1", "1000000000000"]
      case .word(let words): words
      }
    for text in texts where fact.value(of: text) != nil {
      try check(["--model", "\(name)=\(text)"], policy())
    }
  }

  @Test(arguments: [("1", "0"), ("1", "1B"), ("0", "1MB"), ("1000", "1MB"), ("3", "100000GB")])
  func countsAtTheirLimits(_ count: String, _ size: String) throws {
    for scenario in ["commuter", "lab"] {
      try check(["--scenario", scenario, "--model", "limiter.cap=1h"], policy(count: count, size: size))
    }
  }
}
