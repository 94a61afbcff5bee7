import GenerationFixtures
import PolicyGen
import PolicyModel
import TestSupport
import Testing

/// The code of the policies of real apps, which were not written for the generator.
@Suite struct RealAppCodeTests {
  private static let folder = "Tests/Fixtures/RealApps"

  static let policies: [String] = {
    let names = (try? Project.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(".bgpolicy.yaml") }.map { "\(folder)/\($0)" }
  }()

  @Test(arguments: policies) func areRead(_ policy: String) throws {
    let reading = PolicyFile.reading(try Project.text(policy), at: policy)
    #expect(reading.diagnostics == [])
    let files = try generatedFiles(of: policy)
    #expect(files.contains { $0.path.hasSuffix(".plist") || $0.path.hasSuffix(".swift") })
  }

  /// The policies are compiled as one module, because starting the compiler takes longer than a policy. A module has the runtime
  /// once, so the code imports it.
  @Test func compile() async throws {
    let folder = try ScratchFolder()
    let paths = try Self.policies.enumerated().map { index, path in
      var (policy, provenance) = try read(path)
      policy.generate.runtime = Setting(.package)
      let file = Generator.singleFile(for: policy, named: "\(index).swift", provenance: provenance)
      return try folder.write(file.text, to: file.path)
    }
    let result = try await StubModules.built.compile(paths, mode: .six)
    #expect(result.status == 0, "\(result.errors)")
  }
}
