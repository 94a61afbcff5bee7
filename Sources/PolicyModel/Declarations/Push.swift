package import JSON
package import Quantities

/// A push that wakes the app: a silent one, or an alert that also has content-available.
package struct Push: Named {
  /// What the policy calls it.
  package var name: Located<String>
  /// The headers of the request to APNs.
  package var headers: Located<[Header]>?
  /// The JSON that the server sends.
  package var payload: Located<PushPayload>?
  /// Members of the payload that tell it from the policy's other pushes.
  package var match: Located<[PayloadMember]>?
  /// How many the server sends in a day.
  package var perDay: Located<Double>?
  /// What its handler's work takes.
  package var expectedRuntime: Located<TimeSpan>?
  /// The transfers that its handler submits.
  package var startsTransfers: Located<[Located<String>]>?
  /// The keys that are there, in order.
  package var writtenKeys: [WrittenKey] = []

  /// The header of a name, whatever its case.
  package func header(_ name: String) -> Header? {
    headers?.value.first { $0.name.lowercased() == name }
  }
}

/// The JSON that a push carries.
package struct PushPayload: Sendable {
  /// All of it.
  package let json: JSONValue
  /// The entry `aps` and its members; `nil` where there is none.
  package let aps: Located<[PayloadMember]>?
}

/// A member of `aps`.
package struct PayloadMember: Sendable {
  /// The key.
  package let name: String
  /// The value.
  package let value: Located<JSONValue>
}

extension Push {
  /// Whether a key is there and its value can't be read, which is reported already.
  package func isUnreadable(_ name: String) -> Bool {
    let isLowered = name == "headers" ? headers != nil : payload != nil
    return !isLowered && writtenKeys.contains { "\($0.name)" == name }
  }
}
