/// An identifier of an earlier version of the app, under which devices may still have work in progress.
package struct RetiredIdentifier: Sendable {
  /// The system's name for the work.
  package var identifier: Located<Identifier>?
  /// The kind of work.
  package var kind: Located<RetiredKind>?
  /// The reason that the identifier is retired.
  package var because: Located<String>?
}

/// The kinds of work that an earlier version of an app may have in progress.
package enum RetiredKind: String, StringEnum {
  /// A request to `BGTaskScheduler`.
  case task
  /// A background session.
  case session
}

extension Policy {
  /// Whether the policy retires an identifier of a kind of work.
  package func retires(_ identifier: String, as kind: RetiredKind) -> Bool {
    retired.contains { $0.kind?.value == kind && $0.identifier?.value.text == identifier }
  }
}
