/// The standards of C and C++ that a compiler may read a file by, as far as they find other tokens in a text.
package struct CodeDialects: OptionSet, Hashable, Sendable {
  /// A bit for each standard.
  package let rawValue: UInt8

  /// The standards whose bits are set.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// C89, in which `//*` is a sign and the beginning of a comment, and in which brackets have no other spellings.
  package static let c89 = CodeDialects(rawValue: 1)
  /// C99 to C17, and C89 of GNU.
  package static let c17 = CodeDialects(rawValue: 2)
  /// C23, in which numbers have apostrophes.
  package static let c23 = CodeDialects(rawValue: 4)
  /// C++98 and C++03.
  package static let cxx98 = CodeDialects(rawValue: 8)
  /// C++11, in which texts may be raw.
  package static let cxx11 = CodeDialects(rawValue: 16)
  /// C++14 and later, in which numbers have apostrophes.
  package static let cxx20 = CodeDialects(rawValue: 32)

  /// All standards of C.
  package static let c: CodeDialects = [.c89, .c17, .c23]
  /// All standards of C++.
  package static let cxx: CodeDialects = [.cxx98, .cxx11, .cxx20]
  /// The standards that versions of Apple's compiler use if no setting names a standard.
  package static let unstated: CodeDialects = [.c17, .c23, .cxx98, .cxx11, .cxx20]

  /// The standards, each by itself.
  package static let all: [CodeDialects] = [.c89, .c17, .c23, .cxx98, .cxx11, .cxx20]

  /// The standard with a name of the option `-std`, such as `gnu17` and `c++20`; `nil` for a name that is not known.
  package init?(standard: String) {
    guard let dialect = Self.byName[standard] else { return nil }
    self = dialect
  }

  private static let byName: [String: CodeDialects] = {
    let names: [(CodeDialects, String)] = [
      (.c89, "ansi c89 c90 iso9899:1990"),
      (
        .c17,
        "gnu89 gnu90 iso9899:199409 c94 c99 c9x gnu99 gnu9x iso9899:1999 iso9899:199x c11 c1x gnu11 gnu1x iso9899:2011 iso9899:201x c17 c18 gnu17 gnu18 iso9899:2017 iso9899:2018"
      ),
      (.c23, "c23 c2x gnu23 gnu2x iso9899:2024 c2y gnu2y"),
      (.cxx98, "c++98 c++03 gnu++98 gnu++03"),
      (.cxx11, "c++11 c++0x gnu++11 gnu++0x"),
      (
        .cxx20,
        "c++14 c++1y gnu++14 gnu++1y c++17 c++1z gnu++17 gnu++1z c++20 c++2a gnu++20 gnu++2a c++23 c++2b gnu++23 gnu++2b c++26 c++2c gnu++26 gnu++2c"
      ),
    ]
    return names.reduce(into: [:]) { result, entry in
      for name in entry.1.split(separator: " ") { result[String(name)] = entry.0 }
    }
  }()
}
