internal import CYaml

/// libyaml's event stream over a buffer. Only this file uses the C library.
///
/// Positions are libyaml's: Unicode scalars from the start of the buffer. The parser stores a pointer to itself, so the
/// parser is on the heap and never moves.
struct LibYAML: ~Copyable, NodeEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// A stream over `bytes`, which must outlive the stream.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    parser.initialize(to: yaml_parser_t())
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// The next event; `nil` at the end, or if the text is not YAML. In the latter case, `problem` has the reason.
  mutating func next() -> YAMLEvent? {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) != 0 else { return nil }
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: return .scalar
    case YAML_ALIAS_EVENT: return .alias
    case YAML_SEQUENCE_START_EVENT: return .sequenceStart
    case YAML_MAPPING_START_EVENT: return .mappingStart
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return nil
    default: return .other
    }
  }

  var start: Int { event.pointee.start_mark.index }
  var end: Int { event.pointee.end_mark.index }
  var isOneLine: Bool { event.pointee.start_mark.line == event.pointee.end_mark.line }

  var scalarText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length)
  }

  var scalarStyle: ScalarStyle {
    switch event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  var scalarTag: YAMLTag { YAMLTag(event.pointee.data.scalar.tag) }
  var scalarAnchor: UnsafePointer<UInt8>? { UnsafePointer(event.pointee.data.scalar.anchor) }
  var aliasName: UnsafePointer<UInt8>? { UnsafePointer(event.pointee.data.alias.anchor) }

  var sequence: YAMLCollectionStart {
    let start = event.pointee.data.sequence_start
    return YAMLCollectionStart(
      tag: YAMLTag(start.tag), anchor: UnsafePointer(start.anchor),
      isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE)
  }

  var mapping: YAMLCollectionStart {
    let start = event.pointee.data.mapping_start
    return YAMLCollectionStart(
      tag: YAMLTag(start.tag), anchor: UnsafePointer(start.anchor),
      isFlow: start.style == YAML_FLOW_MAPPING_STYLE)
  }

  /// The reason that `next()` returned `nil`; `nil` at the end of the stream.
  var problem: YAMLProblem? {
    guard parser.pointee.error != YAML_NO_ERROR else { return nil }
    let isReader = parser.pointee.error == YAML_READER_ERROR
    return YAMLProblem(
      what: parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read",
      // Undecodable text has no mark, only an offset in bytes.
      location: isReader ? .byte(parser.pointee.problem_offset) : .scalar(parser.pointee.problem_mark.index),
      context: parser.pointee.context.map { String(cString: $0) },
      contextScalar: parser.pointee.context_mark.index)
  }
}

/// An event of libyaml's stream.
enum YAMLEvent {
  case documentStart, scalar, alias, sequenceStart, mappingStart, collectionEnd, other
}

/// The tag, the anchor and the notation of a mapping or sequence, from the event at its start.
struct YAMLCollectionStart {
  let tag: YAMLTag
  /// A C string, valid until the next event.
  let anchor: UnsafePointer<UInt8>?
  let isFlow: Bool
}

/// The reason that libyaml stopped.
struct YAMLProblem {
  enum Location {
    case scalar(Int)
    case byte(Int)
  }

  /// libyaml's message.
  let what: String
  let location: Location
  /// libyaml's description of the context; `contextScalar` is the position at which the context begins.
  let context: String?
  let contextScalar: Int
}

extension YAMLTag {
  /// The tag for a C string with the resolved tag.
  @inline(__always) fileprivate init(_ tag: UnsafePointer<UInt8>?) {
    self = tag.map { Self.named(String(cString: $0)) } ?? .none
  }

  @inline(never) private static func named(_ tag: String) -> YAMLTag {
    switch tag {
    case "!": .string
    case "tag:yaml.org,2002:str": .string
    case "tag:yaml.org,2002:int": .int
    case "tag:yaml.org,2002:float": .float
    case "tag:yaml.org,2002:bool": .bool
    case "tag:yaml.org,2002:null": .null
    case "tag:yaml.org,2002:map": .map
    case "tag:yaml.org,2002:seq": .seq
    case "tag:yaml.org,2002:merge": .merge
    default: .unknown
    }
  }
}
