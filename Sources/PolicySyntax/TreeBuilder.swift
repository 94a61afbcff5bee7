/// Builds a `NodeTree` from the events of YAML or JSON, within limits.
struct TreeBuilder {
  private struct OpenCollection {
    let node: NodeID
    let anchor: [UInt8]?
    /// The number of nodes that aliases had added before the collection began.
    let aliasNodes: Int
    /// The number of levels below the collection so far, with aliases resolved.
    var height = 0
  }

  /// A node with an anchor.
  private struct Anchor {
    let node: NodeID
    /// The number of nodes in the marked value and the number of levels below the value; `nil` while the value is being read.
    var extent: (nodes: Int, height: Int)?
  }

  private var tree: NodeTree
  private let source: SourceID
  let bytes: UnsafeBufferPointer<UInt8>
  let base: Int
  private let limits: YAMLLimits
  private var cursor: ScalarCursor
  private var open: [OpenCollection] = []
  private var anchors: [[UInt8]: Anchor] = [:]
  private var aliasNodes = 0
  private var root: NodeID?
  private var documents = 0
  private var diagnostics: [Diagnostic] = []
  private(set) var isStopped = false

  init(
    _ tree: NodeTree, source: SourceID, bytes: UnsafeBufferPointer<UInt8>, base: Int, limits: YAMLLimits
  ) {
    self.tree = tree
    self.source = source
    self.bytes = bytes
    self.base = base
    self.limits = limits
    cursor = ScalarCursor(bytes)
    self.tree.reserveCapacity(forBytes: bytes.count)
    open.reserveCapacity(8)
  }

  /// Handles the last event; `false` if reading must stop.
  mutating func add(_ event: YAMLEvent, _ events: borrowing some NodeEvents & ~Copyable) -> Bool {
    switch event {
    case .documentStart: beginDocument(events)
    case .scalar: addScalar(events)
    case .alias: addAlias(events)
    case .sequenceStart: begin(.sequence, events.sequence, at: events.start)
    case .mappingStart: begin(.mapping, events.mapping, at: events.start)
    case .collectionEnd: endCollection(at: events.end)
    case .other: break
    }
    if tree.records.count > limits.nodes, !isStopped { stopAtLimitOfNodes(events) }
    return !isStopped
  }

  /// Stops reading with a diagnostic, without a tree.
  mutating func stop(with diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    root = nil
    isStopped = true
  }

  private mutating func stopAtLimitOfNodes(_ events: borrowing some NodeEvents & ~Copyable) {
    let span = span(scalars: events.start, events.end)
    stop(
      with: Diagnostic(
        rule: .yamlLimit,
        span: Span(source: source, lower: span.lower, upper: min(span.lower + 1, span.upper)),
        message: "The file and the files that it extends have more than \(limits.nodes) values up to here",
        help: "write a policy for each app, and leave out what bgpolicy does not read"))
  }

  consuming func finish() -> (tree: NodeTree, root: NodeID?, diagnostics: [Diagnostic]) {
    (tree, root, diagnostics)
  }

  // MARK: - Spans

  /// The span of a range of libyaml's positions.
  mutating func span(scalars start: Int, _ end: Int) -> Span {
    let lower = cursor.byteOffset(ofScalar: start)
    return span(bytes: lower, cursor.byteOffset(ofScalar: end))
  }

  /// The span of a range of offsets after the byte order mark.
  func span(bytes lower: Int, _ upper: Int) -> Span {
    let lower = min(lower, bytes.count)
    return Span(source: source, base + lower..<base + min(max(lower, upper), bytes.count))
  }

  /// The offset of a node without the tag and the anchor, which libyaml includes in the node.
  private mutating func nodeStart(_ start: Int, hasTag: Bool, hasAnchor: Bool) -> Int {
    let lower = cursor.byteOffset(ofScalar: start)
    guard hasTag || hasAnchor else { return lower }
    return skip((hasTag ? 1 : 0) + (hasAnchor ? 1 : 0), from: lower)
  }

