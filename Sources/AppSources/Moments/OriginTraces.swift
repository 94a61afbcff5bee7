/// The places whose origins are being traced, and what earlier traces have found.
///
/// Subscriptions, notifications and kept closures lead to each other, also in circles. No trace follows a place twice: a program with
/// thousands of subscriptions has more ways through them than can be counted.
struct OriginTraces {
  /// A place whose origins other code decides.
  enum Place: Hashable {
    /// A closure that a variable or property keeps.
    case closure(ObjectIdentifier)
    /// A call that subscribes to a property of the app.
    case subscription(ObjectIdentifier)
    /// The observers of a notification, by the notification's name.
    case notification(String)
  }

  struct Outcome {
    /// The origins; `nil` if the place turns out not to be a kept closure, a subscription or a notification of the app, so that other code
    /// decides when its code runs.
    let origins: [Origin]?
  }

  /// The outcomes that hold for every trace.
  private var complete: [Place: Outcome] = [:]
  /// The outcomes that lack the origins of a place whose trace is still open, with the depth of the outermost such trace. The open trace
  /// adds these origins itself.
  private var partial: [Place: (outcome: Outcome, depth: Int)] = [:]
  /// The depth of each open trace.
  private var open: [Place: Int] = [:]
  /// For each open trace, in the order of depth, the smallest depth of an open trace that this trace has reached.
  private var met: [Int] = []

  /// The outcome for a place, if the place needs no further trace. A place whose trace is open adds no origin.
  mutating func outcome(of place: Place) -> Outcome? {
    if let found = complete[place] { return found }
    if let (found, depth) = partial[place] {
      meet(depth)
      return found
    }
    guard let depth = open[place] else { return nil }
    meet(depth)
    return Outcome(origins: [])
  }

  private mutating func meet(_ depth: Int) {
    if let last = met.indices.last { met[last] = min(met[last], depth) }
  }

  /// Notes that the trace of a place begins.
  mutating func begin(_ place: Place) {
    open[place] = met.count
    met.append(met.count)
  }

  /// Completes the outcomes that lack origins of a trace that has ended. Such a place and the place of the ended trace lead to each other,
  /// so they have the same origins.
  private mutating func complete(with outcome: Outcome, from depth: Int) {
    for (place, part) in partial where part.depth >= depth {
      partial[place] = nil
      guard let own = part.outcome.origins else { continue }
      complete[place] = Outcome(origins: (own + (outcome.origins ?? [])).withoutRepeats)
    }
  }

  /// Notes what the innermost open trace has found.
  mutating func end(_ place: Place, _ outcome: Outcome) {
    open[place] = nil
    guard let outermost = met.popLast() else { return }
    if outermost < met.count {
      partial[place] = (outcome, outermost)
      meet(outermost)
    } else {
      complete[place] = outcome
      complete(with: outcome, from: met.count)
    }
  }
}

extension MomentFlow {
  /// The origins of a place, by the outcome of an earlier trace or by a trace.
  func origins(of place: OriginTraces.Place, _ trace: () -> [Origin]?) -> [Origin]? {
    if let outcome = traces.outcome(of: place) { return outcome.origins }
    traces.begin(place)
    let found = trace()?.withoutRepeats
    traces.end(place, OriginTraces.Outcome(origins: found))
    return found
  }
}

extension [Origin] {
  fileprivate var withoutRepeats: [Origin] {
    var seen: Set<Origin> = []
    return filter { seen.insert($0).inserted }
  }
}
