import GenerationFixtures
import PolicyGen
import TestSupport
import Testing

/// The code of each process, as the process compiles it.
@Suite struct ProcessTests {
  private static func swift(of policy: String) throws -> [GeneratedFile] {
    try generatedFiles(of: policy).filter { $0.path.hasSuffix(".swift") }
  }

  /// The calls that Apple's headers, or the generated code, mark as unavailable in extensions.
  private static let appOnly = [
    "BGTaskScheduler.shared.register(", "UIApplication.shared", "TaskRegistry.shared.register(",
    "TaskRun.register", "&rejected", "ContinuedWork.run(",
  ]

  /// The calls in a file that do not compile in an extension.
  ///
  /// `-application-extension` rejects such calls unless the declaration has the attribute. The option works
  /// only on Apple's systems, and this toolchain has no standard library for them. Therefore the test checks
  /// the declarations around each call.
  private static func uncovered(in file: GeneratedFile) -> [String] {
    let lines = file.text.split(separator: "\n").map(String.init)
    func depth(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    return lines.indices.filter { number in
      let code = lines[number].trimmingPrefix { $0 == " " }
      return !code.hasPrefix("//") && appOnly.contains { code.contains($0) }
    }.filter { number in
      var limit = depth(lines[number])
      for outer in lines[..<number].indices.reversed() where depth(lines[outer]) < limit {
        // An attribute comes before its declaration, at the same depth.
        limit = depth(lines[outer])
        // A parameter list may have several lines.
        let head = lines[...outer].indices.reversed().first { number in
          depth(lines[number]) == limit && lines[number].dropFirst(limit).first != ")"
        }
        let attributes = lines[..<(head ?? outer)].reversed().prefix { line in
          depth(line) == limit && line.contains("@")
        }
        if attributes.contains(where: { $0.contains("ApplicationExtension, unavailable)") }) { return false }
      }
      return true
    }.map { lines[$0] }
  }

  @Test(arguments: PolicyFile.compiled) func extensionsCanCompileEverything(_ policy: String) throws {
    for file in try Self.swift(of: policy) { #expect(Self.uncovered(in: file) == [], "\(file.path)") }
  }

  /// The check finds a call that no attribute covers.
  @Test func aCallWithoutTheAttributeIsFound() throws {
    let files = try Self.swift(of: "Examples/Photos/bgpolicy.yaml")
    let attribute = "@available(iOSApplicationExtension, unavailable)"
    func uncovered(_ path: String) throws -> Int {
      let file = try #require(files.first { $0.path == path })
      let text = file.text.replacing(attribute, with: "@objc")
      return Self.uncovered(in: GeneratedFile(path: path, text: text)).count
    }
    #expect(try uncovered("App/PhotosBackground.swift") >= 2)
    #expect(try uncovered("App/PhotosTasks.swift") >= 1)
    #expect(try uncovered("Runtime/ContinuedWork.swift") >= 1)
  }

  /// A share extension builds without files of the app, and without code for the app's tasks and pushes.
  @Test func extensionBuildsByItself() async throws {
    let own = try Self.swift(of: "Examples/Photos/bgpolicy.yaml").filter { !$0.path.hasPrefix("App/") }
    #expect(Set(own.map { $0.path.prefix { $0 != "/" } }) == ["Shared", "Share", "Runtime"])
    let app = """
      import Foundation

      final class ShareWork: PhotosShareBackgroundHandler {
        func share(_ event: PhotosSessionEvent) async {}
      }

      func beginSharing() -> URLSession? {
        PhotosShareBackground.start(ShareWork()).sessions.session(.share)
      }
      """
    let folder = try ScratchFolder()
    let paths = try (own.map(\.text) + [app]).enumerated().map { try folder.write($1, to: "\($0).swift") }
    let result = try await StubModules.built.compile(paths, mode: .six)
    #expect(result.status == 0, "\(result.errors)")
  }
}
