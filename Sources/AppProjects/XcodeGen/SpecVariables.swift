internal import AppFacts

/// Replaces `${name}` in the texts and the keys of values, as XcodeGen does. Unknown names stay, and the text
/// that replaces a name is not searched for names.
struct SpecVariables {
  let values: [String: String]
  let files: ProjectFiles

  init(_ values: [String: String], _ files: ProjectFiles) {
    self.values = values
    self.files = files
  }

  func replaced(in value: ValueNode) -> ValueNode {
    guard !values.isEmpty else { return value }
    switch value.content {
    case .string(let text):
      return ValueNode(.string(replaced(in: text, at: value.offset, value)), in: value.file, at: value.offset)
    case .list(let items): return ValueNode(.list(items.map(replaced)), in: value.file, at: value.offset)
    case .dictionary(let entries):
      var isChanged = false
      let result = entries.map { entry in
        let key = replaced(in: entry.key, at: entry.offset, value)
        isChanged = isChanged || key != entry.key
        return ValueEntry(key, at: entry.offset, replaced(in: entry.value))
      }
      if isChanged { refuseTwins(of: result, in: value) }
      return ValueNode(.dictionary(result), in: value.file, at: value.offset)
    case .null, .bool, .number, .other: return value
    }
  }

  /// XcodeGen keeps any one of two values whose keys have become equal.
  private func refuseTwins(of entries: [ValueEntry], in value: ValueNode) {
    var keys: Set<String> = []
    guard let twin = entries.first(where: { !keys.insert($0.key).inserted }) else { return }
    files.leaveOutCode(
      value.file.location(of: twin.offset), "The key \(twin.key) occurs twice after variables are replaced",
      isRefused: true)
  }

  private func replaced(in text: String, at offset: Int?, _ value: ValueNode) -> String {
    let (dollar, open, close) = (UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "}"))
    guard text.utf8.contains(dollar) else { return text }
    var result = ""
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: dollar) {
      result += String(Substring(rest[..<start]))
      rest = rest[start...]
      let named = rest.dropFirst(2)
      guard rest.dropFirst().first == open, named.first != close else {
        result += "$"
        rest = rest.dropFirst()
        continue
      }
      guard let end = named.firstIndex(of: close) else { break }
      if let known = values[String(Substring(named[..<end]))] {
        // Eight bytes count as a step.
        guard files.take(1 + known.utf8.count / 8, at: value.file.location(of: offset)) else { break }
        result += known
      } else {
        result += String(Substring(rest[...end]))
      }
      rest = rest[end...].dropFirst()
    }
    return result + String(Substring(rest))
  }
}
