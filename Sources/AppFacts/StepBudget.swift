/// The steps that a reading may take, so that no input makes the reading take excessive time or memory.
///
/// A class, because all parts of a reading take steps from the same budget.
package final class StepBudget {
  /// The maximum number of bytes of a text that is put together from other texts.
  package static let mostBytes = 1 << 16

  /// The number of steps at the start.
  package let steps: Int
  private var left: Int

  /// A budget with a number of steps.
  package init(_ steps: Int) {
    self.steps = steps
    left = steps
  }

  /// Whether a caller asked for more steps than were left.
  package var isSpent: Bool { left < 0 }

  /// Takes steps from the budget; returns `false` if not enough steps are left.
  @discardableResult package func take(_ count: Int = 1) -> Bool {
    left = max(-1, left - max(0, min(count, steps + 1)))
    return left >= 0
  }
}
