/// Builds a `NodeTree` from libyaml's events, within limits.
struct TreeBuilder {
  private struct OpenCollection {
    let node: NodeID
    let firstChild: Int
    let anchor: [UInt8]?
    var extent = Extent()
  }

  /// How many nodes something stands for, and how deep they go, aliases followed.
  private struct Extent {
    var nodes = 1
    var depth = 0

    mutating func add(_ child: Extent) {
      nodes = nodes.addingReportingOverflow(child.nodes).partialValue
      depth = max(depth, child.depth + 1)
    }
  }

  private struct Anchor {
    let node: NodeID
    /// `nil` while the node is still being read.
    var extent: Extent?
  }

  private var tree: NodeTree
  private let source: SourceID
  private let bytes: UnsafeBufferPointer<UInt8>
  private let base: Int
  private let limits: YAMLLimits
  private var cursor: ScalarCursor
  private var open: [OpenCollection] = []
  private var children: ContiguousArray<NodeID> = []
  private var anchors: [[UInt8]: Anchor] = [:]
  private var aliasNodes = 0
  private var root: NodeID?
  private var documents = 0
  private var issues: [Issue] = []
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
  }

  /// Takes one event; `false` where nothing more is to be read.
  mutating func add(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .documentStart: beginDocument(event)
    case .scalar(let scalar): addScalar(scalar, event)
    case .alias: addAlias(event)
    case .sequenceStart(let isFlow, let tag): begin(.sequence, isFlow: isFlow, tag: tag, event)
    case .mappingStart(let isFlow, let tag): begin(.mapping, isFlow: isFlow, tag: tag, event)
    case .collectionEnd: endCollection(event)
    case .other: break
    }
    return !isStopped
  }

  /// Ends the reading with an issue after which there is no tree.
  mutating func stop(with issue: Issue) {
    issues.append(issue)
    root = nil
    isStopped = true
  }

  consuming func finish() -> (tree: NodeTree, root: NodeID?, issues: [Issue]) {
    (tree, root, issues)
  }

  // MARK: - Places

  /// The place of a range of libyaml's positions.
  mutating func span(scalars start: Int, _ end: Int) -> Span {
    let lower = cursor.byteOffset(ofScalar: start)
    return span(bytes: lower, cursor.byteOffset(ofScalar: end))
  }

  /// The place of a range of offsets behind the byte order mark.
  func span(bytes lower: Int, _ upper: Int) -> Span {
    let lower = min(lower, bytes.count)
    return Span(source: source, base + lower..<base + min(max(lower, upper), bytes.count))
  }

  /// The place of a node, without the tag and the anchor that libyaml counts to it.
  private mutating func nodeSpan(_ event: YAMLEvent, hasTag: Bool) -> Span {
    let lower = cursor.byteOffset(ofScalar: event.start)
    let upper = cursor.byteOffset(ofScalar: event.end)
    let properties = (hasTag ? 1 : 0) + (event.anchor == nil ? 0 : 1)
    return span(bytes: properties == 0 ? lower : min(skip(properties, from: lower), upper), upper)
  }

  /// The offset behind `count` tags and anchors and the space after them.
  private func skip(_ count: Int, from offset: Int) -> Int {
    var offset = offset
    for _ in 0..<count {
      while offset < bytes.count, !Self.isBlankOrBreak(bytes[offset]) { offset += 1 }
      while offset < bytes.count {
        if Self.isBlankOrBreak(bytes[offset]) {
          offset += 1
        } else if bytes[offset] == UInt8(ascii: "#") {
          while offset < bytes.count, !Self.isBreak(bytes[offset]) { offset += 1 }
        } else {
          break
        }
      }
    }
    return offset
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func isBlankOrBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isBreak(byte)
  }

  // MARK: - Nodes

  private mutating func beginDocument(_ event: YAMLEvent) {
    documents += 1
    guard documents > 1 else { return }
    issues.append(
      Issue(
        rule: .yamlMultipleDocuments, span: span(scalars: event.start, event.end),
        message: "A second document begins here, and a policy is one document",
        help: "move it to a file of its own, and join the two with extends where they belong together"))
    isStopped = true
  }

  private mutating func addScalar(_ scalar: YAMLEvent.Scalar, _ event: YAMLEvent) {
    var span = nodeSpan(event, hasTag: scalar.tag != .none)
    if scalar.style == .literal || scalar.style == .folded { span = trimmed(span) }
    let first = tree.text.count
    tree.text.append(contentsOf: scalar.text)
    let node = append(
      NodeTree.Record(
        lower: span.lower, upper: span.upper, first: UInt32(first), count: UInt32(scalar.text.count),
        source: source,
        form: .scalar, style: scalar.style, tag: scalar.tag))
    if let anchor = name(event.anchor) { anchors[anchor] = Anchor(node: node, extent: Extent()) }
    addChild(node, Extent())
  }

  /// Without the line breaks and blanks at the end, which libyaml counts to a block scalar.
  private func trimmed(_ span: Span) -> Span {
    var upper = Int(span.upper) - base
    while upper > Int(span.lower) - base, Self.isBlankOrBreak(bytes[upper - 1]) { upper -= 1 }
    return Span(source: source, lower: span.lower, upper: UInt32(base + upper))
  }

  private mutating func addAlias(_ event: YAMLEvent) {
    let span = span(scalars: event.start, event.end)
    guard let name = name(event.anchor), let anchor = anchors[name] else {
      stop(
        with: Issue(
          rule: .yamlSyntax, span: span,
          message: "The alias \(text(span)) has no anchor above it",
          help: "write &\(text(span).dropFirst()) in front of the value that it repeats"))
      return
    }
    guard let extent = anchor.extent else {
      stop(
        with: Issue(
          rule: .yamlLimit, span: span,
          message: "The alias \(text(span)) stands inside the value that it repeats",
          related: [Related(span: tree.span(of: anchor.node), message: "the value begins here")]))
      return
    }
    aliasNodes += extent.nodes
    guard aliasNodes <= limits.aliasNodes else {
      stop(
        with: Issue(
          rule: .yamlLimit, span: span,
          message: "The aliases up to here expand to more than \(limits.aliasNodes) values",
          help: "write the values out, or repeat smaller ones"))
      return
    }
    guard open.count + extent.depth <= limits.depth else {
      stop(with: tooDeep(span))
      return
    }
    let node = append(
      NodeTree.Record(
        lower: span.lower, upper: span.upper, first: anchor.node.index, count: 0, source: source, form: .alias
      ))
    addChild(node, extent)
  }

  private mutating func begin(_ form: NodeTree.Form, isFlow: Bool, tag: YAMLTag, _ event: YAMLEvent) {
    let span = nodeSpan(event, hasTag: tag != .none)
    guard open.count < limits.depth else {
      stop(with: tooDeep(span))
      return
    }
    let node = append(
      NodeTree.Record(
        lower: span.lower, upper: span.upper, first: 0, count: 0, source: source, form: form, isFlow: isFlow,
        tag: tag))
    let anchor = name(event.anchor)
    if let anchor { anchors[anchor] = Anchor(node: node, extent: nil) }
    open.append(OpenCollection(node: node, firstChild: children.count, anchor: anchor))
  }

  private func tooDeep(_ span: Span) -> Issue {
    Issue(
      rule: .yamlLimit, span: Span(source: source, lower: span.lower, upper: min(span.lower + 1, span.upper)),
      message: "The value is nested deeper than \(limits.depth) levels")
  }

  private mutating func endCollection(_ event: YAMLEvent) {
    guard let collection = open.popLast() else { return }
    let index = Int(collection.node.index)
    let ownChildren = children[collection.firstChild...]
    if tree.records[index].isFlow {
      tree.records[index].upper = span(scalars: event.end, event.end).lower
    } else if let last = ownChildren.last {
      // libyaml lets a block reach to the next token; it ends where its last child does.
      tree.records[index].upper = max(tree.records[index].lower, tree.spanAsWritten(of: last).upper)
    }
    if tree.records[index].form == .sequence {
      tree.records[index].first = UInt32(tree.items.count)
      tree.records[index].count = UInt32(ownChildren.count)
      tree.items.append(contentsOf: ownChildren)
      children.removeSubrange(collection.firstChild...)
    } else {
      endMapping(collection)
    }
    if let anchor = collection.anchor { anchors[anchor]?.extent = collection.extent }
    addChild(collection.node, collection.extent)
  }

  private mutating func endMapping(_ collection: OpenCollection) {
    let index = Int(collection.node.index)
    var own: [NodeEntry] = []
    own.reserveCapacity((children.count - collection.firstChild) / 2)
    for position in stride(from: collection.firstChild, to: children.count - 1, by: 2) {
      own.append(
        NodeEntry(key: children[position], value: children[position + 1], container: collection.node))
    }
    children.removeSubrange(collection.firstChild...)
    let resolved = tree.resolved(own)
    issues += resolved.issues
    tree.records[index].first = UInt32(tree.entries.count)
    tree.records[index].count = UInt32(resolved.entries.count)
    tree.entries.append(contentsOf: resolved.entries)
  }

  private mutating func addChild(_ node: NodeID, _ extent: Extent) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    children.append(node)
    open[last].extent.add(extent)
  }

  private mutating func append(_ record: NodeTree.Record) -> NodeID {
    tree.records.append(record)
    return NodeID(index: UInt32(tree.records.count - 1))
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

  /// What stands at and before a place on its line.
  func textAround(_ span: Span) -> ProblemSurroundings {
    let offset = Int(span.lower) - base
    var start = offset
    while start > 0, !Self.isBreak(bytes[start - 1]) { start -= 1 }
    return ProblemSurroundings(
      byte: offset < bytes.count ? bytes[offset] : nil,
      isInsideLine: bytes[start..<offset].contains { !Self.isBlankOrBreak($0) })
  }

  private func text(_ span: Span) -> String {
    String(decoding: bytes[Int(span.lower) - base..<Int(span.upper) - base], as: UTF8.self)
  }
}
