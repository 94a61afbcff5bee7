internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// What is usual on a kind of day: on those from Monday to Friday, or on Saturday and Sunday.
struct DayHabits: Hashable, Sendable {
  /// Parts of the day, and by how much each begins and ends earlier or later than usual.
  struct Windows: Hashable, Sendable {
    var usual: [ClockWindow]
    var variation = TimeSpan.zero
  }

  var visitsPerDay: Double
  /// How long a visit lasts on average.
  var visitDuration: TimeSpan
  /// In which part of the day there are visits.
  var visits: Windows
  /// When there is Wi-Fi.
  var wifi: Windows
  var cellular: Windows
  /// When there is Wi-Fi that counts as expensive.
  var hotspot: Windows
  var charging: Windows
  var lowPowerMode: Windows
  var lowDataMode: Windows
  /// When the thermal state is serious or critical.
  var thermal: Windows
  /// The share of visits after which the user ends the app.
  var forceQuitShare: Double

  /// Lets all of its times come by so much earlier or later.
  mutating func vary(by variation: TimeSpan) {
    visits.variation = variation
    wifi.variation = variation
    cellular.variation = variation
    hotspot.variation = variation
    charging.variation = variation
    lowPowerMode.variation = variation
    lowDataMode.variation = variation
    thermal.variation = variation
  }
}

extension DayHabits {
  /// The habits of a built-in day.
  init(_ day: DayFact, of scenario: ScenarioFact) {
    func windows(_ usual: [ClockWindow]) -> Windows {
      Windows(usual: usual, variation: scenario.variation)
    }
    self.init(
      visitsPerDay: day.visitsPerDay, visitDuration: day.visitDuration, visits: windows([day.visitWindow]),
      wifi: windows(day.wifi), cellular: windows(day.cellular), hotspot: windows(day.hotspot),
      charging: windows(day.charging), lowPowerMode: windows(day.lowPowerMode),
      lowDataMode: windows(day.lowDataMode), thermal: windows(day.thermal),
      forceQuitShare: scenario.forceQuitShare.fraction)
  }
}

extension DayHabits {
  /// Takes over what a scenario says; the windows that it gives are exact unless it says otherwise.
  mutating func apply(_ day: ScenarioDay) {
    if let sessions = day.foregroundSessions?.value {
      if let perDay = sessions.perDay { visitsPerDay = perDay.value }
      if let duration = sessions.duration { visitDuration = duration.value }
      if let window = sessions.between { visits = Windows(usual: [window.value]) }
    }
    if let windows = day.wifi { wifi = Windows(windows) }
    if let windows = day.cellular { cellular = Windows(windows) }
    if let windows = day.hotspot { hotspot = Windows(windows) }
    if let windows = day.charging { charging = Windows(windows) }
    if let windows = day.lowPowerMode { lowPowerMode = Windows(windows) }
    if let windows = day.lowDataMode { lowDataMode = Windows(windows) }
    if let windows = day.thermal { thermal = Windows(windows) }
    if let share = day.forceQuitShare { forceQuitShare = share.value.fraction }
    if let variation = day.variation { vary(by: variation.value) }
  }
}

extension DayHabits.Windows {
  fileprivate init(_ windows: Located<[Located<ClockWindow>]>) {
    self.init(usual: windows.value.map(\.value))
  }
}

/// How a battery empties and fills.
struct BatteryHabits: Hashable, Sendable {
  /// The share of a full battery that an hour off power takes.
  var drainPerHour: Double
  /// The share of a full battery that an hour on power gives.
  var chargePerHour: Double
  /// The share that is left at the start of a run; `nil` where it follows from the time since the device was on power.
  var levelAtStart: Double?
}
