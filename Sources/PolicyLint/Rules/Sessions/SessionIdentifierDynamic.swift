internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierDynamic = Rule(
    "BGP105", "session-identifier-dynamic", .sessions, .warning,
    summary: "A session identifier that changes at run time",
    why: """
      After a relaunch the app has to create the session again with the identifier that the system knows. \
      With a UUID, a time or another changing part it does not find the session again, and loses its \
      transfers.
      """,
    guide: RuleGuide(
      symptom: """
        No error: after a relaunch, the delegate is not called for the transfers of the earlier identifier.
        """,
      ignoreWhen: "The part that looks like a UUID or a time is the same in every run.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
        """,
      related: ["session-instances-placeholder"]),
    citations: [.downloadingInBackground, .wildApps],
    triggers: [
      """
      sessions:
        library: { identifier: «'com.example.\\(UUID().uuidString)'», timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library: { identifier: «com.example.upload.%@», timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library: { identifier: «com.example.3F2504E0-4F89-41D3-9A0C-0305E82C3301», timeoutIntervalForResource: 1d }
        thumbnails: { identifier: «com.example.1760000000», timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library:
          identifier: «com.example.{account}.%@»
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        devices: { identifier: org.example.uuid-sync, timeoutIntervalForResource: 1d }
        half: { identifier: com.example.100%, timeoutIntervalForResource: 1d }
        years: { identifier: com.example.2026, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library:
          identifier: com.example.library.{account}
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
      """,
    ],
    check: .backgroundSessions { session, _, context in
      guard let identifier = session.identifier, !identifier.value.isRuntime,
        let part = ChangingPart(of: session.textOutsidePlaceholder(of: identifier.value.written))
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        part == .expression
          ? "The identifier of \(session.name.value) changes: \(identifier.value.written)"
          : "The identifier of \(session.name.value) contains \(part.noun), which may change with each run",
        help: part == .expression
          ? "write a fixed identifier, or declare its form by { runtime: … }, or instances: { per: account, atMost: 3 }"
          : "write a fixed identifier, and distinguish transfers by taskDescription",
        // The part, such as a UUID, may be the same in each run although its form suggests a change.
        severity: part == .expression ? nil : .info)
    }
  )
}

extension Policy.Session {
  /// The text of an identifier without the placeholder that `instances` declares.
  fileprivate func textOutsidePlaceholder(of identifier: String) -> String {
    guard let placeholder = instances?.value.placeholder else { return identifier }
    return identifier.split(separator: placeholder).joined()
  }
}

/// The part of an identifier that changes at run time.
private enum ChangingPart {
  /// An interpolation, a format or a template.
  case expression
  case uuid
  case time

  var noun: String {
    switch self {
    case .expression: "an expression"
    case .uuid: "a UUID"
    case .time: "a Unix time"
    }
  }

  /// Finds the changing part of an identifier. `nil` if the identifier is fixed.
  init?(of identifier: String) {
    var identifier = identifier
    guard let part = identifier.withUTF8(Self.find) else { return nil }
    self = part
  }

  private static func find(in bytes: UnsafeBufferPointer<UInt8>) -> ChangingPart? {
    // Most identifiers contain only letters and dots.
    guard bytes.contains(where: mayBeOfPart) else { return nil }
    var hexDigits = 0
    var digits = 0
    var holdsTime = false
    for index in bytes.indices {
      let byte = bytes[index]
      if isDigit(byte) {
        digits += 1
      } else {
        holdsTime = holdsTime || isTime(bytes[(index - digits)..<index])
        digits = 0
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "\\"): return .expression
      case UInt8(ascii: "%") where index + 1 < bytes.count && isFormat(bytes[index + 1]): return .expression
      case UInt8(ascii: "-") where hexDigits >= 8 && isUUID(bytes[(index - 8)...]): return .uuid
      default: hexDigits = isHexDigit(byte) ? hexDigits + 1 : 0
      }
    }
    return holdsTime || isTime(bytes[(bytes.count - digits)...]) ? .time : nil
  }

  /// Whether a byte may belong to a changing part: a digit, or one of `{<\%-`.
  private static func mayBeOfPart(_ byte: UInt8) -> Bool {
    byte < 0x40 ? byte != UInt8(ascii: ".") : byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\\")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Whether a byte may follow `%` in a format.
  private static func isFormat(_ byte: UInt8) -> Bool { "@diulsxf".utf8.contains(byte) }

  /// Whether a text begins with groups of 8, 4, 4, 4 and 12 hexadecimal digits.
  private static func isUUID(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    bytes.count >= 36
      && bytes.prefix(36).enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexDigit(byte)
      }
  }

  /// Whether digits look like the seconds or milliseconds since 1970, for times from 2001 to 2033.
  private static func isTime(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    (digits.count == 10 || digits.count == 13) && digits.first == UInt8(ascii: "1")
  }
}
