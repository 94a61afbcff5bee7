internal import PolicyModel

/// The reference load on the simulation's kernel alone: its foreground sessions, pushes, limiter, queue and
/// random numbers, without networks, energy and everything else that the load does not use.
///
/// Its runs have the same counts as a whole simulation of the load. The simulation's sources are compiled with it, so that
/// the compiler inlines them as it does in the product.
struct ReferenceLoad: Sendable {
  private let model: SimulationModel
  private let perDay: Double
  private let duration: Int64
  private let end: Instant
  private let pushKey: UInt64

  /// The load of a policy with one push that starts one transfer of one item of a fixed duration.
  init?(_ policy: Policy, _ settings: Estimator.Settings) {
    model = SimulationModel(policy, on: settings.day, settings.parameters, measuring: .firstTimes)
    guard let push = model.launches.pushes.first, let duration = model.transfers.first?.transferTime else {
      return nil
    }
    perDay = push.perDay
    pushKey = push.key
    self.duration = duration
    end = min(model.settings.horizon, DailyPattern.week)
  }

  /// Makes runs of the load and counts their work.
  func runs(_ runs: Range<Int>, seed: UInt64) -> Workload {
    var sum = Workload()
    let slots = model.settings.concurrency
    for run in runs {
      var kernel = Kernel(
        model.device.foregroundSessions, model.settings.limiter, pushes: pushKey, seed: seed, run: run)
      kernel.run(perDay: perDay, duration: duration, until: end, slots: slots)
      sum = sum + kernel.done
    }
    return sum
  }
}

/// One run of the reference load.
private struct Kernel {
  private var visits: ForegroundSessions
  private var pushes: PushState
  private var limiter: ResumeLimiter
  private var nextPush: Instant
  private var now: Instant = 0
  private struct Held {
    let opens: Instant
    let created: Instant
  }
  /// The tasks that the limiter holds, by the time of their release.
  private var held = Fifo(Held(opens: 0, created: 0))
  /// The ends of the running transfers.
  private var ends = Fifo<Instant>(0)
  private var ready = 0
  var done = Workload()

  init(
    _ model: ForegroundSessionModel, _ rules: LimiterRules, pushes key: UInt64, seed: UInt64, run: Int
  ) {
    var clock = RandomStream(seed: seed, run: run, key: HabitKeys.clock)
    let offset = clock.below(DailyPattern.day) + clock.below(7) * DailyPattern.day
    visits = ForegroundSessions(
      model, startingAt: offset, RandomHabit(seed: seed, run: run, key: HabitKeys.foregroundSessions))
    pushes = PushState(
      random: RandomStream(seed: seed, run: run, key: key), counts: LaunchCounts(in: 0..<DailyPattern.week))
    limiter = ResumeLimiter(rules)
    nextPush = .never
    done.runs = 1
  }

  /// Goes from one event to the next until the end.
  mutating func run(perDay: Double, duration: Int64, until end: Instant, slots: Int) {
    nextPush = pushes.next(perDay: perDay, isEven: false)
    while true {
      while ends.count < slots, ready > 0 {
        ends.push(now + duration)
        ready -= 1
      }
      let next = nextEvent()
      guard next <= end else { return }
      now = next
      done.steps += 1
      if visits.nextChange == now, !visits.isOpen { arrive() }
      finish()
      release()
      if held.count == 0, limiter.delayEnd <= now { _ = limiter.reset(whileRunning: false) }
      while nextPush <= now {
        submit()
        nextPush = pushes.next(perDay: perDay, isEven: false)
      }
      if visits.nextChange == now, visits.isOpen { visits.flip() }
    }
  }

  @inline(__always)
  private mutating func nextEvent() -> Instant {
    var next = min(visits.nextChange, nextPush)
    if held.count > 0 {
      next = min(next, held.first.opens)
    } else {
      next = min(next, max(now, limiter.delayEnd))
    }
    return ends.count > 0 ? min(next, ends.first) : next
  }

  private mutating func arrive() {
    visits.flip()
    limiter.foreground()
    while held.count > 0 { open() }
  }

  @inline(__always)
  private mutating func open() {
    done.held += now - held.first.created
    held.pop()
    ready += 1
  }

  @inline(__always)
  private mutating func release() {
    guard held.count > 0, held.first.opens <= now else { return }
    while held.count > 0, held.first.opens <= now { open() }
    limiter.endHold(at: now)
  }

  @inline(__always)
  private mutating func finish() {
    while ends.count > 0, ends.first <= now {
      ends.pop()
      done.finished += 1
      if !visits.isOpen, ends.count + ready + held.count == 0 {
        limiter.resume(at: now)
        done.launches += 1
      }
    }
  }

  @inline(__always)
  private mutating func submit() {
    if !visits.isOpen { done.launches += 1 }
    let opens = limiter.opening(forTaskCreatedAt: now, inForeground: visits.isOpen)
    if opens > now {
      held.push(Held(opens: opens, created: now))
    } else {
      ready += 1
    }
  }
}

/// A first-in, first-out queue in a ring that grows.
private struct Fifo<Element: BitwiseCopyable> {
  private var ring: RunBuffer<Element>
  private var start = 0
  private(set) var count = 0

  /// An empty queue, whose unused slots hold any element.
  init(_ filler: Element) {
    ring = RunBuffer(repeating: filler, count: 8)
  }

  /// The oldest element; there has to be one.
  var first: Element { ring[start] }

  mutating func push(_ element: Element) {
    if count == ring.count { grow() }
    ring[(start + count) & (ring.count - 1)] = element
    count += 1
  }

  mutating func pop() {
    start = (start + 1) & (ring.count - 1)
    count -= 1
  }

  private mutating func grow() {
    let filler = ring[start]
    ring = RunBuffer(
      Array(ring[start...]) + Array(ring[..<start]) + Array(repeating: filler, count: ring.count))
    start = 0
  }
}
