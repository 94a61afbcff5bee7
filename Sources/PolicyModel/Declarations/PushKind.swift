internal import PlatformFacts

/// The effect of a push on the app, as its headers and payload request it.
package enum PushKind: Hashable, Sendable {
  /// Its headers are omitted, because someone else sends it.
  case undescribed
  /// It wakes the app without showing anything.
  case background
  /// It shows something, and may also wake the app.
  case alert
  /// Its type neither wakes the app nor shows an alert, or is unknown.
  case other
}

extension Policy.Push {
  /// Its kind, by its `apns-push-type`, or by its payload if that is omitted.
  package var kind: PushKind {
    guard headers != nil else { return .undescribed }
    switch header("apns-push-type")?.value.value {
    case "background": return .background
    case "alert": return .alert
    case .some: return .other
    case nil: return userVisibleMembers.isEmpty ? .background : .alert
    }
  }

  /// Whether it has a type of APNs with which the system does not pass it to the app as a remote notification, such as
  /// `voip`: PushKit, ActivityKit or an extension receives it.
  package var isForAnotherService: Bool {
    guard let type = header("apns-push-type")?.value.value, type != "background", type != "alert" else {
      return false
    }
    return PlatformFacts.pushTypes.value.contains(type)
  }

  /// The members of `aps` that a user sees or hears.
  package var userVisibleMembers: [PayloadMember] {
    (payload?.value.aps?.value ?? []).filter { ["alert", "sound", "badge"].contains($0.name) }
  }
}
