internal import AppFacts

// The state of the task at a place of the code.
extension CompletionAnalysis {
  /// A completion that happens whenever its code runs.
  struct CertainCompletion {
    let location: FactLocation
    /// Whether the completion is in a closure, which may run later.
    var isInClosure = false
  }

  /// The state of the task at a place, over all ways that lead to the place.
  struct State {
    /// Whether some way to the place has completed the task.
    var isDone = false
    /// The places at which the paths to this place begin that have not completed the task; empty if all paths have completed the task.
    var pending: [FactLocation] = []
    /// Whether work still runs that one of the pending paths has started.
    var isWorking = false
    /// The place of a completion on some way to the place; `nil` if the code after the completion may depend on the same condition.
    var completion: FactLocation?

    /// Whether no way leads to the place.
    var isUnreachable: Bool { !isDone && pending.isEmpty }

    static let unreachable = State()

    /// The state at a place where two paths join.
    func joined(_ other: State) -> State {
      State(
        isDone: isDone || other.isDone, pending: pending + other.pending.filter { !pending.contains($0) },
        isWorking: isWorking || other.isWorking, completion: completion ?? other.completion)
    }

    /// The state at the beginning of a branch: the pending ways now begin at the branch.
    func entering(_ place: FactLocation?) -> State {
      guard let place, !pending.isEmpty else { return self }
      var state = self
      state.pending = [place]
      return state
    }

    /// The state after the task is completed; `place` is the place of the completion, if the completion has happened.
    func completed(at place: FactLocation? = nil) -> State {
      isUnreachable ? self : State(isDone: true, completion: place)
    }
  }
}

extension CompletionAnalysis {
  /// The entries of facts for a completion before the work is done.
  var earlyEntries: [FactEntry] {
    let early = early ?? repeated?.first
    return (early.map { [FactEntry(.completesAtOnce, true, at: $0)] } ?? [])
      + (repeated.map { [FactEntry(.completesAgain, true, at: $0.second)] } ?? [])
  }
}
