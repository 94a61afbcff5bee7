/// Commands as text for a shell.
package enum ShellText {
  /// A command of words. A word that a shell would not read literally is in quotes.
  package static func command(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

  /// The path of a file or folder, written so that commands don't read it as an option.
  package static func operand(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

  private static func word(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "+"),
        UInt8(ascii: ","):
        true
      default: false
      }
    }
    if isPlain, !word.isEmpty { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
