import PolicyGen
import TestSupport
import Testing

/// The code of each process, as the process compiles it.
@Suite struct ProcessTests {
  private static func swift(of policy: String) throws -> [GeneratedFile] {
    try generatedFiles(of: policy).filter { $0.path.hasSuffix(".swift") }
  }

  /// The calls that Apple's headers, or the generated code itself, make unavailable in an extension.
  private static let appOnly = [
    "BGTaskScheduler.shared.register(", "UIApplication.shared", "RegisteredTasks.shared.register(",
    "TaskRun.register", "TaskRegistration.register(", "register(handler)",
  ]

  /// The calls in a file that an extension can't compile.
  ///
  /// `-application-extension` rejects them outside of a declaration with the attribute. It works on Apple's systems alone,
  /// for which this toolchain has no standard library, so the declarations around each call are looked at instead.
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
        // Parameters may have lines of their own.
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
    let tasks = try #require(files.first { $0.path == "App/PhotosTasks.swift" })
    let text = tasks.text.replacing("@available(iOSApplicationExtension, unavailable)", with: "@objc")
    #expect(Self.uncovered(in: GeneratedFile(path: tasks.path, text: text)).count > 3)
  }

  /// A share extension needs no file of the app, and has nothing to do with the app's tasks and pushes.
  @Test func extensionBuildsByItself() async throws {
    let own = try Self.swift(of: "Examples/Photos/bgpolicy.yaml").filter { !$0.path.hasPrefix("App/") }
    #expect(Set(own.map { $0.path.prefix { $0 != "/" } }) == ["Shared", "Share"])
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
