// The part of Tuist's ProjectDescription that generated code uses, as its reference declares it.

public enum Plist {
  public indirect enum Value: Codable, Equatable, Sendable {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case dictionary([String: Value])
    case array([Value])
  }
}

extension Plist.Value: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Plist.Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension Plist.Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Plist.Value...) { self = .array(elements) }
}

public typealias SettingsDictionary = [String: SettingValue]

public enum SettingValue: ExpressibleByStringInterpolation, Equatable, Sendable {
  case string(String)
  case array([String])

  public init(stringLiteral value: String) { self = .string(value) }
}

public enum InfoPlist: Codable, Equatable, Sendable {
  case extendingDefault(with: [String: Plist.Value])
}

public enum Entitlements: Codable, Equatable, Sendable {
  case dictionary([String: Plist.Value])
}
