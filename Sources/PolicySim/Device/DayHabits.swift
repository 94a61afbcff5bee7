internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The habits of a kind of day: Monday to Friday, or Saturday and Sunday.
struct DayHabits: Hashable, Sendable {
  /// Parts of the day, and the most by which each may begin and end earlier or later than usual.
  struct Windows: Hashable, Sendable {
    var usual: [ClockWindow]
    var variation = TimeSpan.zero
  }

  var visitsPerDay: Double
  /// The average length of a foreground session.
  var visitDuration: TimeSpan
  /// The part of the day that has foreground sessions.
  var foregroundSessions: Windows
  /// The hours with Wi-Fi.
  var wifi: Windows
  var cellular: Windows
  /// The hours with Wi-Fi that counts as expensive.
  var hotspot: Windows
  var charging: Windows
  var lowPowerMode: Windows
  var lowDataMode: Windows
  /// The hours in which the thermal state is serious or critical.
  var thermal: Windows
  /// The share of foreground sessions that end with a force quit.
  var forceQuitShare: Double

  /// Sets the variation of all windows.
  mutating func vary(by variation: TimeSpan) {
    foregroundSessions.variation = variation
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
      visitsPerDay: day.visitsPerDay, visitDuration: day.visitDuration,
      foregroundSessions: windows([day.visitWindow]),
      wifi: windows(day.wifi), cellular: windows(day.cellular), hotspot: windows(day.hotspot),
      charging: windows(day.charging), lowPowerMode: windows(day.lowPowerMode),
      lowDataMode: windows(day.lowDataMode), thermal: windows(day.thermal),
      forceQuitShare: scenario.forceQuitShare.fraction)
  }
}

extension DayHabits {
  /// Applies the values of a scenario. The windows that the scenario sets are exact, unless the scenario also sets a variation.
  mutating func apply(_ day: ScenarioDay) {
    if let sessions = day.foregroundSessions?.value {
      if let perDay = sessions.perDay { visitsPerDay = perDay.value }
      if let duration = sessions.duration { visitDuration = duration.value }
      if let window = sessions.between { foregroundSessions = Windows(usual: [window.value]) }
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

/// The rates at which a battery empties and fills.
struct BatteryHabits: Hashable, Sendable {
  /// The share of a full battery that an hour off power takes.
  var drainPerHour: Double
  /// The share of a full battery that an hour on power gives.
  var chargePerHour: Double
  /// The charge at the start of a run; `nil` if the charge follows from the time since the device was on power.
  var levelAtStart: Double?
}
