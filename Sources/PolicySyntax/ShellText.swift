/// Words of a command that a shell reads.
package enum ShellText {
  /// A command of words, each in quotes if a shell would read it in another way.
  package static func command(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

  /// The name of a file or folder as no command takes it for an option.
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
