internal import AppFacts

/// A moment at which code runs, and the launch handler that it belongs to.
struct Occasion: Hashable {
  let moment: Moment
  /// The call that registers the launch handler, or hands it to the app's own function that registers it; `nil` at other moments,
  /// and if the handler is not that of a registration.
  var handler: ObjectIdentifier?
}

/// The part of code in which other code runs, which decides the moment of the other code.
struct Stage: Hashable {
  /// Whether the code around waits for something first.
  var isLater = false
  /// Whether work has failed before.
  var hasFailed = false
  /// Whether the code around has returned before.
  var isDeferred = false

  /// The occasions of code in this part of code that runs on some occasions.
  func occasions(of all: Set<Occasion>) -> Set<Occasion> {
    guard isLater || hasFailed || isDeferred else { return all }
    return Set(
      all.map { one in
        switch one.moment {
        case .launch where isDeferred: Occasion(moment: .afterLaunch)
        case .handlerStart where isLater || hasFailed:
          Occasion(moment: hasFailed ? .failure : .handlerEnd, handler: one.handler)
        case .handlerEnd where hasFailed: Occasion(moment: .failure, handler: one.handler)
        default: one
        }
      })
  }

  /// The part of code in which this part is, in another part of the code around.
  func within(_ outer: Stage) -> Stage {
    Stage(
      isLater: isLater || outer.isLater, hasFailed: hasFailed || outer.hasFailed,
      isDeferred: isDeferred || outer.isDeferred)
  }
}

/// The beginning of a way to code: known occasions, or a part of a body that runs whenever the body does.
enum Origin {
  case known(Set<Occasion>)
  case body(Body, Stage)

  /// The origin of code in a part of the code that begins here.
  func inside(_ stage: Stage) -> Origin {
    switch self {
    case .known(let occasions): .known(stage.occasions(of: occasions))
    case .body(let body, let outer): .body(body, stage.within(outer))
    }
  }
}
