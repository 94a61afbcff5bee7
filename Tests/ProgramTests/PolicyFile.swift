import Foundation
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// A policy of the repository, read with its base policies.
enum PolicyFile {
  /// The base of one of the policies.
  static let base = "Tests/Fixtures/GenerationBases/organization.bgpolicy.yaml"

  /// The policies whose generated code the tests compile: fixtures and examples.
  static let compiled: [String] = {
    let fixtures = (try? Project.names(in: "Tests/Fixtures/Generation")) ?? []
    let examples = (try? Project.examples()) ?? []
    return fixtures.map { "Tests/Fixtures/Generation/\($0)" }
      + examples.map { "\($0)/bgpolicy.yaml" } + [
        "Examples/Packages/Backup/Sources/Backup/bgpolicy.yaml", "Examples/Apps/Diary/bgpolicy.yaml",
        "Examples/Apps/Headlines/bgpolicy.yaml",
      ]
  }()

  /// The reading of a policy's text at a path, which need not exist.
  static func reading(_ text: String, at path: String) -> PolicyReading {
    PolicyReader.read(
      SourceText(name: path, text: text),
      file: { base in
        guard let text = try? Project.text(base) else { return .failure(UnreadableFile("it is not there")) }
        return .success(Array(text.utf8))
      })
  }
}

extension GeneratedFile {
  /// The path without the folder of the process.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The protocol in the file, without its extensions.
  var handlerProtocol: String { text.components(separatedBy: "\n}\n").first ?? "" }

  /// The text without the comment that makes `swift format` ignore the file.
  var formattable: String { text.replacing("// swift-format-ignore-file\n", with: "") }
}

/// A policy of the project.
func read(_ path: String) throws -> (Policy, Provenance) {
  let reading = PolicyFile.reading(try Project.text(path), at: path)
  #expect(reading.diagnostics == [])
  return (
    try #require(reading.policy),
    Provenance(version: "0.1.0", policy: path)
  )
}

/// The files that a policy of the project compiles to.
func generatedFiles(of path: String) throws -> [GeneratedFile] {
  let (policy, provenance) = try read(path)
  return Generator.files(for: policy, provenance: provenance)
}
