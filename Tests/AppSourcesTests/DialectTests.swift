import AppFacts
import AppSources
import Testing

/// Texts that standards of C and C++ read as other tokens.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct DialectTests {
  private static func index(_ text: String, _ path: String) -> FileIndex {
    CodeReader.index(SourceFile(path: path, text: text))
  }

  /// Texts, each with the standards by which a text has other tokens than by the standard that is read.
  static let texts: [(path: String, text: String, others: CodeDialects)] = [
    ("a.m", "int a = 1'000;", [.c23, .cxx20]),
    ("a.mm", "int a = 1'000;", [.c89, .c17, .cxx98, .cxx11]),
    ("a.h", "int a = 1\\\n'000;", [.c89, .c17, .cxx98, .cxx11]),
    ("a.m", "#define A 1'2", [.c23, .cxx20]),
    ("a.m", "a = R\"x(b)x\";", [.c17, .c23, .cxx11, .cxx20]),
    ("a.m", "a = u8R\"x(b)x\";", [.c17, .c23, .cxx11, .cxx20]),
    ("a.mm", "a = R\"x(b)x\";", [.c89, .c17, .c23, .cxx98]),
    ("a.h", "a = R\"x(b)x\";", [.c89, .c17, .c23, .cxx98]),
    ("a.m", "int a = 1 //* b */\n;", [.c89]),
    ("a.m", "//*****\nint a;\n//*****", [.c89]),
    ("a.mm", "//*****\nint a;\n//*****", [.c89]),
    ("a.m", "int a<:1:>;", [.c89]),
    ("a.mm", "a<::b> c;", [.c17, .c23, .cxx98]),
    ("a.m", "a = @\"b\"_c;", [.cxx11, .cxx20]),
    ("a.mm", "a = \"b\"_c;", [.c89, .c17, .c23, .cxx98]),
  ]

  @Test(arguments: texts) func otherStandardsAreFound(_ path: String, text: String, others: CodeDialects) {
    #expect(Self.index(text, path).otherDialects.dialects == others, "\(path): \(text)")
  }

  /// Texts that all standards read alike.
  @Test(arguments: [
    "NSString *a = @\"don't\"; // don't, 5'10\n/* it's */", "char a = 'a', b = '1';", "a::b c; d = e->*f;",
    "int a[] = {1, 2};", "NSLog(@\"iOS 8\", \"%\"PRIu64);", "// 2 * 3 //\nint a = 4 / 2;",
    "#if 0\ndon't\n#endif", "[a b:c ? d :e];",
  ])
  func plainTextsHaveNoOthers(_ text: String) {
    for path in ["a.m", "a.mm", "a.h"] {
      #expect(Self.index(text, path).otherDialects.dialects == [], "\(path)")
    }
  }

  /// The index of the cache has the same standards.
  @Test(arguments: texts) func keptIndexesHaveThem(_ path: String, text: String, others: CodeDialects) throws
  {
    let file = SourceFile(path: path, text: text)
    let kept = CodeReader.index(CodeReader.bytes(of: CodeReader.index(file)), of: file)
    #expect(try #require(kept).otherDialects.dialects == others)
  }

  /// The first line with another token.
  @Test func lineIsThatOfTheDifference() {
    #expect(Self.index("int a;\nint b = 1'000;\nint c = 2'000;", "a.m").otherDialects.line == 2)
  }

  // MARK: - Conditions

  /// Conditions with `true`, by the language, and whether their branches are in a release; `nil` for branches that may be.
  @Test(arguments: [
    ("a.m", "#if true", true), ("a.m", "#if !true", true), ("a.m", "#if true\n#else", true),
    ("a.m", "#if 0\n#elif true", true), ("a.m", "#if false", false), ("a.h", "#if !true", true),
    ("a.mm", "#if true", true), ("a.mm", "#if !true", false), ("a.mm", "#if true\n#else", false),
    ("a.m", "#if defined(true)", true), ("a.m", "#ifndef true", true), ("a.m", "#if !defined true", true),
  ])
  func truthIsOpenInC(_ path: String, condition: String, isReleased: Bool) {
    let text = """
      \(condition)
      @implementation More
      + (void)load { [[BGProcessingTaskRequest alloc] initWithIdentifier:@"com.example.more"]; }
      @end
      #endif
      """
    let facts = CodeReader.facts(of: [Self.index(text, path)]).filter { $0.kind == .taskRequest }
    #expect(facts.contains(where: ReleaseApp.isReleased) == isReleased)
  }
}
