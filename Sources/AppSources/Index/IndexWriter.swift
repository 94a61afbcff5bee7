internal import PolicySyntax

/// The compact binary form of a file's index. The form omits the file's path and target, so that it depends on the text only.
///
/// The form of an Objective-C file contains the tokens: libclang takes long to find tokens, while reading declarations from tokens is
/// quick. Texts are in a table, and are referred to by number. Numbers have as many bytes as they need.
struct IndexWriter {
  private(set) var bytes: [UInt8] = []
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []

  /// The compact form of an index.
  static func bytes(of index: FileIndex) -> [UInt8] {
    var writer = IndexWriter()
    if let outline = index.outline {
      writer.write(outline.tokens) { $0.write($1) }
    } else {
      writer.write(index)
    }
    var result = IndexWriter()
    result.write(writer.texts.count)
    for text in writer.texts {
      result.write(text.utf8.count)
      result.bytes += Array(text.utf8)
    }
    return result.bytes + writer.bytes
  }

  mutating func write(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    // Texts that are equal in Swift may have different bytes.
    if let number = numbers[text], texts[number].utf8.elementsEqual(text.utf8) { return write(number) }
    numbers[text] = texts.count
    write(texts.count)
    texts.append(text)
  }

  private mutating func write(_ number: Double) {
    var rest = number.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(rest & 255))
      rest >>= 8
    }
  }

  mutating func write<Element>(_ list: [Element], _ each: (inout Self, Element) -> Void) {
    write(list.count)
    for element in list { each(&self, element) }
  }

  private mutating func write<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    self.write(value != nil)
    if let value { write(&self, value) }
  }

  private mutating func write(_ texts: [String]) { write(texts) { $0.write($1) } }
  private mutating func write(_ names: Set<String>) { write(names.sorted()) }
  private mutating func write(_ text: String?) { write(text) { $0.write($1) } }
  private mutating func write(_ value: Expression?) { write(value) { $0.write($1) } }
  private mutating func write(_ body: [Statement]) { write(body) { $0.write($1) } }

  mutating func write(_ position: Position) {
    write(position.line)
    write(position.column)
  }

  // MARK: - Declarations

  private mutating func write(_ index: FileIndex) {
    write(index.isTooDeep)
    write(index.hasErrors)
    write(index.declaresSlash)
    write(index.linesWithSlashes) { $0.write($1) }
    write(index.imports) {
      $0.write($1.module)
      $0.write($1.position)
      $0.write($1.conditions)
    }
    write(index.types) {
      $0.write($1.kind.rawValue)
      $0.write($1.path)
      $0.write($1.inherited)
      $0.write($1.context)
    }
    write(index.properties) { $0.write($1) }
    write(index.functions) { $0.write($1) }
    write(index.cases) {
      $0.write($1.name)
      $0.write($1.rawValue)
      $0.write($1.index)
      $0.write($1.hasPayload)
      $0.write($1.context)
    }
    write(index.aliases) {
      $0.write($1.name)
      $0.write($1.identifiers)
      $0.write($1.type)
    }
    write(index.assignedNames)
    write(index.changedNames)
    write(index.changedMembers)
    write(index.statements)
    write(index.statementNames)
  }

  private mutating func write(_ context: DeclarationContext) {
    write(context.types)
    write(context.functions)
    write(context.conditions)
    write(context.attributes)
    write(context.modifiers)
    write(context.position)
    write(context.identifiers)
    write(context.isRequirement)
  }

  private mutating func write(_ property: Property) {
    write(property.name)
    write(property.isConstant)
    write(property.type)
    write(property.value)
    write(property.getter) { $0.write($1) }
    write(property.accessors) { $0.write($1) }
    write(property.context)
  }

  private mutating func write(_ function: Function) {
    write(function.name)
    write(function.parameters) { $0.write($1) }
    write(function.returnType)
    write(function.body)
    write(function.context)
  }

  private mutating func write(_ parameter: Parameter) {
    write(parameter.label)
    write(parameter.name)
    write(parameter.type)
    write(parameter.defaultValue)
  }

  // MARK: - Statements

  private mutating func write(_ statement: Statement) {
    write(statement.position)
    switch statement.form {
    case .expression(let value):
      bytes.append(0)
      write(value)
    case .assignment(let target, let sign, let value):
      bytes.append(1)
      write(target)
      write(sign)
      write(value)
    case .variable(let variable):
      bytes.append(2)
      write(variable.names)
      write(variable.isPattern)
      write(variable.isConstant)
      write(variable.type)
      write(variable.value)
      write(variable.getter) { $0.write($1) }
    case .function(let function):
      bytes.append(3)
      write(function)
    case .return(let value):
      bytes.append(4)
      write(value)
    case .throw(let value):
      bytes.append(5)
      write(value)
    case .jump: bytes.append(6)
    case .branch(let conditions, let then, let otherwise):
      bytes.append(7)
      write(conditions) { $0.write($1) }
      write(then)
      write(otherwise)
    case .guard(let conditions, let otherwise):
      bytes.append(8)
      write(conditions) { $0.write($1) }
      write(otherwise)
    case .select(let subject, let cases):
      bytes.append(9)
      write(subject)
      write(cases) {
        $0.write($1.patterns)
        $0.write($1.names)
        $0.write($1.body)
      }
    case .loop(let heads, let body):
      bytes.append(10)
      write(heads) { $0.write($1) }
      write(body)
    case .attempt(let body, let catches):
      bytes.append(11)
      write(body)
      write(catches) { $0.write($1) }
    case .defer(let body):
      bytes.append(12)
      write(body)
    case .conditional(let branches):
      bytes.append(13)
      write(branches) {
        $0.write($1.condition)
        $0.write($1.body)
      }
    }
  }

  private mutating func write(_ condition: Condition) {
    write(condition.names)
    write(condition.type)
    write(condition.value)
    write(condition.isPattern)
    write(condition.availability)
    write(condition.pattern)
  }

  // MARK: - Expressions

  private mutating func write(_ expression: Expression) {
    write(expression.position)
    switch expression.form {
    case .text(let parts):
      bytes.append(0)
      write(parts) { writer, part in
        switch part {
        case .string(let text):
          writer.write(true)
          writer.write(text)
        case .interpolation(let value):
          writer.write(false)
          writer.write(value)
        }
      }
    case .number(let number):
      bytes.append(1)
      write(number)
    case .bool(let isTrue):
      bytes.append(2)
      write(isTrue)
    case .null: bytes.append(3)
    case .name(let name):
      bytes.append(4)
      write(name)
    case .member(let base, let name):
      bytes.append(5)
      write(base)
      write(name)
    case .call(let callee, let arguments):
      bytes.append(6)
      write(callee)
      write(arguments) { $0.write($1) }
    case .element(let base, let arguments):
      bytes.append(7)
      write(base)
      write(arguments) { $0.write($1) }
    case .closure(let closure):
      bytes.append(8)
      write(closure.parameters) { $0.write($1) }
      write(closure.body)
      write(closure.position)
      write(closure.attributes)
    case .array(let elements):
      bytes.append(9)
      write(elements) { $0.write($1) }
    case .dictionary(let entries):
      bytes.append(10)
      write(entries) {
        $0.write($1.key)
        $0.write($1.value)
      }
    case .prefix(let sign, let inner):
      bytes.append(11)
      write(sign)
      write(inner)
    case .binary(let sign, let left, let right):
      bytes.append(12)
      write(sign)
      write(left)
      write(right)
    case .ternary(let condition, let first, let second):
      bytes.append(13)
      write(condition)
      write(first)
      write(second)
    case .cast(let inner, let word, let type):
      bytes.append(14)
      write(inner)
      write(word)
      write(type)
    case .attempt(let word, let inner):
      bytes.append(15)
      write(word)
      write(inner)
    case .await(let inner):
      bytes.append(16)
      write(inner)
    case .unwrapped(let inner, let isForced):
      bytes.append(17)
      write(inner)
      write(isForced)
    case .selector(let name):
      bytes.append(18)
      write(name)
    case .statement(let statement):
      bytes.append(19)
      write(statement)
    case .other(let text, let inner):
      bytes.append(20)
      write(text)
      write(inner) { $0.write($1) }
    }
  }

  private mutating func write(_ argument: Argument) {
    write(argument.label)
    write(argument.value)
    write(argument.isTrailing)
  }
}
