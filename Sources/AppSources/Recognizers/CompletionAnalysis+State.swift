internal import AppFacts

extension CompletionAnalysis {
  /// The states that the code can be in at a place.
  struct State {
    /// Whether some way to the place has completed the task.
    var isDone = false
    /// The places at which the ways to the place began that have not; empty if all have.
    var pending: [FactLocation] = []
    /// Whether work goes on that one of these ways has started.
    var isWorking = false

    /// Whether no way leads to the place.
    var isUnreachable: Bool { !isDone && pending.isEmpty }

    static let unreachable = State()

    /// The states at a place to which both ways lead.
    func joined(_ other: State) -> State {
      State(
        isDone: isDone || other.isDone, pending: pending + other.pending.filter { !pending.contains($0) },
        isWorking: isWorking || other.isWorking)
    }

    /// The state at the beginning of a branch, at which its way begins.
    func entering(_ place: FactLocation?) -> State {
      guard let place, !pending.isEmpty else { return self }
      var state = self
      state.pending = [place]
      return state
    }

    /// The state when the task is completed.
    var completed: State { isUnreachable ? self : State(isDone: true) }
  }
}
