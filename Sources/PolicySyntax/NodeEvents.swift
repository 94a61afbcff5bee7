/// A text's parts one after the other, from which a tree is built.
///
/// The properties are about the event that came last, and the memory that they point to is gone with the next one.
protocol NodeEvents: ~Copyable {
  /// Where the event begins, before its tag and anchor, in Unicode scalars.
  var start: Int { get }
  /// Where it ends, in Unicode scalars.
  var end: Int { get }
  /// Whether it begins and ends on the same line.
  var isOneLine: Bool { get }
  /// A scalar's decoded text.
  var scalarText: UnsafeBufferPointer<UInt8> { get }
  /// How a scalar is written.
  var scalarStyle: ScalarStyle { get }
  /// A scalar's tag.
  var scalarTag: YAMLTag { get }
  /// A scalar's anchor, a C string.
  var scalarAnchor: UnsafePointer<UInt8>? { get }
  /// An alias's name, a C string.
  var aliasName: UnsafePointer<UInt8>? { get }
  /// A sequence's tag, anchor, and whether it is written with brackets.
  var sequence: YAMLCollectionStart { get }
  /// A mapping's tag, anchor, and whether it is written with braces.
  var mapping: YAMLCollectionStart { get }
}
