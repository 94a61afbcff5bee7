import Testing

/// The handling of silent pushes, and the requests that send them.
@Suite struct PushSnippetTests {
  /// Two pushes that differ in their payloads.
  @Test func pushHandling() throws {
    try expectSnippet(
      .declaration("func receive("), of: "PhotosBackground.swift",
      from: """
        pushes:
          changes: { perDay: 3, match: { kind: changes } }
          albums: { perDay: 1, match: { kind: albums } }
        """,
      is: """
        func receive(_ push: SilentPush) async throws -> PushResult {
          if push.isChanges {
            return try await handler.changes(push)
          }
          if push.isAlbums {
            return try await handler.albums(push)
          }
          return try await handler.otherPush(push)
        }
        """)
  }

  /// A push that two members of its payload identify.
  @Test func pushMatching() throws {
    try expectSnippet(
      .declaration("var isChanges"), of: "PhotosBackground.swift",
      from: """
        pushes:
          changes: { perDay: 3, match: { kind: changes, version: 2 } }
          albums: { perDay: 1 }
        """,
      is: """
        fileprivate var isChanges: Bool {
          has("kind", "changes")
            && has("version", 2)
        }
        """)
  }

  /// The request for a push of another service, which is sent as the policy describes it.
  @Test func otherPushRequest() throws {
    try expectSnippet(
      .declaration("\"pushes\": {"), of: "PhotosPushes.json",
      from: """
        pushes:
          call: { headers: { apns-push-type: voip, apns-priority: 10 }, payload: { caller: 7 } }
        """,
      is: """
        "pushes": {
          "call": {
            "headers": {
              "apns-push-type": "voip",
              "apns-priority": "10"
            },
            "payload": {
              "caller": 7
            }
          }
        }
        """)
  }

  /// The request to APNs for a push.
  @Test func pushRequestsJSON() throws {
    try expectSnippet(
      .declaration("\"pushes\": {"), of: "PhotosPushes.json",
      from: """
        pushes:
          changes:
            perDay: 3
            headers: { apns-push-type: background, apns-priority: 5, apns-collapse-id: changes }
            payload: { aps: { content-available: 1 }, kind: changes }
        """,
      is: """
        "pushes": {
          "changes": {
            "headers": {
              "apns-push-type": "background",
              "apns-priority": "5",
              "apns-topic": "com.example.photos",
              "apns-collapse-id": "changes"
            },
            "payload": {
              "aps": {
                "content-available": 1
              },
              "kind": "changes"
            }
          }
        }
        """)
  }
}
