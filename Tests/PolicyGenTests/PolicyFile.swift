import Foundation
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport

/// A policy of the repository, read with the files that it builds on.
enum PolicyFile {
  /// The base that one of the policies builds on.
  static let base = "Tests/Fixtures/GenerationBases/organization.bgpolicy.yaml"

  /// The policy text at a path, existing or possible.
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
  /// Its path without the folder of the process.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The protocol in it, without the extensions.
  var handlerProtocol: String { text.components(separatedBy: "\n}\n").first ?? "" }

  /// Its text without the comment for which `swift format` leaves it as it is.
  var formattable: String { text.replacing("// swift-format-ignore-file\n", with: "") }
}
