internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierDynamic = Rule(
    "BGP105", "session-identifier-dynamic", .warning,
    summary: "A session identifier that is made up at run time",
    why: """
      After a relaunch the app has to make the session again with the identifier that the system knows. \
      One that holds a UUID, a time or another changing part is not found again, and its transfers are \
      lost to the app.
      """,
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
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """
    ],
    check: .backgroundSessions { session, _, context in
      guard let identifier = session.identifier, isMadeUp(identifier.value.written) else { return nil }
      return context.issue(
        at: .value(identifier.place),
        "The identifier of \(session.name.value) changes: \(identifier.value.written)",
        help: "write a fixed text, and tell transfers apart by taskDescription")
    }
  )
}

/// Whether an identifier has a part that is put in at run time.
private func isMadeUp(_ identifier: String) -> Bool {
  var identifier = identifier
  return identifier.withUTF8(isMadeUp)
}

private func isMadeUp(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  for index in bytes.indices {
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "\\"): return true
    // Any case of "uuid".
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      if bytes[index...].prefix(4).map({ $0 | 0x20 }) == Array("uuid".utf8) { return true }
    default: continue
    }
  }
  return false
}
