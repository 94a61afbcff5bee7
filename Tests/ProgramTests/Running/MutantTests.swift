import Foundation
import GenerationFixtures
import PolicyGen
import TestSupport
import Testing

/// The fakes have to detect mistakes that are put into generated code.
@Suite struct MutantTests {
  static let mutations =
    (Mutation.ofRuns + Mutation.ofRequests + Mutation.ofScenes + Mutation.ofGuards).sampled

  private static let mutants = mutations.map { mutation in Result { try mutant(mutation) } }
  private static let program = SharedProgram { try mutants.map { try $0.get().app.withOwnRuntime } }

  /// An app with a mistake.
  private static func mutant(_ mutation: Mutation) throws -> DrivenPolicy {
    let isOfScene = mutation.file == "Scene.swift"
    let fixture = mutation.fixture ?? (isOfScene ? "scene-27" : "target-27")
    let path = "Tests/Fixtures/Generation/\(fixture).bgpolicy.yaml"
    let text = try Project.text(path)
      .replacing(/name: (Newest|URLScenes|Guarded|EveryKey)/, with: "name: \(mutation.name)")
    var driven = try DrivenPolicy(path, text: text)
    let original = mutation.original.replacing(/#(?!available)/, with: mutation.name)
    let index = driven.files.firstIndex { file in
      (file.path == mutation.name + mutation.file || file.isOfRuntime) && file.text.contains(original)
    }
    guard let index, let range = driven.files[index].text.firstRange(of: original) else {
      throw ChangesNothing(mutation: mutation.name)
    }
    var swift = driven.files[index].text
    swift.replaceSubrange(range, with: mutation.replacement.replacing("#", with: mutation.name))
    driven.files[index] = GeneratedFile(path: driven.files[index].path, text: swift)
    return mutation.fixture == nil ? driven : driven.onOldestSystem
  }

  private struct ChangesNothing: Error {
    let mutation: String
  }

  @Test(arguments: mutations) func isCaught(_ mutation: Mutation) async throws {
    let before = try Self.mutant(mutation)
    let run = try await Self.program.runTasks(
      of: mutation.name, try EventScript.everything(before, isMutant: true))
    #expect(run.status == 1)
    #expect(run.violations.first?.contains(mutation.violation) == true, "\(run.report)")
  }
}
