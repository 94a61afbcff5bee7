import GenerationFixtures
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The sessions whose events the scene of a SwiftUI app receives.
@Suite struct SceneTests {
  /// The types of targets, and whether the system delivers their sessions' events to the app.
  private static let targets = [("extension", true), ("widget", false), ("watchApp", false)]

  @Test(arguments: targets) func hearsOfTheSessionsThatTheAppIsLaunchedFor(_ type: String, _ isHeard: Bool)
    throws
  {
    let reading = PolicyReader.read(
      SourceText(
        name: "policy.yaml",
        text: """
          schema: 1
          app: { name: Diary, bundleIdentifier: com.example.diary, deploymentTarget: { iOS: "17.0" } }
          targets: { other: { type: \(type), bundleIdentifier: com.example.diary.other } }
          sessions:
            own: { identifier: com.example.diary.own }
            other: { target: other, identifier: com.example.diary.other }
          generate: { style: swiftui }
          """))
    #expect(reading.diagnostics == [])
    let files = Generator.files(
      for: try #require(reading.policy), provenance: Provenance(policy: "p.yaml"))
    let scene = try #require(files.first { $0.name == "DiaryScene.swift" })
    #expect(scene.text.contains(".urlSession(DiarySessionIdentifier.own.rawValue)"))
    #expect(scene.text.contains(".urlSession(DiarySessionIdentifier.other.rawValue)") == isHeard)
  }
}
