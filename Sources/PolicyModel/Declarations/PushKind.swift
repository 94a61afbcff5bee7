internal import PlatformFacts

/// The effect of a push on the app, as its headers and payload request it.
package enum PushKind: Hashable, Sendable {
  /// The policy omits the headers, because someone else sends the push.
  case undescribed
  /// The push wakes the app without showing anything.
  case background
  /// The push shows something, and may also wake the app.
  case alert
  /// The type of the push neither wakes the app nor shows an alert, or is unknown.
  case other
}

extension Policy.Push {
  /// The kind of the push, by `apns-push-type`, or by the payload if the policy omits `apns-push-type`.
  package var kind: PushKind {
    guard headers != nil else { return .undescribed }
    switch header("apns-push-type")?.value.value {
    case "background": return .background
    case "alert": return .alert
    case .some: return .other
    case nil: return userVisibleMembers.isEmpty || isSilentWithBadge ? .background : .alert
    }
  }

  /// Whether the push would be a background push without its badge: it wakes the app, and has the priority of background pushes.
  private var isSilentWithBadge: Bool {
    userVisibleMembers.map(\.name) == ["badge"]
      && payload?.value.aps?.value.contains { $0.name == "content-available" } == true
      && header("apns-priority")?.value.value == "\(PlatformFacts.pushPriority.value)"
  }

  /// Whether PushKit, ActivityKit or an extension receives the push, and not the app as a remote notification, because of
  /// a push type such as `voip`.
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
