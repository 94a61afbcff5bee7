/// The steps that a reading may take, so that no code makes it take time or memory beyond all measure.
///
/// A class, because everything that a reading asks for takes steps of the same budget.
package final class StepBudget {
  /// The most bytes of a text that is put together from others.
  package static let mostBytes = 1 << 16

  /// The number of steps at the beginning.
  package let steps: Int
  private var left: Int

  /// A budget of some steps.
  package init(_ steps: Int) {
    self.steps = steps
    left = steps
  }

  /// Whether more steps were asked for than there are.
  package var isSpent: Bool { left < 0 }

  /// Takes some steps; `false` if there are none left.
  @discardableResult package func take(_ count: Int = 1) -> Bool {
    left = max(-1, left - max(0, min(count, steps + 1)))
    return left >= 0
  }
}
