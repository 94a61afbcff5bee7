package import JSON
package import Quantities

extension Policy {
  /// A push that wakes the app: a silent push, or an alert that also has content-available.
  package struct Push: Named {
    /// The name of the push in the policy.
    package var name: Located<String>
    /// The headers of the request to APNs.
    package var headers: Located<[Header]>?
    /// The JSON that the server sends.
    package var payload: Located<PushPayload>?
    /// The members of the payload that distinguish it from the policy's other pushes.
    package var match: Located<[PayloadMember]>?
    /// The number of these pushes that the server sends in a day.
    package var perDay: Located<Double>?
    /// The time that the work of the push's handler takes.
    package var expectedRuntime: Located<TimeSpan>?
    /// The transfers that the push's handler submits.
    package var startsTransfers: Located<[Located<String>]>?
    /// The keys that the mapping contains, in order.
    package var writtenKeys: [WrittenKey] = []

    /// The header with a name, which is passed in lowercase; the case in the policy doesn't matter.
    package func header(_ name: String) -> Header? {
      headers?.value.first { $0.name.lowercased() == name }
    }
  }
}

/// The JSON that a push carries.
package struct PushPayload: Sendable {
  /// The whole payload.
  package let json: JSONValue
  /// The members of `aps`; `nil` if the payload has no `aps`.
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
  /// Whether the policy has the key with an invalid value. The lowering has reported that value already.
  package func isUnreadable(_ name: String) -> Bool {
    let isLowered = name == "headers" ? headers != nil : payload != nil
    return !isLowered && writtenKeys.contains { "\($0.name)" == name }
  }
}
