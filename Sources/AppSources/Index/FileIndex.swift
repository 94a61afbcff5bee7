package import AppFacts
internal import PolicySyntax

/// Everything in a file that facts depend on, without the syntax tree.
package struct FileIndex: Sendable {
  /// The path, relative to the folder that is read.
  package let path: String
  /// The name of the target that compiles the file; `nil` if the target is not known.
  package let target: String?
  /// Whether the file belongs to tests alone.
  package var isTest: Bool
  /// The modules that the file imports.
  var imports: [Import] = []
  /// The types that the file declares, and its extensions.
  var types: [TypeDeclaration] = []
  /// The properties of the file's types, and the file's global variables.
  var properties: [Property] = []
  /// The functions, methods, initializers and subscripts.
  var functions: [Function] = []
  /// The cases of the file's enumerations.
  var cases: [EnumCase] = []
  /// The type aliases and associated types.
  var aliases: [TypeAlias] = []
  /// The names that the file assigns to, without the base: `x` for `a.x = 1`.
  var assignedNames: Set<String> = []
  /// The names of variables that change without an assignment: passed as `&x`, bound as `$x`, changed through a key path, or by a method
  /// such as `x.toggle()`.
  var changedNames: Set<String> = []
  /// The names in `assignedNames` and `changedNames` that are members of an object: `x` for `a.x = 1`, and for `x = 1` in a type.
  var changedMembers: Set<String> = []
  /// Statements outside of all declarations, such as the statements of `main.swift`.
  var statements: [Statement] = []
  /// Every identifier in `statements`.
  var statementNames: Set<String> = []
  /// Whether the file declares an operator with a slash that stands before or after its operand.
  var declaresSlash = false
  /// The lines with expressions between slashes, which are read as regular expressions.
  var linesWithSlashes: [Int] = []
  /// Whether a part of the file is nested so deeply that the index omits the part.
  package var isTooDeep = false
  /// Whether the text has parts that the parser of Swift does not know.
  package var hasErrors = false
  /// The reason why the file was not read; `nil` if the file was read.
  package var refusal: SourceLimitError?
  /// The files that the file includes, in the order of the text.
  package var includes: [Include] = []
  /// The files that macros of the file name, as in `#define FEED "Feed.h"`. They are the files that `#include FEED` may include.
  package var filesOfMacros: [String: [Include]] = [:]
  /// Whether the file was understood as text of its language.
  package var isRead = true
  /// The standards of C and C++ by which the text has other tokens than the tokens that were read, and the
  /// first line with such a token.
  package var otherDialects: (dialects: CodeDialects, line: Int) = ([], 0)
  /// The lines with code that was not read, with reasons.
  var unreadLines: [(line: Int, reason: String)] = []
  /// The declarations of Objective-C, whose bodies are read when all files are known; `nil` for Swift.
  var outline: ObjectiveCOutline?

  /// The modules that the file imports.
  package var importedModules: Set<String> { Set(imports.map(\.module)) }

  /// Whether the file imports a module.
  func hasImport(of module: String) -> Bool { imports.contains { $0.module == module } }
}

/// An `#include` or `#import`.
package struct Include: Sendable {
  /// The name as written, such as `Feed.h` and `Kit/Kit.h`; `nil` for a name that a macro computes.
  package let name: String?
  /// The macro that computes the name; `nil` for a name that is written.
  package let macro: String?
  /// Whether the name is in quotation marks, so that the folder of the file counts.
  package let isQuoted: Bool
  /// Whether the include is inside of a type or a body. The parts of the included file can't be read by themselves then.
  package let isInside: Bool
  /// The line of the directive, from 1.
  package let line: Int
}

/// An import of a module.
struct Import: Sendable {
  let module: String
  let position: Position
  let conditions: [String]
}

