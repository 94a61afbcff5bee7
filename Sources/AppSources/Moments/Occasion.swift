internal import AppFacts

/// A moment at which code runs, and the launch handler to which the code belongs.
struct Occasion: Hashable {
  let moment: Moment
  /// The call that registers the launch handler, or passes the handler to the app's own function that registers it; `nil` at other moments,
  /// and if no registration has the handler.
  var handler: ObjectIdentifier?
  /// Whether the moment rests on the names of a function or argument of another module.
  var isGuess = false
}

/// When inner code runs, relative to the code around it. The stage decides the moment of the inner code.
struct Stage: Hashable {
  /// Whether the enclosing code waits for something before the inner code runs.
  var isLater = false
  /// Whether work has failed before the inner code runs.
  var hasFailed = false
  /// Whether the enclosing code has returned before the inner code runs.
  var isDeferred = false
  /// Whether the enclosing code has probably returned before the inner code runs, by the names of a function or argument of another module.
  var isProbablyDeferred = false

  /// The occasions of inner code at this stage, from the occasions of the code around it.
  func occasions(of all: Set<Occasion>) -> Set<Occasion> {
    guard isLater || hasFailed || isDeferred || isProbablyDeferred else { return all }
    return Set(
      all.map { one in
        switch one.moment {
        case .launch where isDeferred: Occasion(moment: .afterLaunch)
        case .launch where isProbablyDeferred: Occasion(moment: .afterLaunch, isGuess: true)
        case .afterLaunch where isDeferred: Occasion(moment: .afterLaunch)
        case .handlerStart where isLater || hasFailed:
          Occasion(moment: hasFailed ? .failure : .handlerEnd, handler: one.handler)
        case .handlerEnd where hasFailed: Occasion(moment: .failure, handler: one.handler)
        default: one
        }
      })
  }

  /// The stage relative to the outer code, if the code around this stage is itself at a stage of the outer code.
  func within(_ outer: Stage) -> Stage {
    Stage(
      isLater: isLater || outer.isLater, hasFailed: hasFailed || outer.hasFailed,
      isDeferred: isDeferred || outer.isDeferred,
      isProbablyDeferred: isProbablyDeferred || outer.isProbablyDeferred)
  }
}

/// The beginning of a way to code: known occasions, or a body with a stage, if the code runs whenever the body runs.
enum Origin: Hashable {
  case known(Set<Occasion>)
  case body(Body, Stage)

  static func == (left: Origin, right: Origin) -> Bool {
    switch (left, right) {
    case (.known(let one), .known(let other)): one == other
    case (.body(let body, let stage), .body(let other, let otherStage)): body === other && stage == otherStage
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .known(let occasions): hasher.combine(occasions)
    case .body(let body, let stage):
      hasher.combine(ObjectIdentifier(body))
      hasher.combine(stage)
    }
  }

  /// The origin of inner code at a stage of the code with this origin.
  func inside(_ stage: Stage) -> Origin {
    switch self {
    case .known(let occasions): .known(stage.occasions(of: occasions))
    case .body(let body, let outer): .body(body, stage.within(outer))
    }
  }
}
