// The part of os that generated code uses, to compile it where there is no Darwin.

public struct OSLogPrivacy: Sendable {
  public static let `public` = OSLogPrivacy()
  public static let `private` = OSLogPrivacy()
}

public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> String, privacy: OSLogPrivacy = .private
    ) { text += value() }
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> Int, privacy: OSLogPrivacy = .public
    ) { text += "\(value())" }
  }

  public let text: String
  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

public struct Logger: Sendable {
  public let subsystem: String
  public let category: String
  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
  }
  public func debug(_ message: OSLogMessage) { write("debug", message) }
  public func info(_ message: OSLogMessage) { write("info", message) }
  public func notice(_ message: OSLogMessage) { write("notice", message) }
  public func error(_ message: OSLogMessage) { write("error", message) }
  public func fault(_ message: OSLogMessage) { write("fault", message) }

  private func write(_ level: String, _ message: OSLogMessage) {
    print("log \(subsystem) \(category) \(level): \(message.text)")
  }
}
