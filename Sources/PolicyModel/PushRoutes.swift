package import JSON

/// A push, and the members of its payload that distinguish it from the policy's other pushes.
package struct PushRoute: Sendable {
  /// The push whose handler is called.
  package let push: Policy.Push
  /// The members of a payload that identify this push; empty if no members identify the push.
  package let members: [JSONMember]
}

extension Policy {
  /// The pushes in the order in which generated code compares them with a payload: pushes with the most members come first.
  package var pushRoutes: [PushRoute] {
    let pushes = wakingPushes
    let own = pushes.map(\.constants)
    var values: [String: Set<JSONValue>] = [:]
    for member in own.joined() { values[member.name, default: []].insert(member.value) }
    let routes = pushes.indices.map { index -> PushRoute in
      if let match = pushes[index].match {
        return PushRoute(
          push: pushes[index], members: match.value.map { JSONMember($0.name, $0.value.value) })
      }
      let telling = own[index].filter { member in (values[member.name]?.count ?? 0) > 1 }
      return PushRoute(push: pushes[index], members: telling)
    }
    let order = routes.indices.sorted {
      (-routes[$0].members.count, $0) < (-routes[$1].members.count, $1)
    }
    return order.map { routes[$0] }
  }

  /// The pushes for which the system launches the app, and which it passes to the app as remote notifications.
  package var wakingPushes: [Policy.Push] { pushes.filter(\.wakesTheApp) }
}

extension Policy.Push {
  /// Whether the system shows the push, because its push type is alert.
  package var isAlert: Bool { header("apns-push-type")?.value.value == "alert" }

  /// Whether the system launches the app to handle the push as a remote notification. An alert needs content-available.
  package var wakesTheApp: Bool {
    guard isAlert else { return !isForAnotherService }
    return payload?.value.aps?.value.contains { $0.name == "content-available" && $0.value.value == 1 }
      == true
  }

  /// The members that all instances of this push have: the members of `match`, or the comparable members of the payload.
  fileprivate var constants: [JSONMember] {
    if let match { return match.value.map { JSONMember($0.name, $0.value.value) } }
    guard case .object(let members)? = payload?.value.json else { return [] }
    return members.filter { $0.name != "aps" && $0.value.isConstant }
  }
}

extension JSONValue {
  /// Whether generated code can compare the value: a string, a whole number, true or false.
  package var isConstant: Bool {
    switch self {
    case .string, .int, .bool: true
    case .null, .double, .array, .object: false
    }
  }
}
