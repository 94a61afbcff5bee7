import Foundation
import GenerationFixtures
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Generated code has the layout of `swift format`, whatever the lengths of its names.
@Suite struct NameLengthTests {
  private static let lengths = stride(from: 3, through: 59, by: 8)

  /// A file that both styles share, or that depends only on the app's name, is checked once.
  @Test func isAFixedPointOfSwiftFormat() throws {
    let folder = try ScratchFolder()
    var texts: [(path: String, text: String)] = []
    var known: Set<String> = []
    for style in ["uikit", "swiftui"] {
      for app in Self.lengths {
        for task in Self.lengths {
          // `swift format` reads all files of a folder in one call.
          for file in try files(app: app, task: task, style)
          where file.path.hasSuffix(".swift") && known.insert(file.text).inserted {
            let name = "\(style)-\(app)-\(task)-\(file.path.count)\(file.path.suffix(13))"
            texts.append((try folder.write(file.formattable, to: name), file.formattable))
          }
        }
      }
    }
    let result = try Shell.run(
      ["swift", "format", "-i", "-r", "--parallel", "--configuration", #"{"version":1}"#, folder.path])
    #expect(result.status == 0, "\(result.errors)")
    for (path, text) in texts {
      let formatted = try String(contentsOfFile: path, encoding: .utf8)
      let lines = zip(text.split(separator: "\n"), formatted.split(separator: "\n"))
      let difference = lines.first { $0 != $1 }
      #expect(difference == nil)
      #expect(formatted.utf8.count == text.utf8.count)
    }
  }

  /// The files of an app whose name and tasks have names of given lengths.
  private func files(app: Int, task: Int, _ style: String) throws -> [GeneratedFile] {
    func name(_ start: String, _ length: Int) -> String {
      String((start + String(repeating: "Long", count: 20)).prefix(length))
    }
    let bundle = "com.example." + name("app", app).lowercased()
    let policy = """
      schema: 1
      app: { name: \(name("App", app)), bundleIdentifier: \(bundle), deploymentTarget: { iOS: "16.0" }, sdk: "27.0" }
      tasks:
        \(name("one", task)): { type: appRefresh, identifier: \(bundle).\(name("one", task)), reschedule: true }
        \(name("two", task)): { type: processing, identifier: \(bundle).\(name("two", task)), reschedule: true }
        \(name("six", task)): { type: healthResearch, identifier: \(bundle).\(name("six", task)) }
        \(name("ten", task)):
          { type: continuedProcessing, identifier: \(bundle).\(name("ten", task)).*, title: T, subtitle: S }
        \(name("all", task)):
          { type: continuedProcessing, identifier: \(bundle).\(name("all", task)), title: T, subtitle: S }
      sessions:
        \(name("ask", task)): { identifier: \(bundle).\(name("ask", task)), timeoutIntervalForResource: 1d }
        \(name("job", task)):
          identifier: \(bundle).\(name("job", task))
          timeoutIntervalForResource: 1d
          allowsCellularAccess: runtime
          httpAdditionalHeaders: { User-Agent: runtime }
      transfers:
        \(name("put", task)): { session: \(name("ask", task)), direction: upload, queue: true }
        \(name("get", task)): { session: \(name("job", task)), direction: download }
      pushes:
        \(name("new", task)):
          { headers: { apns-push-type: background, apns-priority: 5, apns-topic: \(bundle) }, payload: { aps: { content-available: 1 } } }
      generate: { style: \(style), access: package, testing: true, recorder: true, observers: [progress, challenges, metrics, delayedRequests] }
      """
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: policy))
    #expect(reading.diagnostics == [])
    return Generator.files(
      for: try #require(reading.policy), provenance: Provenance(policy: "p.yaml"))
  }
}
