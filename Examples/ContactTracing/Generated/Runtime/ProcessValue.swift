// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// A value of which a process makes only one, such as the router of its sessions.
nonisolated public final class ProcessValue<Value: Sendable>: @unchecked Sendable {
  // The function that makes the value may log, and the log's receiver may ask for the value.
  private let lock = NSRecursiveLock()
  private var value: Value?

  /// A value that has not been made yet.
  public init() {}

  /// The value; `nil` before it is made. A thread that asks while another thread makes the value waits.
  public var current: Value? {
    lock.lock()
    defer { lock.unlock() }
    return value
  }

  /// Makes the value at the first call. Each call returns the value.
  public func first(_ make: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let made = make()
    // The function may have called this function for the same value.
    let first = value ?? made
    value = first
    return first
  }

  /// Replaces the value by another value, as unit tests do.
  public func replace(_ value: Value) {
    lock.lock()
    defer { lock.unlock() }
    self.value = value
  }
}

/// The work of a process in the background, which begins once.
nonisolated public protocol BackgroundProcess: Sendable {
  /// Keeps the value of this process.
  static var process: ProcessValue<Self> { get }
}

nonisolated extension BackgroundProcess {
  /// The value of this process; `nil` before its work begins.
  public static var current: Self? { process.current }
}
