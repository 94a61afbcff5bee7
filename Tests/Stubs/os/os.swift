// The part of `os` that generated code uses, as Apple's interface declares it.

import FakeDevice

public struct OSLogPrivacy: Sendable {
  public static let `public` = OSLogPrivacy()
  public static let `private` = OSLogPrivacy()
}

public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  var text = ""
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) { text += literal }
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> String, privacy: OSLogPrivacy = .private
  ) {
    text += value()
  }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String
  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) { FakeSystem.shared.use("Logger", since: "14.0") }
  public func notice(_ message: OSLogMessage) {}
  public func error(_ message: OSLogMessage) {}
}
