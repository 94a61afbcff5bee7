import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// An app's handler keeps its state on the actor of its choice: the main actor, or an actor of its own.
@Suite struct HandlerIsolationTests {
  private static let declarations: [(StubModules.Mode, String)] = [
    (.five, "@MainActor final class"), (.six, "@MainActor final class"), (.six, "actor"),
    (.mainActor, "final class"), (.mainActor, "actor"),
  ]

  @Test(arguments: declarations) func mayHaveState(_ mode: StubModules.Mode, _ declaration: String)
    async throws
  {
    let reading = PolicyReader.read(
      SourceText(
        name: "policy.yaml",
        text: """
          schema: 1
          app: { name: Diary, bundleIdentifier: com.example.diary, deploymentTarget: { iOS: "26.0" } }
          sessions: { sync: { identifier: com.example.diary.sync } }
          tasks:
            refresh: { type: appRefresh, identifier: com.example.diary.refresh, reschedule: true }
            export:
              { type: continuedProcessing, identifier: com.example.diary.export.*, title: Export, subtitle: Now }
          pushes: { page: {} }
          """))
    #expect(reading.diagnostics == [])
    let files = Generator.files(
      for: try #require(reading.policy), provenance: Provenance(policy: "p.yaml"))
    let app = GeneratedFile(
      path: "App.swift",
      text: """
        \(declaration) Handler: DiaryBackgroundHandler {
          private var count = 0
          func refresh() async throws { count += 1 }
          func export(_ work: ContinuedWork) async throws { count += 1 }
          func page(_ push: SilentPush) async throws -> PushResult {
            count += 1
            return .newData
          }
          func sync(_ event: DiarySessionEvent) async { count += 1 }
        }
        """)
    let folder = try ScratchFolder()
    let swift = files.filter { $0.path.hasSuffix(".swift") } + [app]
    let paths = try swift.map { try folder.write($0.text, to: $0.path) }
    let result = try await StubModules.built.compile(paths, mode: mode)
    #expect(result.status == 0, "\(result.errors)")
  }
}
