/// An example of a mapping, for messages about values that are not mappings.
struct MappingSample: Sendable, ExpressibleByStringLiteral {
  private let head: String
  private let part: String
  private let tail: String
  private let isPart: @Sendable (String) -> Bool

  /// A sample that is the same for every value.
  init(stringLiteral text: String) {
    self.init(before: text, "", after: "") { _ in false }
  }

  /// A sample with `part` between `head` and `tail`. If `isPart` accepts the user's value, the value replaces `part`: `16`
  /// becomes `{ iOS: "16" }`.
  init(
    before head: String, _ part: String, after tail: String, isPart: @escaping @Sendable (String) -> Bool
  ) {
    self.head = head
    self.part = part
    self.tail = tail
    self.isPart = isPart
  }

  /// The sample for the text of a scalar; pass `nil` if the value is not a scalar.
  func text(for value: String?) -> String {
    head + (value.flatMap { isPart($0) ? $0 : nil } ?? part) + tail
  }
}
