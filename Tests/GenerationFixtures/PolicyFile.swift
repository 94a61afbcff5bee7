import Foundation
package import PolicyGen
package import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// A policy of the repository, read with the files that it builds on.
package enum PolicyFile {
  /// The base that one of the policies builds on.
  package static let base = "Tests/Fixtures/GenerationBases/organization.bgpolicy.yaml"

  /// The policies whose generated code the tests compile: fixtures and examples.
  package static let compiled: [String] = {
    let fixtures = (try? Project.names(in: "Tests/Fixtures/Generation")) ?? []
    let examples = (try? Project.examples()) ?? []
    return fixtures.map { "Tests/Fixtures/Generation/\($0)" }
      + examples.map { "\($0)/bgpolicy.yaml" } + [
        "Examples/Packages/Backup/Sources/Backup/bgpolicy.yaml", "Examples/Apps/Diary/bgpolicy.yaml",
        "Examples/Apps/Headlines/bgpolicy.yaml",
      ]
  }()

  /// Reads the text as the policy at a path, even if the path has no file.
  package static func reading(_ text: String, at path: String) -> PolicyReading {
    PolicyReader.read(
      SourceText(name: path, text: text),
      file: { base in
        guard let text = try? Project.text(base) else { return .failure(UnreadableFile("it is not there")) }
        return .success(Array(text.utf8))
      })
  }
}

extension GeneratedFile {
  /// The file's path without the folder of the process.
  package var name: String { String(path.split(separator: "/").last ?? "") }

  /// The protocol in the file, without the extensions.
  package var handlerProtocol: String { text.components(separatedBy: "\n}\n").first ?? "" }

  /// Whether the file is a copy of a file of the runtime.
  package var isOfRuntime: Bool { path.hasPrefix("\(RuntimeFile.folder)/") }

  /// The file's text without the comment that keeps `swift format` from formatting the file.
  package var formattable: String { text.replacing("// swift-format-ignore-file\n", with: "") }
}

/// A policy of the project.
package func read(_ path: String) throws -> (Policy, Provenance) {
  let reading = PolicyFile.reading(try Project.text(path), at: path)
  #expect(reading.diagnostics == [])
  return (
    try #require(reading.policy),
    Provenance(policy: path)
  )
}

/// The files that a policy of the project compiles to.
package func generatedFiles(of path: String) throws -> [GeneratedFile] {
  let (policy, provenance) = try read(path)
  return Generator.files(for: policy, provenance: provenance)
}
