package import JSON
package import Quantities

extension Policy {
  /// A push that wakes the app: a silent one, or an alert that also has content-available.
  package struct Push: Named {
    /// Its name in the policy.
    package var name: Located<String>
    /// The headers of the request to APNs.
    package var headers: Located<[Header]>?
    /// The JSON that the server sends.
    package var payload: Located<PushPayload>?
    /// The members of the payload that distinguish it from the policy's other pushes.
    package var match: Located<[PayloadMember]>?
    /// The number that the server sends in a day.
    package var perDay: Located<Double>?
    /// The time that its handler's work takes.
    package var expectedRuntime: Located<TimeSpan>?
    /// The transfers that its handler submits.
    package var startsTransfers: Located<[Located<String>]>?
    /// The keys that occur, in order.
    package var writtenKeys: [WrittenKey] = []

    /// The header with a lowercase name, ignoring the case in the policy.
    package func header(_ name: String) -> Header? {
      headers?.value.first { $0.name.lowercased() == name }
    }
  }
}

/// The JSON that a push carries.
package struct PushPayload: Sendable {
  /// The whole payload.
  package let json: JSONValue
  /// The members of `aps`; `nil` if there is none.
  package let aps: Located<[PayloadMember]>?
}

/// A member of `aps`.
package struct PayloadMember: Sendable {
  /// The key.
  package let name: String
  /// The value as the server sends it.
  package let value: Located<JSONValue>
}

extension Policy.Push {
  /// Whether a key occurs with an invalid value, which is already reported.
  package func isUnreadable(_ name: String) -> Bool {
    let isLowered = name == "headers" ? headers != nil : payload != nil
    return !isLowered && writtenKeys.contains { "\($0.name)" == name }
  }
}
