package import AppFacts
package import PlatformFacts
internal import Quantities

/// Finds the calls of known functions in files of languages that are not read as a whole.
package enum ScriptCalls {
  /// The greatest number of bytes of a file. A larger file is the output of a program, such as a bundle of JavaScript.
  static let mostBytesOfFile = 1 << 20
  /// The greatest number of bytes of all files.
  private static let mostBytes = 24 << 20
  /// The greatest number of bytes of the files that name a package, in which calls are looked for.
  private static let mostBytesRead = 2 << 20

  /// The calls in files of a language, in the order of the files.
  static func all(in paths: [String], _ language: PluginFunction.Language, _ files: ProjectFiles)
    -> [PluginCall]
  {
    let functions = PlatformFacts.pluginFunctions.map(\.value).filter { $0.language == language }
    let packages = Set(functions.map(\.package))
    let tasks = Set(functions.filter(\.isOfTaskAlone).map(\.name))
    var room = mostBytes
    var roomToRead = mostBytesRead
    var constants: [String: String?] = [:]
    var entryPoints: [String: Bool] = [:]
    var found: [ScriptFile] = []
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !isTest(path) {
      guard room > 0, let bytes = files.tree.bytes(of: path), bytes.count <= mostBytesOfFile else { continue }
      room -= bytes.count
      let hasPackage =
        packages.contains { bytes.contains(sequence: $0) } || tasks.contains { bytes.contains(sequence: $0) }
      // A file with constants alone is small.
      guard hasPackage || bytes.count < 1 << 14 else { continue }
      guard roomToRead > 0 else {
        if hasPackage {
          files.note(
            FactLocation(file: path), "The files that name packages have more than \(mostBytesRead) bytes")
        }
        continue
      }
      roomToRead -= bytes.count
      let file = ScriptFile(bytes, language, path: path)
      for (name, value) in file.constants { ScriptFile.add(value, of: name, to: &constants) }
      entryPoints.merge(file.functions) { $0 || $1 }
      if hasPackage { found.append(file) }
    }
    return found.flatMap { $0.calls(functions, constants: constants, entryPoints: entryPoints) }
  }

  /// The calls in the text of one file, for examples of rules.
  package static func all(in path: String, _ bytes: [UInt8], _ language: PluginFunction.Language)
    -> [PluginCall]
  {
    let functions = PlatformFacts.pluginFunctions.map(\.value)
    let file = ScriptFile(bytes, language, path: path)
    return file.calls(functions, constants: [:], entryPoints: file.functions)
  }

  private static func isTest(_ path: String) -> Bool {
    let parts = path.pathNames
    return parts.dropLast().contains { ["__tests__", "__mocks__", "test", "tests", "e2e"].contains($0) }
      || parts.last.map { $0.contains(".test.") || $0.contains(".spec.") || $0.hasSuffix("_test.dart") }
        ?? false
  }
}
