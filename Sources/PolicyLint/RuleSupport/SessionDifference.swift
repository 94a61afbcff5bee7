package import PolicyModel
internal import PolicySyntax

/// A property in which two sessions differ. An unset property has its default.
struct SessionDifference {
  /// The property.
  let key: StaticString
  /// The property's node in the session, or the session's node if the session doesn't set the property.
  let node: PolicyNode

  /// The first property, in the order of the table, in which `session` differs from `other`. The identifier
  /// is compared before the table.
  static func first(
    of session: Policy.Session, from other: Policy.Session, but ignored: [StaticString],
    among properties: [SessionProperty] = SessionProperty.all
  ) -> SessionDifference? {
    func isIgnored(_ key: StaticString) -> Bool { ignored.contains { $0.isEqual(to: key) } }
    if session.identifier?.value.text != other.identifier?.value.text, !isIgnored("identifier") {
      return SessionDifference(in: "identifier", of: session)
    }
    // The accessors of the table need variables.
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
  /// Whether the session has the same properties as another session, including defaults. The keys in
  /// `ignored` are not compared.
  package func isConfigured(like other: Policy.Session, butFor ignored: [StaticString]) -> Bool {
    SessionDifference.first(of: self, from: other, but: ignored) == nil
  }
}
