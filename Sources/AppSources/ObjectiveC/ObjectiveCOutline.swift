internal import PolicySyntax

/// The declarations of a file of Objective-C, with bodies that are not read yet.
///
/// Whether `view.frame` is a property or calls a method depends on the declarations of other files. So bodies are read when all
/// outlines are known.
final class ObjectiveCOutline: Sendable {
  /// A method, a function or a macro with parameters.
  struct Callable: Sendable {
    /// The parts of a method's selector, or the name of a function.
    let selector: String
    let parameters: [(name: String, type: ArraySlice<CToken>)]
    let returnType: ArraySlice<CToken>
    /// The tokens between the braces; `nil` for a declaration.
    let body: Range<Int>?
    let context: DeclarationContext
    var isMethod = true
  }

  /// A variable of the file or of a class, or a property.
  struct Variable: Sendable {
    let name: String
    let type: ArraySlice<CToken>
    let isConstant: Bool
    /// The tokens of the initial value; empty without an initial value.
    let value: Range<Int>
    let isProperty: Bool
    let context: DeclarationContext
  }

  /// A macro that a file defines with `#define`.
  struct Macro: Sendable {
    let name: String
    /// The names of the parameters; `nil` for a macro without parameters.
    let parameters: [String]?
    let body: [CToken]
    let context: DeclarationContext
  }

  let tokens: [CToken]
  let callables: [Callable]
  let variables: [Variable]
  let macros: [Macro]
  /// The types that `typedef` gives names.
  let aliases: [(name: String, type: ArraySlice<CToken>)]
  /// The classes whose `@interface` the file contains.
  let interfaces: Set<String>
  /// The names that the file defines or undefines.
  let definitions: Set<String>
  /// The indexes of the braces that open a body without an end.
  let openBodies: [Int]

  init(
    tokens: [CToken], callables: [Callable], variables: [Variable], macros: [Macro],
    aliases: [(name: String, type: ArraySlice<CToken>)], interfaces: Set<String>,
    definitions: Set<String>, openBodies: [Int]
  ) {
    self.tokens = tokens
    self.callables = callables
    self.variables = variables
    self.macros = macros
    self.aliases = aliases
    self.interfaces = interfaces
    self.definitions = definitions
    self.openBodies = openBodies
  }
}
