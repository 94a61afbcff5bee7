internal import JSON
package import PlatformFacts

/// A property of `URLSessionConfiguration`: its key, its systems, its default, its documentation and its generated code.
///
/// The language, the rules that compare sessions, and the generated configurations follow from the table `all`. A new
/// property needs an entry in the table and a stored property of `Session`.
package struct SessionProperty: Sendable {
  /// A heading of the language's reference.
  enum Topic: CaseIterable {
    case identity, network, http, security, legacy
  }

  /// The default that Apple documents, for the sessions that do not ignore the property.
  enum DocumentedDefault {
    /// No default.
    case undocumented
    /// The default that `Session` declares.
    case declared
    /// No headers or objects.
    case empty
    /// A default that `Session` can't declare: its value in background sessions, and its value in other sessions.
    case described(background: String, others: String)

    static func described(_ value: String) -> Self { .described(background: value, others: value) }
  }

  /// The name of the property in Apple's API and in a policy.
  package let name: StaticString
  /// The systems that have the property.
  package let availability: Availability
  /// Whether background sessions with different values behave differently; `false` if background sessions ignore the property.
  package let isCompared: Bool
  let topic: Topic

  private let storage: Storage
  private let documentedDefault: DocumentedDefault
  // These texts and citations are made on demand, because a lint doesn't need them.
  private let summary: @Sendable () -> String
  private let comment: @Sendable () -> String?
  private let sources: @Sendable () -> [Citation]

  /// An entry of the table.
  ///
  /// `summary` documents the key. `comment` completes "`name`: …" in generated code, without a full stop. Generated code
  /// doesn't set a property without a `comment`.
  init(
    _ name: StaticString, _ topic: Topic, _ storage: Storage, since availability: Availability,
    default documentedDefault: DocumentedDefault = .declared, isCompared: Bool = true,
    summary: @autoclosure @escaping @Sendable () -> String,
    comment: @autoclosure @escaping @Sendable () -> String? = nil,
    sources: @autoclosure @escaping @Sendable () -> [Citation] = [.urlSessionHeader]
  ) {
    self.name = name
    self.topic = topic
    self.storage = storage
    self.availability = availability
    self.documentedDefault = documentedDefault
    self.isCompared = isCompared
    self.summary = summary
    self.comment = comment
    self.sources = sources
  }
}

// MARK: - Documentation

extension SessionProperty {
  /// The value of an unchanged configuration as a cell of a table; `nil` if Apple documents no default.
  package var defaultText: String? {
    if case .empty = documentedDefault { return "none" }
    guard let values = documentedDefault.values(of: storage) else { return nil }
    return values.background == values.others
      ? values.background : "\(values.background) in background sessions, \(values.others) in others"
  }

  /// The value of an unchanged configuration as a policy would set it; `nil` if Apple documents no default, or if the default
  /// is empty.
  func defaultValue(inBackground isBackground: Bool) -> JSONValue? {
    documentedDefault.values(of: storage).map {
      JSONValue(policyText: isBackground ? $0.background : $0.others)
    }
  }

  /// The property's effect in a background session, without a full stop; `nil` if generated code doesn't set the property.
  package var effect: String? { comment() }

  /// Whether generated code sets the property.
  package var isGenerated: Bool { comment() != nil }

  /// The sources of the property's meaning, default and systems.
  package var citations: [Citation] { sources() }
}

extension SessionProperty.DocumentedDefault {
  fileprivate func values(of storage: SessionProperty.Storage) -> (background: String, others: String)? {
    switch self {
    case .undocumented, .empty: nil
    case .declared: storage.declaredDefault.map { ($0, $0) }
    case .described(let background, let others): (background, others)
    }
  }

  /// The default of all sessions; `nil` if the property has no default, or if the default depends on the kind of session.
  fileprivate func commonValue(of storage: SessionProperty.Storage) -> JSONValue? {
    guard let values = values(of: storage), values.background == values.others else { return nil }
    return JSONValue(policyText: values.background)
  }
}

extension JSONValue {
  /// The value that a text without quotes denotes in a policy.
  fileprivate init(policyText text: String) {
    self =
      switch text {
      case "true": true
      case "false": false
      case "null": .null
      default: Int64(text).map { .int($0) } ?? .string(text)
      }
  }
}

// MARK: - Values

extension SessionProperty {
  /// The key that sets the property of a session.
  var key: Key<Policy.Session> {
    // Every lint makes the keys but doesn't need these texts, so the texts are made in a closure.
    storage.key(name) { [summary, storage, documentedDefault] in
      KeyDocumentation(
        summary: summary() + storage.summarySuffix, defaultValue: documentedDefault.commonValue(of: storage))
    }
  }

  /// The value that generated code sets; `nil` if generated code doesn't set the property.
  package func value(in session: Policy.Session) -> SessionPropertyValue? {
    guard isGenerated else { return nil }
    var session = session
    return storage.value(of: name, in: &session)
  }

  /// Whether two sessions have the same value, including defaults. The sessions are not changed.
  package func isEqual(in one: inout Policy.Session, and other: inout Policy.Session) -> Bool {
    storage.isEqual(name, in: &one, and: &other)
  }

  /// The property as a network switch of sessions and requests; `nil` for other properties.
  var networkSwitch: NetworkSwitch? { storage.networkSwitch(name) }
}
