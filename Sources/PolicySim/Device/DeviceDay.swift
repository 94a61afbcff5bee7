package import PlatformFacts
package import PolicyModel
internal import Quantities

/// The habits of a device, or of all devices of a population, including the values that a scenario inherits.
package struct DeviceDay: Sendable {
  /// The name of the scenario.
  package let name: String
  /// Whether this is the ideal device: nothing is random or limited, and the app is suspended at once.
  package let isIdeal: Bool
  /// Monday to Friday.
  var weekday: DayHabits
  /// Saturday and Sunday.
  var weekend: DayHabits
  /// Foreground sessions at exact times from the start of the run; `nil` if sessions are random.
  var exactForegroundSessions: [(start: Instant, end: Instant)]?
  /// The most by which exact sessions may be earlier or later than given.
  var exactForegroundSessionVariation = TimeSpan.zero
  var battery: BatteryHabits
  /// Whether Background App Refresh is on.
  package private(set) var refreshesInBackground: Bool
  /// Whether the scenario decides if Background App Refresh is on, and how often the user force quits the app; otherwise the
  /// model decides.
  private(set) var decidesRefresh: Bool
  private(set) var decidesForceQuits: Bool
  var rebootsPerWeek: Double
  /// The amount of use, which decides how often the system launches the app for app refresh.
  package private(set) var use: UseClass
  /// The kinds of devices in a population; empty if all devices are alike.
  private(set) var kinds: [Kind] = []

  /// The names of all days of a policy: its scenarios and its population, then the built-in scenarios.
  package static func names(in policy: Policy) -> [String] {
    let own =
      policy.scenarios.map(\.name.value) + (policy.population == nil ? [] : [Policy.populationName])
    return own + PlatformFacts.scenarioNames.filter { !own.contains($0) }
  }

  /// The scenario or population of the policy that has this name, or else the built-in scenario; `nil` if neither exists.
  package init?(_ name: String, in policy: Policy) {
    if name == Policy.populationName, let kinds = Self.kinds(of: policy) {
      self.init(kinds[0].day, name: name, isIdeal: kinds.allSatisfy(\.day.isIdeal))
      self.kinds = kinds
      return
    }
    self.init(name, in: policy, besides: [])
  }

  private init?(_ name: String, in policy: Policy, besides passed: [String]) {
    let own = passed.contains(name) ? nil : policy.scenarios.first { $0.name.value == name }
    guard let own else {
      guard let fact = PlatformFacts.scenario(name) else { return nil }
      self.init(fact, name: name)
      return
    }
    // A scenario that extends nothing starts from the most common built-in scenario.
    let base = own.extends?.value ?? PlatformFacts.usualScenarioName
    guard let inherited = DeviceDay(base, in: policy, besides: passed + [name]) else { return nil }
    self.init(inherited, name: name)
    apply(own)
  }

  private init(_ fact: ScenarioFact, name: String) {
    self.name = name
    isIdeal = fact.isIdeal
    weekday = DayHabits(fact.weekday, of: fact)
    weekend = DayHabits(fact.weekend ?? fact.weekday, of: fact)
    exactForegroundSessions = fact.isIdeal ? [] : nil
    battery = BatteryHabits(
      drainPerHour: fact.drainPerHour.fraction, chargePerHour: fact.chargePerHour.fraction)
    refreshesInBackground = fact.refreshesInBackground
    decidesRefresh = !fact.refreshesInBackground
    decidesForceQuits = fact.forceQuitShare.fraction > 0
    rebootsPerWeek = fact.rebootsPerWeek
    use = fact.use
  }

  private init(_ other: DeviceDay, name: String, isIdeal: Bool? = nil) {
    self.name = name
    self.isIdeal = isIdeal ?? other.isIdeal
    weekday = other.weekday
    weekend = other.weekend
    exactForegroundSessions = other.exactForegroundSessions
    exactForegroundSessionVariation = other.exactForegroundSessionVariation
    battery = other.battery
    refreshesInBackground = other.refreshesInBackground
    decidesRefresh = other.decidesRefresh
    decidesForceQuits = other.decidesForceQuits
    rebootsPerWeek = other.rebootsPerWeek
    use = other.use
  }

  private mutating func apply(_ scenario: Scenario) {
    for day in [scenario.days, scenario.weekend?.value].compactMap({ $0 }) where day.foregroundSessions != nil
    {
      exactForegroundSessions = nil
    }
    if let visits = scenario.foreground?.value {
      exactForegroundSessions = Self.merged(
        visits.compactMap { visit in
          guard let start = visit.value.at?.value, let duration = visit.value.duration?.value else {
            return nil
          }
          return (start.milliseconds, start.milliseconds.later(by: duration))
        })
    }
    if let variation = scenario.days.variation { exactForegroundSessionVariation = variation.value }
    weekday.apply(scenario.days)
    weekend.apply(scenario.days)
    if let days = scenario.weekend?.value { weekend.apply(days) }
    if let own = scenario.battery?.value {
      if let drain = own.drainPerHour { battery.drainPerHour = drain.value.fraction }
      if let charge = own.chargePerHour { battery.chargePerHour = charge.value.fraction }
      if let level = own.atStart { battery.levelAtStart = level.value.fraction }
    }
    if let isOn = scenario.backgroundRefresh {
      refreshesInBackground = isOn.value
      decidesRefresh = true
    }
    if scenario.days.forceQuitShare != nil || scenario.weekend?.value.forceQuitShare != nil {
      decidesForceQuits = true
    }
    if let reboots = scenario.rebootsPerWeek { rebootsPerWeek = reboots.value }
    if let own = scenario.use { use = own.value }
  }

  /// The mean milliseconds between two foreground sessions; `nil` if the user never opens the app, or at exact times.
  var visitGap: Double? {
    guard exactForegroundSessions == nil else { return nil }
    let perWeek = 5 * weekday.visitsPerDay + 2 * weekend.visitsPerDay
    return perWeek > 0 ? Double(DailyPattern.week) / perWeek : nil
  }

  /// The habits of a day by its number; day 0 is a Monday.
  func habits(of day: Int64) -> DayHabits { Self.isWeekend(day) ? weekend : weekday }

  /// Whether a day is a Saturday or a Sunday, by its number; day 0 is a Monday.
  static func isWeekend(_ day: Int64) -> Bool { ((day % 7) + 7) % 7 >= 5 }

  /// Sorts foreground sessions, and merges sessions that touch or overlap.
  private static func merged(_ visits: [(start: Instant, end: Instant)]) -> [(start: Instant, end: Instant)] {
    var result: [(start: Instant, end: Instant)] = []
    for visit in visits.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, visit.start <= last.end {
        result[result.count - 1].end = max(last.end, visit.end)
      } else {
        result.append(visit)
      }
    }
    return result
  }
}
