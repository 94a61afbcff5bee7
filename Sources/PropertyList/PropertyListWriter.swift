/// Writes a new XML property list. Only this type and `XMLPropertyList` write text into property lists.
package struct PropertyListWriter {
  private var lines: [String]

  /// A property list with a comment at its top.
  package init(comment: [String]) {
    lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
    ]
    lines += ["<!-- " + XMLText.escaped(comment: comment.joined(separator: "\n     ")) + " -->"]
    lines += ["<plist version=\"1.0\">", "<dict>"]
  }

  /// Adds a key with an array of strings.
  package mutating func array(_ key: String, _ values: [String]) {
    lines += ["\t<key>\(XMLText.escaped(key))</key>", "\t<array>"]
    lines += values.map { "\t\t<string>\(XMLText.escaped($0))</string>" }
    lines.append("\t</array>")
  }

  /// Adds a key with a string or a Boolean.
  package mutating func scalar(_ key: String, _ value: PropertyListScalar) {
    lines.append("\t<key>\(XMLText.escaped(key))</key>")
    switch value {
    case .string(let text): lines.append("\t<string>\(XMLText.escaped(text))</string>")
    case .boolean(let isTrue): lines.append(isTrue ? "\t<true/>" : "\t<false/>")
    }
  }

  /// The whole property list.
  package var text: String { (lines + ["</dict>", "</plist>", ""]).joined(separator: "\n") }
}