  /// The offset after `count` tags and anchors and the space after these.
  private func skip(_ count: Int, from offset: Int) -> Int {
    var offset = offset
    for _ in 0..<count {
      while offset < bytes.count, bytes.lengthOfSpace(at: offset) == 0 { offset += 1 }
      offset = bytes.endOfSpace(at: offset)
      while offset < bytes.count, bytes[offset] == UInt8(ascii: "#") {
        offset = bytes.endOfSpace(at: bytes.endOfLine(at: offset))
      }
    }
    return offset
  }

  // MARK: - Nodes

  private mutating func beginDocument(_ events: borrowing some NodeEvents & ~Copyable) {
    documents += 1
    guard documents > 1 else { return }
    diagnostics.append(
      Diagnostic(
        rule: .yamlMultipleDocuments, span: span(scalars: events.start, events.end),
        message: "A second document begins here, but a policy must be one document",
        help: "move it to its own file, and use extends if the two belong together"))
    isStopped = true
  }

  private mutating func addScalar(_ events: borrowing some NodeEvents & ~Copyable) {
    let tag = events.scalarTag
    let anchor = events.scalarAnchor
    let style = events.scalarStyle
    let text = events.scalarText
    var lower = nodeStart(events.start, hasTag: tag != .none, hasAnchor: anchor != nil)
    var upper = cursor.byteOffset(ofScalar: events.end)
    lower = min(lower, upper)
    // In `&a:b`, no space is between the anchor `a` and the text `:b`.
    if style == .plain, events.isOneLine { lower = min(lower, max(0, upper - text.count)) }
    if style == .literal || style == .folded { upper = trimmed(lower, upper) }
    var record = NodeTree.Record(
      lower: UInt32(base + lower), upper: UInt32(base + upper), first: UInt32(base + lower),
      count: UInt32(text.count), source: source, form: .scalar, style: style, tag: tag)
    if events.isOneLine, isWritten(text, style, from: lower, to: upper) {
      record.isInSource = true
      if style != .plain { record.first += 1 }
    } else {
      record.first = UInt32(tree.decodedText.count)
      tree.decodedText.append(contentsOf: text)
    }
    let node = append(record)
    if let name = name(anchor) { anchors[name] = Anchor(node: node, extent: (1, 0)) }
  }

  private mutating func addAlias(_ events: borrowing some NodeEvents & ~Copyable) {
    let span = span(scalars: events.start, events.end)
    guard let name = name(events.aliasName), let anchor = anchors[name] else {
      stop(
        with: Diagnostic(
          rule: .yamlSyntax, span: span,
          message: "The alias \(text(span)) has no anchor above it",
          help: "write &\(text(span).dropFirst()) before the value that it repeats"))
      return
    }
    guard let extent = anchor.extent else {
      stop(
        with: Diagnostic(
          rule: .yamlLimit, span: span,
          message: "The alias \(text(span)) is inside the value that it repeats",
          related: [Related(span: tree.span(of: anchor.node), message: "the value begins here")]))
      return
    }
    aliasNodes += extent.nodes
    guard aliasNodes <= limits.aliasNodes else {
      stop(
        with: Diagnostic(
          rule: .yamlLimit, span: span,
          message: "The aliases up to here expand to more than \(limits.aliasNodes) values",
          help: "write the values out, or repeat smaller ones"))
      return
    }
    tree.sharedSpans.insert(tree.span(of: anchor.node))
    guard open.count + extent.height <= limits.depth else {
      stop(with: tooDeep(span))
      return
    }
    _ = append(
      NodeTree.Record(
        lower: span.lower, upper: span.upper, first: anchor.node.index, count: 0, source: source, form: .alias
      ))
  }

  private mutating func begin(_ form: NodeTree.Form, _ collection: YAMLCollectionStart, at start: Int) {
    let lower = nodeStart(start, hasTag: collection.tag != .none, hasAnchor: collection.anchor != nil)
    guard open.count < limits.depth else {
      stop(with: tooDeep(span(bytes: lower, lower + 1)))
      return
    }
    let node = append(
      NodeTree.Record(
        lower: UInt32(base + lower), upper: UInt32(base + lower), first: 0, count: 0, source: source,
        form: form,
        isFlow: collection.isFlow, tag: collection.tag))
    let anchor = name(collection.anchor)
    if let anchor { anchors[anchor] = Anchor(node: node, extent: nil) }
    open.append(OpenCollection(node: node, anchor: anchor, aliasNodes: aliasNodes))
  }

