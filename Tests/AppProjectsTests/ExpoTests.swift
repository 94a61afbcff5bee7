import AppFacts
import Testing

@testable import AppProjects

/// Apps of Expo without the folder `ios`, which Expo writes from their configuration.
@Suite struct ExpoTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The values of the key `expo` beside the name, as JSON.
    let configuration: String
    /// The packages beside Expo.
    var packages: [String] = []
    /// The values of the Info.plist and of the entitlements, by key.
    let values: [String: String]
  }

  private static let identifier = #""ios": { "bundleIdentifier": "com.example.steps" }"#

  static let cases = [
    Case(
      testDescription: "values of the configuration",
      configuration: """
        "ios": {
        \t"bundleIdentifier": "com.example.steps",
        \t"infoPlist": { "UIBackgroundModes": ["location"], "BGTaskSchedulerPermittedIdentifiers": ["com.example.steps.a"] },
        \t"entitlements": { "com.apple.security.application-groups": ["group.com.example"] }
        }
        """,
      values: [
        "UIBackgroundModes": "[location]", "BGTaskSchedulerPermittedIdentifiers": "[com.example.steps.a]",
        "com.apple.security.application-groups": "[group.com.example]",
      ]),
    Case(
      testDescription: "a plugin that adds a mode and an identifier",
      configuration: identifier + #", "plugins": ["expo-router", "expo-background-task"]"#,
      packages: ["expo-background-task"],
      values: [
        "UIBackgroundModes": "[processing]",
        "BGTaskSchedulerPermittedIdentifiers": "[com.expo.modules.backgroundtask.processing]",
      ]),
    Case(
      testDescription: "a package whose plugin is not listed", configuration: identifier,
      packages: ["expo-background-task"], values: [:]),
    Case(
      testDescription: "packages whose plugins need not be listed", configuration: identifier,
      packages: ["expo-background-fetch", "expo-notifications"],
      values: ["UIBackgroundModes": "[fetch]", "aps-environment": "development"]),
    Case(
      testDescription: "options of plugins",
      configuration: identifier + """
        , "plugins": [
          ["expo-location", { "isIosBackgroundLocationEnabled": true }],
          ["expo-video", { "supportsBackgroundPlayback": false }],
          ["expo-notifications", { "enableBackgroundRemoteNotifications": true, "mode": "production" }]
        ]
        """,
      values: [
        "UIBackgroundModes": "[location, remote-notification]", "aps-environment": "production",
      ]),
  ]

  private static func projects(_ one: Case, others: [String: String] = [:]) -> AppProjects {
    let packages = (["expo"] + one.packages).map { "\"\($0)\": \"1.0.0\"" }.joined(separator: ", ")
    let files = [
      "app.json": "{ \"expo\": { \"name\": \"Steps\", \(one.configuration) } }",
      "package.json": "{ \"dependencies\": { \(packages) } }",
    ]
    return AppProjects(MemoryTree(files.merging(others) { own, _ in own }))
  }

  @Test(arguments: cases) func targetHasTheValues(_ one: Case) throws {
    let target = try #require(Self.projects(one).targets.first)
    #expect(target.name == "Steps" && target.kind == .app && target.isOfExpo && target.platforms == ["iOS"])
    let configuration = try #require(target.configurations.first)
    #expect(configuration.bundleIdentifier?.short == "com.example.steps")
    let entries = configuration.infoPlistValues + configuration.entitlementValues
    #expect(
      Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.short) }) == one.values)
  }

  /// A configuration that is a program is named, because it may change the values.
  @Test func programIsNamed() {
    let projects = Self.projects(Self.cases[0], others: ["app.config.ts": "export default {}"])
    #expect(projects.unread.map(\.location.file) == ["app.config.ts"])
    #expect(projects.targets.count == 1)
  }

  /// If Expo has written the project, the project counts, and the configuration does not.
  @Test func writtenProjectCounts() {
    let project = "name: Steps\ntargets:\n  Steps: { type: application, platform: iOS, sources: [] }\n"
    let projects = Self.projects(Self.cases[0], others: ["ios/project.yml": project])
    #expect(projects.targets.map(\.location.file) == ["ios/project.yml"])
  }
}
