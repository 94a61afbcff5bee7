internal import PolicyModel

/// One run: an app, its device, and the daemon that carries its transfers.
///
/// It is a value: `step()` alone changes it, and a copy is another future.
struct Simulation: Sendable {
  let plan: Plan
  var now: Instant = 0
  var limiter: ResumeLimiter
  var occurrences: [Occurrence] = []
  /// All background resumes.
  var launches = 0

  var sessions: [SessionState]
  var wifi: DailySwitch
  var charging: DailySwitch
  var lowPowerMode: DailySwitch
  var visits: Visits
  var wifiBudget: ByteBudget
  var cellularBudget: ByteBudget
  var wifiRadio: Radio
  var cellularRadio: Radio
  var sizes: [RandomStream]
  /// When each transfer's work comes up next.
  var due: [Instant]
  /// Until when the app runs after a resume.
  var awakeUntil: Instant = -1
  /// A resume that waits for the limiter, with the occurrence that caused it.
  var delayedWake: (at: Instant, cause: Int)?
  /// Work that the app's own code does at this instant, in order.
  var submissions: [Submission] = []
  /// Whether rounds of equal items are taken at once; the outcome is the same either way.
  var takesRoundsAtOnce = true

  struct Submission: Sendable {
    /// When the app gets to it.
    var at: Instant = 0
    let occurrence: Int
    let items: Int
    let isChallenged: Bool
  }

  /// A run of a plan.
  init(_ plan: Plan, seed: UInt64, run: Int) {
    self.plan = plan
    limiter = ResumeLimiter(plan.settings.limiter)
    sessions = plan.sessions.map { _ in SessionState() }
    var clock = RandomStream(seed: seed, run: run, name: "clock")
    let offset = plan.day.isIdeal ? 0 : clock.below(DailyPattern.day) + clock.below(7) * DailyPattern.day
    func habit(_ name: String) -> RandomHabit { RandomHabit(seed: seed, run: run, name: name) }
    wifi = DailySwitch(plan.wifi, startingAt: offset, habit("wifi"))
    charging = DailySwitch(plan.charging, startingAt: offset, habit("charging"))
    lowPowerMode = DailySwitch(plan.lowPowerMode, startingAt: offset, habit("lowPowerMode"))
    visits = Visits(plan.day, startingAt: offset, habit("visits"))
    wifiBudget = ByteBudget(limit: plan.settings.wifiBudget)
    cellularBudget = ByteBudget(limit: plan.settings.cellularBudget)
    wifiRadio = Radio(plan.settings.wifiRadio)
    cellularRadio = Radio(plan.settings.cellularRadio)
    sizes = plan.entries.map { RandomStream(seed: seed, run: run, name: "transfer/\($0.name)") }
    due = plan.entries.map { $0.period.map { Instant(0).later(by: $0) } ?? .never }
    for entry in plan.entries.indices { comeUp(entry, isMeasured: true) }
    if plan.day.isIdeal { due = due.map { _ in .never } }
    submit()
  }

  /// Whether the app's own code runs.
  var isAppRunning: Bool { visits.isOpen || now < awakeUntil }

  // MARK: - Stepping

  /// Goes to the next thing that happens; `false` where nothing more does, or nothing that counts.
  mutating func step() -> Bool {
    guard !isOver else { return false }
    fillSlots()
    let external = nextExternalEvent
    if takesRoundsAtOnce { skipRounds(before: external) }
    let next = min(external, nextItemEvent)
    guard next != .never, next <= plan.settings.horizon else { return false }
    advance(to: next)
    visitorArrives()
    switchesFlip()
    itemsEnd()
    delayedWakeComes()
    deadlinesPass()
    release()
    lapse()
    worksComeUp()
    submit()
    visitorLeaves()
    return true
  }

  /// Runs to the end.
  mutating func run() {
    while step() {}
    wifiRadio.finish(&occurrences)
    cellularRadio.finish(&occurrences)
  }

  /// Whether everything that is counted is over.
  private var isOver: Bool {
    delayedWake == nil
      && !occurrences.contains { occurrence in
        occurrence.isMeasured
          && (occurrence.outstanding > 0
            || (!occurrence.isStopped && occurrence.submitted < plan.entries[occurrence.entry].count))
      }
  }
}
