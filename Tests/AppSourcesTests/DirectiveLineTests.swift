import AppFacts
import AppSources
import Testing

/// The lines of the preprocessor's directives, in each form that a compiler reads.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct DirectiveLineTests {
  private static func index(_ start: String) -> FileIndex {
    CodeReader.index(
      SourceFile(
        path: "More.m",
        text: """
          \(start)
          @implementation More
          + (void)load {
            [[BGProcessingTaskRequest alloc] initWithIdentifier:@"com.example.more"];
          }
          @end
          #endif
          """))
  }

  /// Lines that begin a branch that is compiled.
  @Test(arguments: [
    "#if 0\n#else", "#if 0\n%:else", "#if 0\n#\\\nelse", "#if 0\n#\\ \t\nelse", "#if 0\n#e\\ \nlse",
    "#if 0\n#e\\\r\nlse", "#if 0\n/**/ # /**/ else", "#if 0\n/*\n*/#else", "#if 0\r#else\r",
    "#if 0\r#\\\relse",
    "#if 1 /*\n*/ #else", "#if 1 // \\\n#else", "#if 1 // \\ \n#else",
  ])
  func branchIsRead(_ start: String) {
    let facts = CodeReader.facts(of: [Self.index(start)]).filter { $0.kind == .taskRequest }
    #expect(facts.map(ReleaseApp.isReleased) == [true])
  }

  @Test(arguments: [
    "#if 0", "#if 1\n#else", "#if 1\n#\\ \nelse", "#if 1 /*\n*/\n#else",
  ])
  func branchThatIsNotCompiledIsLeftOut(_ start: String) {
    #expect(CodeReader.facts(of: [Self.index(start)]).isEmpty)
  }

  /// Definitions of constants, which the conditions of the reader know by their names.
  @Test(arguments: [
    ("#define false 1", true), ("#define true 0", true), ("#define false !0", true),
    ("#define true 1", false),
    ("#define false 0", false), ("#undef true", false), ("#define TARGET_OS_MAC 0", true),
  ])
  func changedConstantsAreRefused(_ definition: String, isRefused: Bool) {
    #expect((Self.index("\(definition)\n#if false").refusal != nil) == isRefused)
  }

  /// Code and texts that standards of C with trigraphs read differently, and code that all standards read
  /// alike.
  @Test(arguments: [
    ("#if 0\n??=else", true), ("#if 0\n#??/\nelse", true), ("// ??/\n#if 1", true), ("#if a ??! b", true),
    ("#if 1\nint a??(1??);", true), ("#if 1\nid a = @\"What??!\"; // Why??)", false),
    ("#if 1\nint a = 1 ? ? 2 : 3;", false),
  ])
  func trigraphsAreRefused(_ start: String, isRefused: Bool) {
    #expect((Self.index(start).refusal != nil) == isRefused)
  }
}
