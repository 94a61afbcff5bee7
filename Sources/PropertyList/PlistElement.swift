/// An element of an XML property list, with the location of its text.
struct PlistElement: Sendable {
  /// The name: `dict`.
  let name: String
  /// The range from the element's `<` to its last `>`.
  let range: Range<Int>
  /// The range between the element's tags; `nil` for an element with only one tag, such as `<true/>`.
  let content: Range<Int>?
  /// The elements directly inside this element, in order.
  let children: [PlistElement]
  /// The element's text, with references resolved; empty for an element with children.
  let text: String

  /// The range of the text of a string or a key; for an empty text and other elements, the range of the whole element.
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
