internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionInstancesOverlap = Rule(
    "BGP167", "session-instances-overlap", .sessions, .warning,
    summary: "A session whose identifier may be the same as that of another session's instance",
    why: """
      Generated code finds the session of an event by its identifier. If two sessions can have the same one, \
      the events of one of them go to the other.
      """,
    guide: RuleGuide(
      ignoreWhen: "No value of an instance results in the other identifier.",
      related: ["session-instances-placeholder", "session-identifier-duplicate"]),
    citations: [.urlSessionHeader, .ourInference],
    triggers: [
      """
      sessions:
        library:
          identifier: com.example.library.{account}
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
        shared: { identifier: «com.example.library.shared», timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library:
          identifier: com.example.library{account}
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
        thumbnails:
          identifier: «com.example.library-thumbnails{account}»
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
      """,
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library.{account}
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
        shared: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        thumbnails:
          identifier: com.example.thumbnails.{account}
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
      """
    ],
    check: .policy { policy, context in
      let families = policy.sessions.filter { $0.instances != nil }
      guard !families.isEmpty else { return [] }
      return families.flatMap { family -> [Diagnostic] in
        // Without a fixed part, an identifier may be any text, and an overlap is only possible.
        guard let affixes = family.instanceAffixes, affixes != ("", "") else { return [] }
        // If two families overlap, the later family is reported.
        let later = policy.sessions.drop { $0.name.node != family.name.node }.dropFirst()
        return policy.sessions.compactMap { session in
          guard session.instances == nil || later.contains(where: { $0.name.node == session.name.node }),
            let identifier = session.identifier,
            // Another rule reports equal identifiers.
            identifier.value.text != family.identifier?.value.text,
            overlaps(session, with: affixes)
          else { return nil }
          return context.diagnostic(
            at: .value(identifier.node),
            "An instance of \(family.name.value) may have the identifier of \(session.name.value)",
            help: "make the identifiers differ before the braces",
            related: [(.key(family.name.node), "the instances")])
        }
      }
    }
  )
}

/// Whether a session's identifier may equal the identifier of an instance of another session.
private func overlaps(_ session: Policy.Session, with affixes: (prefix: String, suffix: String)) -> Bool {
  guard let other = session.instanceAffixes else {
    guard let text = session.identifier?.value.text, text.hasPrefix(affixes.prefix),
      text.dropFirst(affixes.prefix.count).hasSuffix(affixes.suffix)
    else { return false }
    let value = text.dropFirst(affixes.prefix.count).dropLast(affixes.suffix.count)
    return !value.isEmpty && value.utf8.allSatisfy(isOfValue)
  }
  let (short, long) = inOrder(affixes.prefix.utf8, other.prefix.utf8)
  let (end, longEnd) = inOrder(affixes.suffix.utf8, other.suffix.utf8)
  return long.starts(with: short) && long.dropFirst(short.count).allSatisfy(isOfValue)
    && longEnd.suffix(end.count).elementsEqual(end) && longEnd.dropLast(end.count).allSatisfy(isOfValue)
}

private func inOrder(_ one: String.UTF8View, _ other: String.UTF8View) -> (String.UTF8View, String.UTF8View) {
  one.count <= other.count ? (one, other) : (other, one)
}

/// Whether an encoded value may contain a byte.
private func isOfValue(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "%"):
    true
  default: false
  }
}
