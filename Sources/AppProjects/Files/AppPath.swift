internal import Quantities

/// Functions on paths that are relative to the folder that is read.
package enum AppPath {
  /// A path below a folder, without `.` and `..`; `nil` if the path is absolute or leaves the folder that is read.
  package static func joined(_ folder: String, _ path: String) -> String? {
    guard !path.isAbsolutePath, !path.hasPrefix("~") else { return nil }
    // Nearly every path is a name in a folder whose path is already in this form.
    if !path.isEmpty, path != ".", path != "..", !path.hasSlash, !folder.contains("//"),
      !folder.isAbsolutePath, !folder.hasSuffix("/")
    {
      return folder.isEmpty ? path : "\(folder)/\(path)"
    }
    var parts = folder.pathNames.map(String.init)
    for part in path.pathNames where part != "." {
      if part == ".." {
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// The folder that contains a path; the empty path for a name without a folder.
  package static func folder(of path: String) -> String {
    path.pathFolder.map(String.init) ?? ""
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    String(path.pathName)
  }

  /// The part of a name after its last dot, in lowercase; empty if the name has no dot.
  package static func fileExtension(of path: String) -> String { ending(of: path).lowercased() }

  /// The part of a name after its last dot, as written; empty if the name has no dot.
  static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The name without the part after its last dot.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether the compiler of a target reads a file of this name.
  static func isSource(_ path: String) -> Bool {
    let ending = fileExtension(of: path)
    return ["swift", "m", "mm", "c", "cc", "cpp", "cxx", "cp", "c++", "s", "asm"].contains(ending)
      || formsOfObjectiveC.contains(ending)
  }

  /// The endings of Objective-C in other forms: the output of the preprocessor, and the input of yacc and lex.
  package static let formsOfObjectiveC: Set<String> = ["mi", "mii", "ym", "ymm", "lm", "lmm"]
}
