package import PolicyModel
package import PolicySyntax
package import Quantities

/// What became of a policy's text when its fixes were made.
package struct FixResult: Sendable {
  /// Which fixes may be made.
  package enum Scope: String, CaseIterable, Sendable {
    case safe, all

    /// Whether a fix is among them.
    package func allows(_ fix: Fix) -> Bool { self == .all || fix.safety == .safe }
  }

  /// A fix that was allowed, and was not made.
  package struct Unmade: Sendable {
    /// What it is for, in the text as it now is.
    package let finding: Finding
    /// The fix.
    package let fix: Fix
    /// Why it was not made: a clause about the fix, without a full stop.
    package let reason: String
  }

  /// The text with the fixes made, or as it was.
  package let source: SourceText
  /// The fixes that were made, in the order in which they were.
  package let fixes: [Fix]
  /// The allowed fixes that were not made.
  package let unmade: [Unmade]
  /// What is still found.
  package let findings: [Finding]
  /// What the text reads as.
  package let reading: PolicyReading

  /// Makes the allowed fixes, as many at once as don't overlap.
  ///
  /// Only the policy's own text changes, never a base policy's, and only for findings that count and are `selected`;
  /// `discount` may take further ones out of counting.
  package init(
    _ source: SourceText, allowing scope: Scope, on today: CalendarDate?,
    where isSelected: @escaping (Finding) -> Bool = { _ in true },
    discount: (inout [Finding], PolicyReading) -> Void = { _, _ in },
    read: (SourceText) -> PolicyReading
  ) {
    self = withoutActuallyEscaping(discount) { discount in
      withoutActuallyEscaping(read) { read in
        var engine = FixEngine(source, scope, where: isSelected) { source in
          let reading = read(source)
          var findings = Linter.findings(in: reading, on: today)
          discount(&findings, reading)
          return FixEngine.State(source: source, reading: reading, findings: findings)
        }
        engine.run()
        return FixResult(engine)
      }
    }
  }

  private init(_ engine: FixEngine) {
    (source, reading, findings) = (engine.state.source, engine.state.reading, engine.state.findings)
    (fixes, unmade) = (engine.fixes, engine.unmade)
  }
}

extension Fix {
  /// Whether it changes something, and nothing but the policy's own text.
  package var isWithinPolicy: Bool {
    !edits.isEmpty && edits.allSatisfy { $0.span.source.index == 0 }
  }
}