  private func tooDeep(_ span: Span) -> Diagnostic {
    Diagnostic(
      rule: .yamlLimit, span: Span(source: source, lower: span.lower, upper: min(span.lower + 1, span.upper)),
      message: "The value is nested deeper than \(limits.depth) levels")
  }

  private mutating func endCollection(at end: Int) {
    guard let collection = open.popLast() else { return }
    let index = Int(collection.node.index)
    let size = tree.records.count - index
    let children = children(of: collection.node)
    tree.records[index].size = UInt32(size)
    tree.records[index].count = children.count
    if tree.records[index].isFlow {
      tree.records[index].upper = UInt32(base + cursor.byteOffset(ofScalar: end))
    } else {
      // In libyaml, a block extends to the next token. The actual end of a block is the end of its last child.
      tree.records[index].upper = max(tree.records[index].lower, children.end)
    }
    if tree.records[index].form == .mapping, mayNeedResolution(index),
      let resolved = tree.resolved(tree.writtenEntries(of: collection.node))
    {
      diagnostics += resolved.diagnostics
      tree.link(resolved.entries, to: collection.node)
    }
    if let anchor = collection.anchor {
      anchors[anchor]?.extent = (size + aliasNodes - collection.aliasNodes, collection.height + 1)
    }
    if let last = open.indices.last { open[last].height = max(open[last].height, collection.height + 1) }
  }

  /// Whether a mapping may have equal keys or a merge key: few keys have the same length, first and last letter.
  private func mayNeedResolution(_ mapping: Int) -> Bool {
    var seen = SIMD4<UInt64>.zero
    var key = mapping + 1
    for _ in 0..<tree.records[mapping].count / 2 {
      let record = tree.records[key]
      guard record.form == .scalar, record.isInSource, record.count > 0 else { return true }
      let start = Int(record.first) - base
      let (first, last) = (bytes[start], bytes[start + Int(record.count) - 1])
      let hash = Int(UInt8(truncatingIfNeeded: record.count) &* 37 ^ first ^ last &* 5)
      let bit: UInt64 = 1 << UInt64(hash % 64)
      guard first != UInt8(ascii: "<"), seen[hash / 64] & bit == 0 else { return true }
      seen[hash / 64] |= bit
      let value = key + Int(record.size)
      key = value + Int(tree.records[value].size)
    }
    return false
  }

  /// The number of a collection's children and the end of the last child, after all children have been added.
  private func children(of collection: NodeID) -> (count: UInt32, end: UInt32) {
    var count: UInt32 = 0
    var end: UInt32 = 0
    var child = Int(collection.index) + 1
    while child < tree.records.count {
      count += 1
      end = tree.records[child].upper
      child += Int(tree.records[child].size)
    }
    return (count, end)
  }

  private mutating func append(_ record: NodeTree.Record) -> NodeID {
    let node = NodeID(index: UInt32(tree.records.count))
    tree.records.append(record)
    if open.isEmpty { root = node }
    return node
  }

  private func name(_ pointer: UnsafePointer<UInt8>?) -> [UInt8]? {
    guard let pointer else { return nil }
    var length = 0
    while pointer[length] != 0 { length += 1 }
    return Array(UnsafeBufferPointer(start: pointer, count: length))
  }

  /// The `[` or `{` of the innermost collection that is still open.
  var innermostOpenBracket: Span? {
    guard let last = open.last, tree.records[Int(last.node.index)].isFlow else { return nil }
    let lower = tree.records[Int(last.node.index)].lower
    return Span(source: source, lower: lower, upper: lower + 1)
  }

  private func text(_ span: Span) -> String {
    String(decoding: bytes[Int(span.lower) - base..<Int(span.upper) - base], as: UTF8.self)
  }
}
