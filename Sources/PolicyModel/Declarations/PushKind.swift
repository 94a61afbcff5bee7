/// What a policy says of how a push is sent.
package enum PushKind: Hashable, Sendable {
  /// Its headers are not described: somebody else's server sends it.
  case undescribed
  /// It wakes the app, and shows nothing.
  case background
  /// It shows something, and may wake the app, too.
  case alert
  /// It has a type that neither wakes the app nor shows an alert, or none that exists.
  case other
}

extension Push {
  /// How it is sent, by its `apns-push-type`, or without one by its payload.
  package var kind: PushKind {
    guard headers != nil else { return .undescribed }
    switch header("apns-push-type")?.value.value {
    case "background": return .background
    case "alert": return .alert
    case .some: return .other
    case nil: return userVisibleMembers.isEmpty ? .background : .alert
    }
  }

  /// The members of `aps` that a person sees or hears.
  package var userVisibleMembers: [PayloadMember] {
    (payload?.value.aps?.value ?? []).filter { ["alert", "sound", "badge"].contains($0.name) }
  }
}
