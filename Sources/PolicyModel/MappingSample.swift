/// How a mapping is written, for a message about a value that is not one.
struct MappingSample: Sendable, ExpressibleByStringLiteral {
  private let head: String
  private let part: String
  private let tail: String
  private let isPart: @Sendable (String) -> Bool

  /// A sample that is the same for every value.
  init(stringLiteral text: String) {
    self.init(text, "", "") { _ in false }
  }

  /// A sample around `part`, in whose place a value is shown that `isPart` takes for one: `16` becomes `{ iOS: "16" }`.
  init(
    _ head: String, _ part: String, _ tail: String, isPart: @escaping @Sendable (String) -> Bool
  ) {
    self.head = head
    self.part = part
    self.tail = tail
    self.isPart = isPart
  }

  /// The sample for the text of a scalar; `nil` for another value.
  func text(for value: String?) -> String {
    head + (value.flatMap { isPart($0) ? $0 : nil } ?? part) + tail
  }
}
