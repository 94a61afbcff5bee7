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
    /// The finding that the fix would resolve, in the resulting text.
    package let finding: Finding
    /// The fix that was not applied. A finding may offer several fixes.
    package let fix: Fix
    /// The reason why the fix was not applied: a clause about the fix, without a full stop.
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

  /// Applies the allowed fixes. Fixes that don't overlap are applied together.
  ///
  /// Only findings that count and are selected are fixed, and only the policy's own text is changed, not its
  /// base policies. `discount` may suppress further findings.
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
  /// Whether the fix changes only the policy's own text.
  package var isWithinPolicy: Bool {
    !edits.isEmpty && edits.allSatisfy { $0.span.source.index == 0 }
  }
}
