/// An element of an XML property list, with the place of its text.
struct PlistElement: Sendable {
  /// What it is called: `dict`.
  let name: String
  /// From its `<` to behind its last `>`.
  let range: Range<Int>
  /// What stands between its tags; `nil` for an element of one tag, such as `<true/>`.
  let content: Range<Int>?
  /// The elements in it.
  let children: [PlistElement]
  /// Its text with references resolved; empty for an element that holds others.
  let text: String

  /// The text of a string or a key, or the whole element if it has none.
  var textRange: Range<Int> {
    guard name == "string" || name == "key", let content, !content.isEmpty else { return range }
    return content
  }

  /// It as a value; what is within its children counts for nothing.
  var value: PropertyListValue {
    name == "array" ? .array(children.map(\.shallowValue)) : shallowValue
  }

  private var shallowValue: PropertyListValue {
    switch name {
    case "string": .string(text)
    case "true": .boolean(true)
    case "false": .boolean(false)
    default: .other(name)
    }
  }
}
