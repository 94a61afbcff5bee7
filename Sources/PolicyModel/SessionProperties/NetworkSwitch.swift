/// A switch that allows a kind of network, such as `allowsCellularAccess`. Sessions and requests both have a property with
/// the switch's name.
package struct NetworkSwitch: Sendable {
  /// The name of the property.
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

  /// The value of a transfer's requests; `nil` if the requests have the session's value.
  package func value(of transfer: Policy.Transfer) -> Located<Bool>? { request(transfer) }
}
