import Foundation
import PolicyGen
import PolicyModel
import PolicySyntax
import Testing

/// The entitlements that a policy requires.
@Suite struct EntitlementsTests {
  private static let cases: [(policy: String, files: [String: String])] = [
    ("sessions: { s: { identifier: com.example.s } }", [:]),
    ("sessions: { s: { type: default, multipathServiceType: none } }", [:]),
    (
      "sessions: { s: { type: default, multipathServiceType: handover } }",
      ["Example.entitlements": "<key>com.apple.developer.networking.multipath</key><true/>"]
    ),
    (
      "tasks: { t: { type: continuedProcessing, identifier: com.example.t.*, requiredResources: [gpu] } }",
      [
        "Example.entitlements":
          "<key>com.apple.developer.background-tasks.continued-processing.gpu</key><true/>"
      ]
    ),
    ("tasks: { t: { type: continuedProcessing, identifier: com.example.t.* } }", [:]),
    (
      "tasks: { t: { type: healthResearch, identifier: com.example.t } }",
      ["Example.entitlements": "<key>com.apple.developer.backgroundtasks.healthresearch</key><true/>"]
    ),
    (
      "pushes: { p: { perDay: 3 } }",
      ["Example.entitlements": "<key>aps-environment</key><string>development</string>"]
    ),
    (
      "deploymentTarget: { macOS: \"13.0\" }\npushes: { p: { perDay: 3 } }",
      ["Example.entitlements": "<key>com.apple.developer.aps-environment</key><string>development</string>"]
    ),
    (
      "appGroups: [group.b, group.a]\ntargets: { share: { type: extension, appGroups: [group.a] }, none: { type: widget } }",
      [
        "Example.entitlements":
          "<key>com.apple.security.application-groups</key><array><string>group.b</string><string>group.a</string></array>",
        "Example-share.entitlements":
          "<key>com.apple.security.application-groups</key><array><string>group.a</string></array>",
      ]
    ),
    // The app's empty list states that the app has no groups.
    ("appGroups: []\ntargets: { share: { type: extension, appGroups: [] } }", [:]),
    // Without lists of app groups, the groups follow from the containers of sessions. The app needs the groups of an extension's sessions,
    // too, because the app also receives the events of these sessions.
    (
      """
      targets: { "a/b é": { type: extension } }
      sessions:
        x: { target: a/b é, identifier: com.example.x, sharedContainerIdentifier: group.a }
        y: { target: a/b é, identifier: com.example.y, sharedContainerIdentifier: group.a }
      """,
      [
        "Example.entitlements":
          "<key>com.apple.security.application-groups</key><array><string>group.a</string></array>",
        "Example-a%2Fb%20%C3%A9.entitlements":
          "<key>com.apple.security.application-groups</key><array><string>group.a</string></array>",
      ]
    ),
    (
      """
      targets: { w: { type: widget } }
      sessions: { x: { target: w, identifier: com.example.x, sharedContainerIdentifier: group.a } }
      """,
      [
        "Example-w.entitlements":
          "<key>com.apple.security.application-groups</key><array><string>group.a</string></array>"
      ]
    ),
  ]

  @Test(arguments: cases.indices) func followFromThePolicy(_ index: Int) throws {
    let (rest, expected) = Self.cases[index]
    // The text may begin with a key of `app`.
    let isApp = rest.hasPrefix("appGroups") || rest.hasPrefix("deploymentTarget")
    let text =
      "schema: 1\napp:\n  name: Example\n  bundleIdentifier: com.example\n" + (isApp ? "  " : "") + rest
      + "\n"
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text))
    #expect(reading.diagnostics.filter { $0.rule != "policy-missing-key" } == [])
    let files = Generator.files(
      for: try #require(reading.policy),
      provenance: Provenance(policy: "policy.yaml")
    ).filter { $0.path.hasSuffix(".entitlements") }
    #expect(Set(files.map(\.path)) == Set(expected.keys))
    for file in files {
      let start = try #require(file.text.range(of: "<dict>\n"))
      let end = try #require(file.text.range(of: "</dict>"))
      let entries = file.text[start.upperBound..<end.lowerBound].filter { $0 != "\n" && $0 != "\t" }
      #expect(entries == expected[file.path])
    }
  }
}
