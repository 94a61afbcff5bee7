import GenerationFixtures
import PolicyGen
import TestSupport
import Testing

/// The generated code of the policy that `bgpolicy init` writes and its test records.
@Suite struct StarterCodeTests {
  @Test(arguments: StubModules.Mode.allCases) func compiles(_ mode: StubModules.Mode) async throws {
    let folder = try ScratchFolder()
    let files = try generatedFiles(of: "Tests/Fixtures/Init/bgpolicy.yaml").filter {
      $0.path.hasSuffix(".swift")
    }
    #expect(!files.isEmpty)
    let paths = try files.map { try folder.write($0.text, to: $0.path) }
    let result = try await StubModules.built.compile(paths, mode: mode)
    #expect(result.status == 0, "\(result.errors)")
  }
}
