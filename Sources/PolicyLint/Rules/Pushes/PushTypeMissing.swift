internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushTypeMissing = Rule(
    "BGP402", "push-type-missing", .pushes, .warning,
    summary: "A push without the apns-push-type that its payload needs",
    why: """
      watchOS requires the header, and Apple recommends it elsewhere. It has to match the payload, or the \
      push may be dropped.
      """,
    guide: RuleGuide(
      symptom: "The push may never arrive.",
      ignoreWhen: "The server sets the header itself."),
    citations: [.sendingNotifications],
    triggers: [
      """
      pushes:
        changes: { «headers»: { apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        message: { «headers»: { apns-priority: 10 }, payload: { aps: { content-available: 1, alert: New message } } }
      """,
      """
      pushes:
        changes: { headers: { apns-push-type: «silent», apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        changes: { headers: { apns-push-type: «alert», apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        message: { headers: { apns-push-type: «alert» }, payload: { aps: { mutable-content: 1 } } }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        pushes:
          changes: { «headers»: { apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
        """),
    ],
    passes: [
      """
      pushes:
        changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        message: { headers: { apns-push-type: alert }, payload: { aps: { content-available: 1, alert: New message } } }
      """,
      """
      pushes:
        sync: { payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        call: { headers: { apns-push-type: voip, apns-priority: 10 }, match: { kind: call }, payload: { kind: call } }
        score: { headers: { apns-push-type: liveactivity }, match: { kind: score }, payload: { kind: score } }
      """,
    ],
    check: .pushes { push, policy, context in
      guard let headers = push.headers else { return nil }
      let needed = push.userVisibleMembers.isEmpty || push.kind == .background ? "background" : "alert"
      guard let header = push.header("apns-push-type") else {
        let isForWatch = policy.app?.value.deploymentTarget.platforms == [.watchOS]
        return context.diagnostic(
          at: .key(headers.node),
          "\(push.name.value) has no apns-push-type" + (isForWatch ? ", which watchOS requires" : ""),
          help: "add apns-push-type: \(needed) to its headers",
          fixes: [
            context.insert(
              "apns-push-type", plain: needed, into: headers.node, "Add apns-push-type: \(needed)",
              safety: needed == "alert" ? .changesPushes : .changesPolicyOnly)
          ],
          severity: isForWatch ? .error : nil)
      }
      // Other rules report user-visible keys of a background push, and alerts that don't wake the app.
      let isUnknown = push.kind == .other && !push.isForAnotherService
      guard isUnknown || push.kind == .alert && push.wakesTheAppAlone else { return nil }
      return context.diagnostic(
        at: .value(header.value.node),
        isUnknown
          ? "\(push.name.value) is sent as \(header.value.value), which is not a push type"
          : "\(push.name.value) is sent as alert, but its payload has nothing to show",
        help: isUnknown ? "write one of " + PlatformFacts.pushTypes.value.joined(separator: ", ") : nil,
        // For an extension the payload needs an alert, whose text nobody but the server's authors know.
        fixes: push.isForExtension
          ? []
          : [
            context.replace(
              header.value.node, withPlain: needed, "Set apns-push-type to \(needed)",
              safety: push.kind == .other && needed == "background" ? .changesPolicyOnly : .changesPushes)
          ])
    }
  )
}

extension Policy.Push {
  /// Whether the payload asks for the extension for notifications.
  fileprivate var isForExtension: Bool {
    payload?.value.aps?.value.contains { $0.name == "mutable-content" } ?? false
  }

  /// Whether the payload is described, and has only keys that wake the app, or an extension that gets no push without an alert.
  fileprivate var wakesTheAppAlone: Bool {
    guard let aps = payload?.value.aps?.value, !aps.isEmpty else { return false }
    return aps.allSatisfy { ["content-available", "mutable-content"].contains($0.name) }
  }
}
