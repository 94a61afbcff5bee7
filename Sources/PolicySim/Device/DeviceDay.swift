package import PlatformFacts
package import PolicyModel
internal import Quantities

/// A device's habits, with everything that they take over from others in place; or those of all devices of a population.
package struct DeviceDay: Sendable {
  /// What they are called.
  package let name: String
  /// The ideal device: nothing is random, the app is suspended again at once, and nothing is limited.
  package let isIdeal: Bool
  /// Monday to Friday.
  var weekday: DayHabits
  /// Saturday and Sunday.
  var weekend: DayHabits
  /// Visits at exact times from the start of the run, instead of random ones.
  var exactVisits: [(start: Instant, end: Instant)]?
  /// By how much exact visits come earlier or later.
  var exactVisitVariation = TimeSpan.zero
  var battery: BatteryHabits
  /// Whether the user lets the app refresh in the background.
  package private(set) var refreshesInBackground: Bool
  /// How often the device starts anew.
  var rebootsPerWeek: Double
  /// How much the app is used, which decides how often the system launches it for app refresh.
  package private(set) var use: UseClass
  /// The kinds of devices in a population, of which each run has one; empty where all devices are alike.
  private(set) var kinds: [Kind] = []

  /// The day of a name: the policy's own, or a built-in one, or those of its population; `nil` where there is none.
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
    // A day that extends nothing starts from the one that is assumed of most people.
    let base = own.extends?.value ?? "commuter"
    guard let inherited = DeviceDay(base, in: policy, besides: passed + [name]) else { return nil }
    self.init(inherited, name: name)
    apply(own)
  }

  private init(_ fact: ScenarioFact, name: String) {
    self.name = name
    isIdeal = fact.isIdeal
    weekday = DayHabits(fact.weekday, of: fact)
    weekend = DayHabits(fact.weekend ?? fact.weekday, of: fact)
    exactVisits = fact.isIdeal ? [] : nil
    battery = BatteryHabits(
      drainPerHour: fact.drainPerHour.fraction, chargePerHour: fact.chargePerHour.fraction)
    refreshesInBackground = fact.refreshesInBackground
    rebootsPerWeek = fact.rebootsPerWeek
    use = fact.use
  }

  private init(_ other: DeviceDay, name: String, isIdeal: Bool? = nil) {
    self.name = name
    self.isIdeal = isIdeal ?? other.isIdeal
    weekday = other.weekday
    weekend = other.weekend
    exactVisits = other.exactVisits
    exactVisitVariation = other.exactVisitVariation
    battery = other.battery
    refreshesInBackground = other.refreshesInBackground
    rebootsPerWeek = other.rebootsPerWeek
    use = other.use
  }

  private mutating func apply(_ scenario: Scenario) {
    for day in [scenario.days, scenario.weekend?.value].compactMap({ $0 }) where day.foregroundSessions != nil
    {
      exactVisits = nil
    }
    if let visits = scenario.foreground?.value {
      exactVisits = Self.merged(
        visits.compactMap { visit in
          guard let start = visit.value.at?.value, let duration = visit.value.duration?.value else {
            return nil
          }
          return (start.milliseconds, start.milliseconds.later(by: duration))
        })
    }
    if let variation = scenario.days.variation { exactVisitVariation = variation.value }
    weekday.apply(scenario.days)
    weekend.apply(scenario.days)
    if let days = scenario.weekend?.value { weekend.apply(days) }
    if let own = scenario.battery?.value {
      if let drain = own.drainPerHour { battery.drainPerHour = drain.value.fraction }
      if let charge = own.chargePerHour { battery.chargePerHour = charge.value.fraction }
      if let level = own.atStart { battery.levelAtStart = level.value.fraction }
    }
    if let isOn = scenario.backgroundRefresh { refreshesInBackground = isOn.value }
    if let reboots = scenario.rebootsPerWeek { rebootsPerWeek = reboots.value }
    if let own = scenario.use { use = own.value }
  }

  /// The habits of a day, by its number; day 0 is a Monday.
  func habits(of day: Int64) -> DayHabits { Self.isWeekend(day) ? weekend : weekday }

  /// Whether a day is a Saturday or a Sunday, by its number; day 0 is a Monday.
  static func isWeekend(_ day: Int64) -> Bool { ((day % 7) + 7) % 7 >= 5 }

  /// Visits in order, those that touch as one.
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
