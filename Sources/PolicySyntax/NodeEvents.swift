/// The events of a text, from which a tree is built.
///
/// The properties describe the last event. The memory that they point to is valid until the next event.
protocol NodeEvents: ~Copyable {
  /// The start of the event, before its tag and anchor, in Unicode scalars.
  var start: Int { get }
  /// The end of the event, in Unicode scalars.
  var end: Int { get }
  /// Whether the event begins and ends on the same line.
  var isOneLine: Bool { get }
  /// The decoded text of a scalar.
  var scalarText: UnsafeBufferPointer<UInt8> { get }
  /// The style of a scalar.
  var scalarStyle: ScalarStyle { get }
  /// The tag of a scalar.
  var scalarTag: YAMLTag { get }
  /// The anchor of a scalar, as a C string.
  var scalarAnchor: UnsafePointer<UInt8>? { get }
  /// The name of an alias, as a C string.
  var aliasName: UnsafePointer<UInt8>? { get }
  /// The tag and anchor of a sequence, and whether the sequence is written with brackets.
  var sequence: YAMLCollectionStart { get }
  /// The tag and anchor of a mapping, and whether the mapping is written with braces.
  var mapping: YAMLCollectionStart { get }
}
