// The device on which generated code runs in the tests: its clock, the phases of the app, and the contracts that the app has broken.

import Dispatch
import Foundation

/// The device of a process. Any thread may call all members.
public final class FakeSystem: @unchecked Sendable {
  public static let shared = FakeSystem()

  /// A phase of the app's life.
  public enum Phase: String, Sendable {
    case launching, foreground, background
  }

  private let lock = NSLock()
  private var _now = 0.0
  private var _phase = Phase.launching
  private var _violations = 0
  private var untold: [String] = []
  /// Whether violations are printed at once. Otherwise, a driver takes the violations.
  public nonisolated(unsafe) var isPrinting = true
  private var _facts: [String: [String]] = [:]

  // Without Darwin, the main queue runs on another thread while the main thread waits for the end of the program.
  private static let mainQueue = DispatchSpecificKey<Bool>()

  private init() { DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true) }

  /// Whether the caller is on the main thread, or on the thread that runs the main queue.
  public var isOnMainThread: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainQueue) == true
  }

  /// Seconds since the start of the script. Only the script changes the time.
  public var now: Double {
    get { lock.withLock { _now } }
    set { lock.withLock { _now = newValue } }
  }

  public var phase: Phase {
    get { lock.withLock { _phase } }
    set { lock.withLock { _phase = newValue } }
  }

  /// The number of violations: contracts that the app has broken.
  public var violations: Int {
    get { lock.withLock { _violations } }
    set { lock.withLock { _violations = newValue } }
  }

  /// The script's facts about the app and the device, such as the entries of its Info.plist, by subject.
  public func facts(_ subject: String) -> [String] { lock.withLock { _facts[subject] ?? [] } }

  public func add(_ fact: String, to subject: String) {
    lock.withLock { _facts[subject, default: []].append(fact) }
  }

  public func removeAll(_ subject: String) { lock.withLock { _facts[subject] = nil } }

  /// Whether the device's version of iOS meets a condition such as `iOS 26.0, *`. Unless the script sets a version, the device has the
  /// newest version.
  public func isAvailable(_ condition: String) -> Bool {
    guard let system = facts("system").first, let start = condition.range(of: "iOS ") else { return true }
    let needed = condition[start.upperBound...].prefix { $0 != "," }
    return !Self.numbers(system).lexicographicallyPrecedes(Self.numbers(String(needed)))
  }

  private static func numbers(_ version: String) -> [Int] {
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    return numbers + Array(repeating: 0, count: max(0, 2 - numbers.count))
  }

  /// Reports a violation if the app uses API of a version of iOS that the device doesn't have.
  public func use(_ api: String, since version: String) {
    if !isAvailable("iOS \(version)") { violation("\(api) is used, which came with iOS \(version)") }
  }

  /// Prints an event, to investigate failures.
  public func trace(_ text: String) {
    lock.withLock { print("\(Int(_now))s \(text)") }
  }

  /// Reports that the app has broken a contract.
  public func violation(_ text: String) {
    lock.withLock {
      _violations += 1
      untold.append(text)
      if isPrinting { print("\(Int(_now))s violation: \(text)") }
    }
  }

  /// The contracts that were broken since the last call.
  public func takeViolations() -> [String] {
    lock.withLock {
      defer { untold = [] }
      return untold
    }
  }

  /// Reports a broken contract for which the system terminates the app, and exits.
  public func fatal(_ text: String) -> Never {
    violation(text + ": the system ends the app")
    exit(1)
  }
}
