/// An element of an XML property list, with the location of its text.
struct PlistElement: Sendable {
  /// The name: `dict`.
  let name: String
  /// The range from its `<` to its last `>`.
  let range: Range<Int>
  /// The range between its tags; `nil` for an element of one tag, such as `<true/>`.
  let content: Range<Int>?
  /// The child elements.
  let children: [PlistElement]
  /// Its text with references resolved; empty for an element with children.
  let text: String

  /// The range of the text of a string or a key; that of the whole element if there is none.
  var textRange: Range<Int> {
    guard name == "string" || name == "key", let content, !content.isEmpty else { return range }
    return content
  }

  /// The element as a value, without the values inside its children.
  var value: PropertyListValue {
    name == "array" ? .array(children.map(\.shallowValue)) : shallowValue
  }

  private var shallowValue: PropertyListValue {
    switch name {
    case "string": .string(text)
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "dict": .dictionary(stride(from: 0, to: children.count, by: 2).map { children[$0].text })
    default: .other(name)
    }
  }
}
