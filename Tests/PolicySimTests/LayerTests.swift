import Foundation
import TestSupport
import Testing

/// The folders of PolicySim are layers: a file may name the types of its own layer and of earlier layers.
@Suite struct LayerTests {
  private static let layers = ["Foundation", "Statistics", "Device", "Model", "Simulation", "Estimate"]

  @Test func noLayerNamesATypeOfALaterOne() throws {
    let root = Project.path("Sources/PolicySim")
    let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }.sorted()
    let sources = try files.map { file in
      (file: file, text: try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8))
    }
    #expect(LayeredSources(sources, layers: Self.layers).violations == [])
    // Without any types, the test would show nothing.
    let types = LayeredSources(sources, layers: Self.layers).layerOfType
    #expect(types["EventQueue"] == 4 && types["RunBuffer"] == 0 && types["Estimator"] == 5)
  }

  @Test(arguments: [
    (text: "struct Low { let high: High }", violations: ["Device/Low.swift names High of Model"]),
    ("extension High {}", ["Device/Low.swift names High of Model"]),
    ("struct Low { func high(_ value: Int = Alias.zero) {} }", ["Device/Low.swift names Alias of Model"]),
    ("let text = \"\\(High())\"", ["Device/Low.swift names High of Model"]),
    // Names in comments and strings, and the names of nested types, are not references.
    ("/// See `High`.\nstruct Low { let text = \"High\" } /* High */", []),
    ("struct Low { enum Nested {} }", []),
  ])
  func findsNamesOfLaterLayers(_ example: (text: String, violations: [String])) {
    let sources = LayeredSources(
      [
        (file: "Device/Low.swift", text: example.text),
        (
          file: "Model/High.swift",
          text: "final class High {\n  struct Nested { let low: Low }\n}\ntypealias Alias = Int"
        ),
      ], layers: Self.layers)
    #expect(sources.violations == example.violations)
  }

  @Test func findsFilesOutsideOfTheLayers() {
    let sources = LayeredSources([(file: "Other.swift", text: "")], layers: Self.layers)
    #expect(sources.violations == ["Other.swift is in no layer"])
  }
}

/// Source files in folders that are layers, lowest first.
private struct LayeredSources {
  /// The index of the layer that declares each top-level type.
  private(set) var layerOfType: [String: Int] = [:]
  /// The references to types of later layers, and the files outside of the layers, as sentences.
  private(set) var violations: [String] = []

  init(_ sources: [(file: String, text: String)], layers: [String]) {
    let files = sources.compactMap { source -> (file: String, layer: Int, code: String)? in
      guard let folder = source.file.split(separator: "/").first,
        let layer = layers.firstIndex(of: String(folder))
      else {
        violations.append("\(source.file) is in no layer")
        return nil
      }
      return (source.file, layer, Self.code(of: source.text))
    }
    for file in files {
      for type in Self.topLevelTypes(of: file.code) { layerOfType[type] = file.layer }
    }
    for file in files {
      for name in Set(file.code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)).sorted()
      {
        if let layer = layerOfType[name], layer > file.layer {
          violations.append("\(file.file) names \(name) of \(layers[layer])")
        }
      }
    }
  }

  /// The types that a file declares outside of other types.
  private static func topLevelTypes(of code: String) -> [String] {
    var depth = 0
    var topLevel = ""
    for character in code {
      if character == "}" { depth -= 1 }
      if depth == 0 { topLevel.append(character) }
      if character == "{" { depth += 1 }
    }
    return topLevel.matches(of: /\b(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)/).map {
      String($0.1)
    }
  }

  /// A text without its comments and without the words of its string literals; interpolations are code.
  private static func code(of text: String) -> String {
    var result = ""
    var rest = text[...]
    // The literals and interpolations that are open, innermost last.
    var open: [Scope] = []
    func skip(_ prefix: String) -> Bool {
      guard rest.hasPrefix(prefix) else { return false }
      rest = rest.dropFirst(prefix.count)
      return true
    }
    while let character = rest.first {
      if case .literal(let quote)? = open.last {
        if skip("\\(") {
          open.append(.interpolation(depth: 0))
        } else if skip(quote) {
          open.removeLast()
        } else {
          rest = rest.dropFirst(character == "\\" ? 2 : 1)
        }
        result.append(" ")
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.range(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else if skip("\"\"\"") {
        open.append(.literal("\"\"\""))
      } else if skip("\"") {
        open.append(.literal("\""))
      } else {
        rest = rest.dropFirst()
        if case .interpolation(let depth)? = open.last {
          if character == ")", depth == 0 {
            open.removeLast()
            continue
          }
          open[open.count - 1] = .interpolation(
            depth: depth + (character == "(" ? 1 : character == ")" ? -1 : 0))
        }
        result.append(character)
      }
    }
    return result
  }

  private enum Scope {
    case literal(String)
    case interpolation(depth: Int)
  }
}
