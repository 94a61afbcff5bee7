internal import CYaml

/// libyaml's event stream over a buffer: the only file that knows the C library.
///
/// Positions are libyaml's own: Unicode scalars from the start of the buffer. The parser stores a pointer to itself,
/// so it lives on the heap and is never moved.
struct LibYAML: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// A stream over `bytes`, which have to stay where they are for as long as it lives.
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

  /// The next event; `nil` at the end, and where the text is no YAML: then `problem` says why.
  ///
  /// What the event points to is gone with the call after it.
  mutating func next() -> YAMLEvent? {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) != 0 else { return nil }
    let start = event.pointee.start_mark.index
    let end = event.pointee.end_mark.index
    switch event.pointee.type {
    case YAML_SCALAR_EVENT:
      return YAMLEvent(.scalar(scalar), anchor: event.pointee.data.scalar.anchor, start: start, end: end)
    case YAML_ALIAS_EVENT:
      return YAMLEvent(.alias, anchor: event.pointee.data.alias.anchor, start: start, end: end)
    case YAML_SEQUENCE_START_EVENT:
      let isFlow = event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      let tag = YAMLTag(event.pointee.data.sequence_start.tag)
      return YAMLEvent(
        .sequenceStart(isFlow: isFlow, tag: tag), anchor: event.pointee.data.sequence_start.anchor,
        start: start, end: end)
    case YAML_MAPPING_START_EVENT:
      let isFlow = event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      let tag = YAMLTag(event.pointee.data.mapping_start.tag)
      return YAMLEvent(
        .mappingStart(isFlow: isFlow, tag: tag), anchor: event.pointee.data.mapping_start.anchor,
        start: start, end: end)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return YAMLEvent(.collectionEnd, anchor: nil, start: start, end: end)
    case YAML_DOCUMENT_START_EVENT:
      return YAMLEvent(.documentStart, anchor: nil, start: start, end: end)
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
      return nil
    default:
      return YAMLEvent(.other, anchor: nil, start: start, end: end)
    }
  }

  private var scalar: YAMLEvent.Scalar {
    let style: ScalarStyle =
      switch event.pointee.data.scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    return YAMLEvent.Scalar(
      text: UnsafeBufferPointer(
        start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length),
      style: style, tag: YAMLTag(event.pointee.data.scalar.tag))
  }

  /// Why `next()` returned `nil`; `nil` at the end of the stream.
  var problem: YAMLProblem? {
    guard parser.pointee.error != YAML_NO_ERROR else { return nil }
    let isReader = parser.pointee.error == YAML_READER_ERROR
    return YAMLProblem(
      what: parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read",
      // What cannot be decoded has no mark, only an offset in bytes.
      place: isReader ? .byte(parser.pointee.problem_offset) : .scalar(parser.pointee.problem_mark.index),
      context: parser.pointee.context.map { String(cString: $0) },
      contextScalar: parser.pointee.context_mark.index)
  }
}

/// One step of libyaml's stream.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case scalar(Scalar)
    case alias
    case sequenceStart(isFlow: Bool, tag: YAMLTag)
    case mappingStart(isFlow: Bool, tag: YAMLTag)
    case collectionEnd
    case other
  }

  struct Scalar {
    /// The decoded text, valid until the next event.
    let text: UnsafeBufferPointer<UInt8>
    let style: ScalarStyle
    let tag: YAMLTag
  }

  let kind: Kind
  /// The anchor's or alias's name, a C string valid until the next event.
  let anchor: UnsafePointer<UInt8>?
  /// Scalars from the start of the buffer; before a node's tag and anchor.
  let start: Int
  let end: Int

  init(_ kind: Kind, anchor: UnsafePointer<UInt8>?, start: Int, end: Int) {
    self.kind = kind
    self.anchor = anchor
    self.start = start
    self.end = end
  }
}

/// Why libyaml stopped.
struct YAMLProblem {
  enum Place {
    case scalar(Int)
    case byte(Int)
  }

  /// libyaml's own words.
  let what: String
  let place: Place
  /// What it was reading, in its own words, and where that began.
  let context: String?
  let contextScalar: Int
}

extension YAMLTag {
  /// The tag of a C string with the resolved tag.
  fileprivate init(_ tag: UnsafePointer<UInt8>?) {
    guard let tag else {
      self = .none
      return
    }
    switch String(cString: tag) {
    case "!": self = .string
    case "tag:yaml.org,2002:str": self = .string
    case "tag:yaml.org,2002:int": self = .int
    case "tag:yaml.org,2002:float": self = .float
    case "tag:yaml.org,2002:bool": self = .bool
    case "tag:yaml.org,2002:null": self = .null
    case "tag:yaml.org,2002:map": self = .map
    case "tag:yaml.org,2002:seq": self = .seq
    case "tag:yaml.org,2002:merge": self = .merge
    default: self = .unknown
    }
  }
}
