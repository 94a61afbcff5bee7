#if OBJECTIVE_C
  internal import AppFacts
  internal import CClang

  /// The lexer of libclang.
  ///
  /// Only the lexer is used: without Apple's headers, which are on no machine but a Mac, libclang's syntax tree consists of errors.
  enum ClangLexer {
    /// Hides the text from the parser, so that the parser takes no time and reports no errors about code that it can't understand.
    private static let prefix = Array("#if 0\n".utf8)
    private static let name = "source.mm"

    /// The tokens of a text by a standard of C or C++; `nil` if libclang can't read the text.
    static func tokens(of bytes: [UInt8], _ dialect: CodeDialects) -> [RawToken]? {
      guard bytes.count < 1 << 30, !bytes.contains(0) else { return nil }
      let index = clang_createIndex(0, 0)
      defer { clang_disposeIndex(index) }
      return (prefix + bytes).withUnsafeBytes { content -> [RawToken]? in
        name.withCString { name in
          guard let unit = unit(of: content, named: name, dialect, index) else { return nil }
          defer { clang_disposeTranslationUnit(unit) }
          guard let file = clang_getFile(unit, name) else { return nil }
          let range = clang_getRange(
            clang_getLocationForOffset(unit, file, UInt32(prefix.count)),
            clang_getLocationForOffset(unit, file, UInt32(content.count)))
          var tokens: UnsafeMutablePointer<CXToken>?
          var count: UInt32 = 0
          clang_tokenize(unit, range, &tokens, &count)
          guard let tokens else { return [] }
          defer { clang_disposeTokens(unit, tokens, count) }
          return (0..<Int(count)).compactMap { token(tokens[$0], in: unit, content) }
        }
      }
    }

    private static func unit(
      of content: UnsafeRawBufferPointer, named name: UnsafePointer<CChar>, _ dialect: CodeDialects,
      _ index: CXIndex?
    ) -> CXTranslationUnit? {
      var file = CXUnsavedFile(
        Filename: name, Contents: content.baseAddress?.assumingMemoryBound(to: CChar.self),
        Length: UInt(content.count))
      var unit: CXTranslationUnit?
      let language = dialect.isSubset(of: .cxx) ? "-xobjective-c++" : "-xobjective-c"
      let result = language.withCString { language in
        standard(of: dialect).withCString { standard in
          // Trigraphs are refused before anything is read.
          "-fno-trigraphs".withCString { trigraphs in
            [language, standard, trigraphs].withUnsafeBufferPointer {
              clang_parseTranslationUnit2(
                index, name, $0.baseAddress, 3, &file, 1, CXTranslationUnit_SingleFileParse.rawValue, &unit)
            }
          }
        }
      }
      return result == CXError_Success ? unit : nil
    }

    /// The option for a standard. The standards of GNU have raw texts in C with some versions of the compiler only.
    private static func standard(of dialect: CodeDialects) -> String {
      switch dialect {
      case .c89: "-std=c89"
      case .c17: "-std=c17"
      case .c23: "-std=c2x"
      case .cxx98: "-std=c++98"
      case .cxx11: "-std=c++11"
      default: "-std=c++20"
      }
    }

    private static func token(_ token: CXToken, in unit: CXTranslationUnit, _ content: UnsafeRawBufferPointer)
      -> RawToken?
    {
      let extent = clang_getTokenExtent(unit, token)
      var start: UInt32 = 0
      var end: UInt32 = 0
      clang_getFileLocation(clang_getRangeStart(extent), nil, nil, nil, &start)
      clang_getFileLocation(clang_getRangeEnd(extent), nil, nil, nil, &end)
      guard start >= prefix.count, end > start, end <= content.count else { return nil }
      let kind = clang_getTokenKind(token)
      return RawToken(
        kind: form(of: kind, content[Int(start)..<Int(end)]), isComment: kind == CXToken_Comment,
        range: (Int(start) - prefix.count)..<(Int(end) - prefix.count))
    }

    private static func form(of kind: CXTokenKind, _ bytes: Slice<UnsafeRawBufferPointer>) -> CToken.Kind {
      switch kind {
      case CXToken_Keyword, CXToken_Identifier: .word
      case CXToken_Literal:
        switch bytes.last {
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "'"): .character
        default: .number
        }
      default: .sign
      }
    }
  }
#endif
