/// A YAML name that marks a value, `&name`, or repeats a marked value, `*name`.
package struct AnchorName: Hashable, Sendable {
  /// The name without its sign.
  package let name: String
  /// The location of the name, without its sign.
  package let span: Span
  /// The location of the name that marks the value; `nil` for an alias without an anchor.
  package let anchor: Span?

  /// Whether the name marks a value.
  package var isAnchor: Bool { anchor == span }
}

extension NodeTree {
  /// The anchors and aliases of one file, in order.
  package func anchorNames(in source: SourceID) -> [AnchorName] {
    let bytes = sources[Int(source.index)].bytes
    guard bytes.contains(UInt8(ascii: "&")) || bytes.contains(UInt8(ascii: "*")) else { return [] }
    let comments = comments(in: source).map(\.span.range)
    var names: [AnchorName] = []
    var anchors: [String: Span] = [:]
    var position = 0
    for record in records + [
      Record(
        lower: UInt32(bytes.count), upper: UInt32(bytes.count), first: 0, count: 0, source: source,
        form: .scalar)
    ]
    where record.form == .scalar && record.source == source && Int(record.lower) >= position {
      for range in Self.signs(of: bytes, in: position..<Int(record.lower), besides: comments) {
        let name = String(decoding: bytes[range], as: UTF8.self)
        let span = Span(source: source, range)
        if bytes[range.lowerBound - 1] == UInt8(ascii: "&") { anchors[name] = span }
        names.append(AnchorName(name: name, span: span, anchor: anchors[name]))
      }
      position = Int(record.upper)
    }
    return names
  }

  /// The names after a `&` or `*` in a gap between scalars.
  private static func signs(
    of bytes: [UInt8], in gap: Range<Int>, besides comments: [Range<Int>]
  ) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var index = gap.lowerBound
    while index < gap.upperBound {
      let sign = bytes[index]
      index += 1
      guard sign == UInt8(ascii: "&") || sign == UInt8(ascii: "*") else { continue }
      let start = index
      while index < gap.upperBound, bytes.lengthOfSpace(at: index) == 0, !"[]{},".utf8.contains(bytes[index])
      {
        index += 1
      }
      if index > start, !comments.contains(where: { $0.contains(start) }) { names.append(start..<index) }
    }
    return names
  }
}