/// The surroundings of a declaration, and whether code outside of the app's sources may use the declaration.
struct DeclarationContext: Sendable {
  /// The names of the enclosing types, outermost first.
  var types: [String] = []
  /// The names of the enclosing functions, outermost first.
  var functions: [String] = []
  /// The enclosing compilation conditions, outermost first.
  var conditions: [String] = []
  var attributes: [String] = []
  var modifiers: [String] = []
  let position: Position
  /// Every identifier in the declaration, that is, the name of everything that the declaration may refer to.
  var identifiers: Set<String> = []
  /// Whether the declaration is in a protocol.
  var isRequirement = false

  var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

  /// The attributes of the type at which a program begins.
  private static let attributesOfMain: Set<String> = ["main", "UIApplicationMain", "NSApplicationMain"]

  /// Whether the program begins at the declaration.
  var isMain: Bool { !Self.attributesOfMain.isDisjoint(with: attributes) }

  /// Whether code outside of the sources may refer to the declaration: Objective-C, a superclass, another module.
  var isExposed: Bool {
    isRequirement || isMain || modifiers.contains { ["override", "public", "open", "required"].contains($0) }
      || attributes.contains {
        // An attribute with an underscore may let other languages, or the linker, use the declaration.
        $0.hasPrefix("_")
          || [
            "objc", "IBAction", "IBOutlet", "IBSegueAction", "IBInspectable", "GKInspectable",
            "NSManaged", "Test", "objcMembers", "c", "section", "used",
          ].contains($0)
      }
  }
}

/// A type, or an extension of a type.
struct TypeDeclaration: Sendable {
  /// The kinds of declarations.
  enum Kind: String, Sendable { case `class`, `struct`, `enum`, actor, `protocol`, `extension` }

  let kind: Kind
  /// The path of the type's name, such as `["Constants", "Tasks"]`.
  let path: [String]
  /// The superclass and protocols as written.
  let inherited: [String]
  let context: DeclarationContext

  var name: String { path.joined(separator: ".") }
}

/// A property of a type, or a global variable.
struct Property: Sendable {
  let name: String
  let isConstant: Bool
  /// The type as written.
  let type: String?
  let value: Expression?
  let getter: [Statement]?
  /// The bodies of setters and observers.
  let accessors: [[Statement]]
  let context: DeclarationContext

  var isLazy: Bool { context.modifiers.contains("lazy") }

  /// Whether a property wrapper, such as `@AppStorage`, may decide the property's value.
  var isWrapped: Bool {
    context.attributes.contains {
      $0.first?.isUppercase ?? false
        && !["IBOutlet", "MainActor", "NSCopying", "Published", "State"].contains($0)
    }
  }
}

/// A function, method, initializer (`init`), deinitializer or subscript.
final class Function: Sendable {
  let name: String
  let parameters: [Parameter]
  let returnType: String?
  /// Whether the function returns a value, as far as its type is written.
  var hasResult: Bool { !["Void", "()", "void"].contains(returnType ?? "Void") }
  let body: [Statement]
  let context: DeclarationContext
  /// The name at calls in Swift, if Objective-C declares the function and the name differs.
  let nameInSwift: String?

  init(
    name: String, parameters: [Parameter], returnType: String?, body: [Statement],
    context: DeclarationContext, nameInSwift: String? = nil
  ) {
    self.name = name
    self.nameInSwift = nameInSwift
    self.parameters = parameters
    self.returnType = returnType
    self.body = body
    self.context = context
  }

  /// The name with its labels, such as `application(_:didFinishLaunchingWithOptions:)`.
  var fullName: String {
    "\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))"
  }
}

/// A type alias or an associated type, whose name stands for other names.
struct TypeAlias: Sendable {
  let name: String
  /// Every identifier in the declaration.
  let identifiers: Set<String>
  /// The type that the name stands for, as written; `nil` for an associated type.
  let type: String?
}

/// A case of an enumeration.
struct EnumCase: Sendable {
  let name: String
  let rawValue: Expression?
  /// The number of cases that the declaration has before this case.
  let index: Int
  let hasPayload: Bool
  let context: DeclarationContext
}
