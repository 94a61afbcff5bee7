internal import PolicySyntax

/// Bytes that are not the form of an index.
struct DamagedIndexError: Error {}

/// Reads the form that `IndexWriter` writes.
struct IndexReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var texts: [String] = []

  /// Reads the index of a file from the compact form of its content.
  ///
  /// - Throws: `DamagedIndexError` if the bytes are not the compact form of an index.
  static func index(_ bytes: [UInt8], of file: SourceFile) throws(DamagedIndexError) -> FileIndex {
    var reader = try IndexReader(bytes: bytes)
    var index = FileIndex(path: file.path, target: file.target, isTest: file.isTest)
    try reader.read(into: &index)
    guard reader.offset == bytes.count else { throw DamagedIndexError() }
    return index
  }

  /// Reads the tokens of an Objective-C file from their compact form.
  ///
  /// - Throws: `DamagedIndexError` if the bytes are not the compact form of tokens.
  static func tokens(_ bytes: [UInt8]) throws(DamagedIndexError) -> [CToken] {
    var reader = try IndexReader(bytes: bytes)
    let tokens = try reader.tokens()
    guard reader.offset == bytes.count else { throw DamagedIndexError() }
    return tokens
  }

  /// Creates a reader, and reads the table of texts.
  private init(bytes: [UInt8]) throws(DamagedIndexError) {
    self.bytes = bytes
    let count = try count()
    texts.reserveCapacity(count)
    for _ in 0..<count {
      let length = try self.count()
      let end = offset + length
      texts.append(String(decoding: bytes[offset..<end], as: UTF8.self))
      offset = end
    }
  }

  // MARK: - Parts

  mutating func byte() throws(DamagedIndexError) -> UInt8 {
    guard offset < bytes.count else { throw DamagedIndexError() }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func number() throws(DamagedIndexError) -> Int {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      result |= UInt64(byte & 127) << shift
      if byte < 128 { return Int(Int64(bitPattern: result)) }
    }
    throw DamagedIndexError()
  }

  /// Reads the number of a list's elements. Every element has at least one byte, so a larger number shows damage.
  private mutating func count() throws(DamagedIndexError) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - offset else { throw DamagedIndexError() }
    return count
  }

  mutating func flag() throws(DamagedIndexError) -> Bool { try byte() != 0 }

  mutating func text() throws(DamagedIndexError) -> String {
    let number = try number()
    guard texts.indices.contains(number) else { throw DamagedIndexError() }
    return texts[number]
  }

  private mutating func double() throws(DamagedIndexError) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
    return Double(bitPattern: pattern)
  }

  mutating func list<Element>(
    _ each: (inout Self) throws(DamagedIndexError) -> Element
  ) throws(DamagedIndexError) -> [Element] {
    let count = try count()
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try each(&self)) }
    return elements
  }

  private mutating func optional<Value>(
    _ read: (inout Self) throws(DamagedIndexError) -> Value
  ) throws(DamagedIndexError) -> Value? {
    try flag() ? try read(&self) : nil
  }

  private mutating func names() throws(DamagedIndexError) -> [String] {
    try list { (reader) throws(DamagedIndexError) in try reader.text() }
  }

  private mutating func optionalText() throws(DamagedIndexError) -> String? {
    try optional { (reader) throws(DamagedIndexError) in try reader.text() }
  }

  private mutating func optionalValue() throws(DamagedIndexError) -> Expression? {
    try optional { (reader) throws(DamagedIndexError) in try reader.expression() }
  }

  private mutating func body() throws(DamagedIndexError) -> [Statement] {
    try list { (reader) throws(DamagedIndexError) in try reader.statement() }
  }

  mutating func position() throws(DamagedIndexError) -> Position {
    Position(line: try number(), column: try number())
  }

  // MARK: - Declarations

  private mutating func read(into index: inout FileIndex) throws(DamagedIndexError) {
    index.isTooDeep = try flag()
    index.hasErrors = try flag()
    index.declaresSlash = try flag()
    index.linesWithSlashes = try list { (reader) throws(DamagedIndexError) in try reader.number() }
    index.imports = try list { (reader) throws(DamagedIndexError) in
      Import(module: try reader.text(), position: try reader.position(), conditions: try reader.names())
    }
    index.types = try list { (reader) throws(DamagedIndexError) in
      guard let kind = TypeDeclaration.Kind(rawValue: try reader.text()) else { throw DamagedIndexError() }
      return TypeDeclaration(
        kind: kind, path: try reader.names(), inherited: try reader.names(), context: try reader.context())
    }
    index.properties = try list { (reader) throws(DamagedIndexError) in try reader.property() }
    index.functions = try list { (reader) throws(DamagedIndexError) in try reader.function() }
    index.cases = try list { (reader) throws(DamagedIndexError) in
      EnumCase(
        name: try reader.text(), rawValue: try reader.optionalValue(), index: try reader.number(),
        hasPayload: try reader.flag(), context: try reader.context())
    }
    index.aliases = try list { (reader) throws(DamagedIndexError) in
      TypeAlias(
        name: try reader.text(), identifiers: Set(try reader.names()), type: try reader.optionalText())
    }
    index.assignedNames = Set(try names())
    index.changedNames = Set(try names())
    index.changedMembers = Set(try names())
    index.statements = try body()
    index.statementNames = Set(try names())
  }

  private mutating func context() throws(DamagedIndexError) -> DeclarationContext {
    DeclarationContext(
      types: try names(), functions: try names(), conditions: try names(), attributes: try names(),
      modifiers: try names(), position: try position(), identifiers: Set(try names()),
      isRequirement: try flag())
  }

  private mutating func property() throws(DamagedIndexError) -> Property {
    Property(
      name: try text(), isConstant: try flag(), type: try optionalText(), value: try optionalValue(),
      getter: try optional { (reader) throws(DamagedIndexError) in try reader.body() },
      accessors: try list { (reader) throws(DamagedIndexError) in try reader.body() },
      context: try context())
  }

  private mutating func function() throws(DamagedIndexError) -> Function {
    Function(
      name: try text(), parameters: try parameters(), returnType: try optionalText(), body: try body(),
      context: try context())
  }

  private mutating func parameters() throws(DamagedIndexError) -> [Parameter] {
    try list { (reader) throws(DamagedIndexError) in
      Parameter(
        label: try reader.optionalText(), name: try reader.text(), type: try reader.optionalText(),
        defaultValue: try reader.optionalValue())
    }
  }

  // MARK: - Statements

  private mutating func statement() throws(DamagedIndexError) -> Statement {
    let position = try position()
    return Statement(form: try form(), position: position)
  }

  private mutating func form() throws(DamagedIndexError) -> Statement.Form {
    switch try byte() {
    case 0: return .expression(try expression())
    case 1: return .assignment(try expression(), try text(), try expression())
    case 2:
      return .variable(
        Variable(
          names: try names(), isPattern: try flag(), isConstant: try flag(), type: try optionalText(),
          value: try optionalValue(),
          getter: try optional { (reader) throws(DamagedIndexError) in try reader.body() }))
    case 3: return .function(try function())
    case 4: return .return(try optionalValue())
    case 5: return .throw(try expression())
    case 6: return .jump
    case 7: return .branch(try conditions(), then: try body(), otherwise: try body())
    case 8: return .guard(try conditions(), otherwise: try body())
    case 9:
      return .select(
        try expression(),
        try list { (reader) throws(DamagedIndexError) in
          SwitchCase(patterns: try reader.names(), names: try reader.names(), body: try reader.body())
        })
    case 10: return .loop(try conditions(), try body())
    case 11:
      return .attempt(
        try body(), try list { (reader) throws(DamagedIndexError) in try reader.body() })
    case 12: return .defer(try body())
    case 13:
      return .conditional(
        try list { (reader) throws(DamagedIndexError) in
          ConditionalBranch(condition: try reader.text(), body: try reader.body())
        })
    default: throw DamagedIndexError()
    }
  }

  private mutating func conditions() throws(DamagedIndexError) -> [Condition] {
    try list { (reader) throws(DamagedIndexError) in
      Condition(
        names: try reader.names(), type: try reader.optionalText(), value: try reader.optionalValue(),
        isPattern: try reader.flag(), availability: try reader.optionalText(),
        pattern: try reader.optionalText())
    }
  }

  // MARK: - Expressions

  private mutating func expression() throws(DamagedIndexError) -> Expression {
    let position = try position()
    return Expression(try expressionForm(), at: position)
  }

  private mutating func expressions() throws(DamagedIndexError) -> [Expression] {
    try list { (reader) throws(DamagedIndexError) in try reader.expression() }
  }

  private mutating func arguments() throws(DamagedIndexError) -> [Argument] {
    try list { (reader) throws(DamagedIndexError) in
      Argument(
        label: try reader.optionalText(), value: try reader.expression(), isTrailing: try reader.flag())
    }
  }

  private mutating func expressionForm() throws(DamagedIndexError) -> Expression.Form {
    switch try byte() {
    case 0:
      return .text(
        try list { (reader) throws(DamagedIndexError) in
          try reader.flag() ? .string(try reader.text()) : .interpolation(try reader.expression())
        })
    case 1: return .number(try double())
    case 2: return .bool(try flag())
    case 3: return .null
    case 4: return .name(try text())
    case 5: return .member(try optionalValue(), try text())
    case 6: return .call(try expression(), try arguments())
    case 7: return .element(try expression(), try arguments())
    case 8:
      return .closure(
        Closure(parameters: try parameters(), body: try body(), at: try position(), attributes: try names()))
    case 9: return .array(try expressions())
    case 10:
      return .dictionary(
        try list { (reader) throws(DamagedIndexError) in
          (key: try reader.expression(), value: try reader.expression())
        })
    case 11: return .prefix(try text(), try expression())
    case 12: return .binary(try text(), try expression(), try expression())
    case 13: return .ternary(try expression(), try expression(), try expression())
    case 14: return .cast(try expression(), try text(), try text())
    case 15: return .attempt(try text(), try expression())
    case 16: return .await(try expression())
    case 17: return .unwrapped(try expression(), isForced: try flag())
    case 18: return .selector(try text())
    case 19: return .statement(try statement())
    case 20: return .other(try text(), try expressions())
    default: throw DamagedIndexError()
    }
  }
}
