package import PolicyModel
internal import PolicySyntax

/// A property in which two sessions differ, defaults included.
struct SessionDifference {
  /// The property.
  let key: StaticString
  /// The property's node in the session, or the session's own if it doesn't set it.
  let node: PolicyNode

  /// The first property, in the order of the table, in which `session` differs from `other`; the identifier comes before
  /// all of them.
  static func first(
    of session: Policy.Session, from other: Policy.Session, but ignored: [StaticString],
    among properties: [SessionProperty] = SessionProperty.all
  ) -> SessionDifference? {
    func isIgnored(_ key: StaticString) -> Bool { ignored.contains { $0.isEqual(to: key) } }
    if session.identifier?.value.text != other.identifier?.value.text, !isIgnored("identifier") {
      return SessionDifference(in: "identifier", of: session)
    }
    // The table's way to a value needs variables.
    var (one, other) = (session, other)
    for index in properties.indices where properties[index].isCompared {
      let name = properties[index].name
      guard !properties[index].isEqual(in: &one, and: &other), !isIgnored(name) else { continue }
      return SessionDifference(in: name, of: session)
    }
    return nil
  }

  private init(in key: StaticString, of session: Policy.Session) {
    self.key = key
    node = session.writtenKeys.first { $0.name.isEqual(to: key) }?.node ?? session.name.node
  }
}

extension Policy.Session {
  /// Whether it has the same properties as another session, defaults included; some keys may be left out of that.
  package func isConfigured(like other: Policy.Session, butFor ignored: [StaticString]) -> Bool {
    SessionDifference.first(of: self, from: other, but: ignored) == nil
  }
}
