/// A network that a session may use, and each of its requests: both have a property of this name.
package struct NetworkSwitch: Sendable {
  /// The property.
  package let name: StaticString
  private let access: SessionProperty.Access<Setting<Bool>>
  private let request: @Sendable (Policy.Transfer) -> Located<Bool>?

  init(
    name: StaticString, access: @escaping SessionProperty.Access<Setting<Bool>>,
    request: @escaping @Sendable (Policy.Transfer) -> Located<Bool>?
  ) {
    self.name = name
    self.access = access
    self.request = request
  }

  /// The switches of the table, in its order.
  package static let all = SessionProperty.all.compactMap(\.networkSwitch)

  /// The session's own value.
  package func setting(of session: Policy.Session) -> Setting<Bool> {
    var session = session
    var setting = Setting(true)
    access(&session) { setting = $0 }
    return setting
  }

  /// The value of a transfer's requests; `nil` if they have the session's.
  package func value(of transfer: Policy.Transfer) -> Located<Bool>? { request(transfer) }
}
