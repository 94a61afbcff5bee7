package import PolicyModel
package import PolicySyntax
package import Quantities

/// The result of applying fixes to the text of a policy.
package struct FixResult: Sendable {
  /// The fixes that may be applied.
  package enum Scope: String, CaseIterable, Sendable {
    case safe, all

    /// Whether a fix may be applied.
    package func allows(_ fix: Fix) -> Bool {
      switch fix.safety {
      case .safe: true
      case .unsafe: self == .all
      case .displayOnly: false
      }
    }
  }

  /// A fix that was allowed, but not applied.
  package struct Unmade: Sendable {
    /// The finding that it would fix, in the resulting text.
    package let finding: Finding
    /// The fix that was left out, one of those that the finding offers.
    package let fix: Fix
    /// The reason that it was not applied: a clause about the fix, without a full stop.
    package let reason: String
  }

  /// The resulting text.
  package let source: SourceText
  /// The applied fixes, in order.
  package let fixes: [Fix]
  /// The allowed fixes that were not applied.
  package let unmade: [Unmade]
  /// The findings that remain.
  package let findings: [Finding]
  /// The reading of the resulting text.
  package let reading: PolicyReading

  /// Applies the allowed fixes, as many at once as don't overlap.
  ///
  /// Changes only the policy's own text, never a base policy's, and only for findings that count and are selected;
  /// `discount` may suppress further findings.
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
  /// Whether it changes the policy's own text, and nothing else.
  package var isWithinPolicy: Bool {
    !edits.isEmpty && edits.allSatisfy { $0.span.source.index == 0 }
  }
}
