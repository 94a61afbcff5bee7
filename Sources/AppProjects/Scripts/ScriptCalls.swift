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
    let storages = PlatformFacts.pluginStorages.map(\.value).filter { $0.language == language }
    let packages = Set(functions.map(\.package) + storages.map(\.package))
    let tasks = Set(functions.filter(\.isOfTaskAlone).map(\.name))
    var room = mostBytes
    var roomToRead = mostBytesRead
    var constants: [String: String?] = [:]
    var entryPoints: [String: Bool] = [:]
    var found: [ScriptFile] = []
    var others: [ScriptFile] = []
    // The files that were not read, as they name no package.
    var skipped: [String] = []
    var isComplete = true
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !isTest(path) {
      guard room > 0, let bytes = files.tree.bytes(of: path), bytes.count <= mostBytesOfFile else {
        isComplete = isComplete && room > 0
        continue
      }
      room -= bytes.count
      let hasPackage =
        packages.contains { bytes.contains(sequence: $0) } || tasks.contains { bytes.contains(sequence: $0) }
      // A file with constants alone is small.
      guard hasPackage || bytes.count < 1 << 14 else {
        skipped.append(path)
        continue
      }
      guard roomToRead > 0 else {
        isComplete = false
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
      if hasPackage { found.append(file) } else { others.append(file) }
    }
    let reach = ScriptReach((found + others).compactMap(\.scopes))
    // The functions that only files mention which name no package: these files are looked through once, and only if a task is in doubt.
    var mentionedElsewhere: Set<String>?
    let calls = found.flatMap { file in
      file.calls(functions, constants: constants, entryPoints: entryPoints) { name in
        if !isComplete || reach.contains(name) { return true }
        let mentioned =
          mentionedElsewhere
          ?? words(
            in: skipped.compactMap(files.tree.bytes),
            among: Set(found.flatMap { $0.scopes?.functions.map(\.name) ?? [] }))
        mentionedElsewhere = mentioned
        return mentioned.contains(name)
      }
    }
    // An item that is not among the files that were read may have another class of access.
    guard isComplete else { return calls }
    return calls + storages.flatMap { LockedItems(found + others, $0, functions, constants: constants).calls }
  }

  /// The calls in the text of one file, for examples of rules.
  package static func all(in path: String, _ bytes: [UInt8], _ language: PluginFunction.Language)
    -> [PluginCall]
  {
    let functions = PlatformFacts.pluginFunctions.map(\.value)
    let file = ScriptFile(bytes, language, path: path)
    let reach = ScriptReach([file].compactMap(\.scopes))
    let storages = PlatformFacts.pluginStorages.map(\.value).filter { $0.language == language }
    return file.calls(functions, constants: [:], entryPoints: file.functions, isReached: reach.contains)
      + storages.flatMap { LockedItems([file], $0, functions, constants: file.constants).calls }
  }

  /// The names of a set that are words of some texts.
  private static func words(in texts: [some Collection<UInt8>], among names: Set<String>) -> Set<String> {
    texts.reduce(into: []) { found, text in
      for word in text.split(whereSeparator: { !isOfName($0) }) {
        let name = String(decoding: word, as: UTF8.self)
        if names.contains(name) { found.insert(name) }
      }
    }
  }

  /// Whether a byte is a part of a name.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private static func isTest(_ path: String) -> Bool {
    let parts = path.pathNames
    return parts.dropLast().contains { ["__tests__", "__mocks__", "test", "tests", "e2e"].contains($0) }
      || parts.last.map { $0.contains(".test.") || $0.contains(".spec.") || $0.hasSuffix("_test.dart") }
        ?? false
  }
}
