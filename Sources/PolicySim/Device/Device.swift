internal import Quantities

/// The habits of a device as patterns in time, shared by all runs.
final class DeviceModel: Sendable {
  let foregroundSessions: ForegroundSessionModel
  let wifi: DailyPattern
  let cellular: DailyPattern
  let hotspot: DailyPattern
  let charging: DailyPattern
  let lowPowerMode: DailyPattern
  let lowDataMode: DailyPattern
  let thermal: DailyPattern
  let battery: BatteryPattern
  /// The charge below which the system does only essential work.
  let batteryCritical: Double
  let rebootsPerWeek: Double
  let quitsApp: Bool
  /// The share of users who force quit the app after each visit.
  let quitterShare: Double
  let refreshesInBackground: Bool
  /// The share of devices on which Background App Refresh is off although the scenario does not say so.
  let refreshOffShare: Double
  /// Whether a run starts at time 0 instead of a random time of the week.
  let isIdeal: Bool

  init(_ day: DeviceDay, _ options: DeviceOptions) {
    let never = DailyPattern([])
    let always = DailyPattern([.wholeDay])
    foregroundSessions = ForegroundSessionModel(day)
    wifi = options.hasFullCoverage ? always : DailyPattern(day, \.wifi)
    cellular = options.hasFullCoverage ? always : DailyPattern(day, \.cellular)
    hotspot = options.hasFullCoverage ? never : DailyPattern(day, \.hotspot)
    charging = DailyPattern(day, \.charging)
    lowPowerMode = options.savesPower ? DailyPattern(day, \.lowPowerMode) : never
    lowDataMode = options.usesLowDataMode ? DailyPattern(day, \.lowDataMode) : never
    thermal = options.savesPower ? DailyPattern(day, \.thermal) : never
    battery = BatteryPattern(day.battery, charging: charging)
    batteryCritical = options.savesPower ? options.criticalCharge : 0
    rebootsPerWeek = day.rebootsPerWeek
    quitsApp = options.quitsApp
    isIdeal = day.isIdeal
    refreshesInBackground = options.alwaysRefreshesInBackground || day.refreshesInBackground
    quitterShare = day.isIdeal || day.decidesForceQuits || !options.quitsApp ? 0 : options.quitterShare
    refreshOffShare =
      day.isIdeal || day.decidesRefresh || options.alwaysRefreshesInBackground ? 0 : options.refreshOffShare
  }
}

extension DeviceModel {
  /// The values of the model on which a device depends.
  struct Inputs: Equatable, Sendable {
    let batteryCritical: Double
    let refreshesInBackground: Bool
    let quitterShare: Double
    let refreshOffShare: Double
  }

  /// The values on which devices of this model depend.
  var inputs: Inputs {
    Inputs(
      batteryCritical: batteryCritical, refreshesInBackground: refreshesInBackground,
      quitterShare: quitterShare, refreshOffShare: refreshOffShare)
  }
}

/// The habits that a run may leave out.
struct DeviceOptions: Sendable {
  /// Whether Wi-Fi and cellular are always available.
  let hasFullCoverage: Bool
  /// Whether Low Power Mode, heat and a low battery have an effect.
  let savesPower: Bool
  let usesLowDataMode: Bool
  /// Whether the user force quits the app.
  let quitsApp: Bool
  /// Whether Background App Refresh counts as on, whatever the day says.
  let alwaysRefreshesInBackground: Bool
  /// The charge below which the system does only essential work.
  let criticalCharge: Double
  /// The share of devices on which Background App Refresh is off.
  var refreshOffShare = 0.0
  /// The share of users who force quit the app after each visit.
  var quitterShare = 0.0
}

/// A device in the course of a run.
struct Device: Sendable {
  /// Milliseconds from the midnight before a Monday to the start of the run.
  let offset: Int64
  /// Whether the user lets the app refresh in the background.
  let refreshesInBackground: Bool
  /// Whether the user force quits the app after each visit.
  let isOfQuitter: Bool
  var foregroundSessions: ForegroundSessions
  private(set) var wifi: DailySwitch
  private(set) var cellular: DailySwitch
  private(set) var hotspot: DailySwitch
  private(set) var charging: DailySwitch
  private(set) var lowPowerMode: DailySwitch
  private(set) var lowDataMode: DailySwitch
  private(set) var thermal: DailySwitch
  private(set) var battery: Battery
  private var reboots: Reboots
  /// The time of the next change of anything but the foreground sessions.
  private(set) var nextChange: Instant = .never

  /// The device at the start of a run.
  init(_ model: DeviceModel, seed: UInt64, run: Int) {
    var clock = RandomStream(seed: seed, run: run, key: HabitKeys.clock)
    let offset = model.isIdeal ? 0 : clock.below(DailyPattern.day) + clock.below(7) * DailyPattern.day
    self.offset = offset
    let user = RandomHabit(seed: seed, run: run, key: HabitKeys.user)
    isOfQuitter = model.quitterShare > 0 && user.unit(day: 0, index: 0) < model.quitterShare
    refreshesInBackground =
      model.refreshesInBackground
      && !(model.refreshOffShare > 0 && user.unit(day: 0, index: 1) < model.refreshOffShare)
    func habit(_ key: UInt64) -> RandomHabit { RandomHabit(seed: seed, run: run, key: key) }
    func start(_ pattern: DailyPattern, _ key: UInt64) -> DailySwitch {
      DailySwitch(pattern, startingAt: offset, habit(key))
    }
    foregroundSessions = ForegroundSessions(
      model.foregroundSessions, startingAt: offset, habit(HabitKeys.foregroundSessions))
    wifi = start(model.wifi, HabitKeys.wifi)
    cellular = start(model.cellular, HabitKeys.cellular)
    hotspot = start(model.hotspot, HabitKeys.hotspot)
    charging = start(model.charging, HabitKeys.charging)
    lowPowerMode = start(model.lowPowerMode, HabitKeys.lowPowerMode)
    lowDataMode = start(model.lowDataMode, HabitKeys.lowDataMode)
    thermal = start(model.thermal, HabitKeys.thermal)
    battery = Battery(
      model.battery, critical: model.batteryCritical, startingAt: offset, isCharging: charging.isOn)
    reboots = Reboots(perWeek: model.rebootsPerWeek, startingAt: offset, habit(HabitKeys.reboots))
    settle()
  }

  /// The time of the next reboot.
  var nextReboot: Instant { reboots.next }
  /// Whether any Wi-Fi is available, including expensive Wi-Fi.
  var hasWifi: Bool { wifi.isOn || hotspot.isOn }
  /// Whether the current Wi-Fi counts as expensive.
  var isWifiExpensive: Bool { hotspot.isOn }
  /// Whether the device saves power, so that discretionary work waits.
  var savesPower: Bool { lowPowerMode.isOn || thermal.isOn || battery.isLow }

  /// Applies the changes of this instant; returns whether the device reboots.
  mutating func change(at now: Instant) -> Bool {
    while wifi.nextChange == now { wifi.flip() }
    while cellular.nextChange == now { cellular.flip() }
    while hotspot.nextChange == now { hotspot.flip() }
    while lowPowerMode.nextChange == now { lowPowerMode.flip() }
    while lowDataMode.nextChange == now { lowDataMode.flip() }
    while thermal.nextChange == now { thermal.flip() }
    if battery.nextChange == now { battery.flip() }
    if charging.nextChange == now {
      while charging.nextChange == now { charging.flip() }
      battery.setCharging(charging.isOn, at: now)
    }
    let isReboot = reboots.next == now
    if isReboot { reboots.advance() }
    settle()
    return isReboot
  }

  private mutating func settle() {
    var next = min(wifi.nextChange, cellular.nextChange, hotspot.nextChange, charging.nextChange)
    next = min(next, lowPowerMode.nextChange, lowDataMode.nextChange, thermal.nextChange)
    nextChange = min(next, battery.nextChange, reboots.next)
  }
}

/// The keys of the random numbers of a device's habits.
enum HabitKeys {
  static let clock = RandomStream.key(of: "clock")
  static let foregroundSessions = RandomStream.key(of: "visits")
  static let firstVisit = RandomStream.key(of: "firstVisit")
  static let handler = RandomStream.key(of: "handler")
  static let refreshRate = RandomStream.key(of: "refresh/rate")
  static let linkRates = RandomStream.key(of: "throughput")
  static let pushBudget = RandomStream.key(of: "push/budget")
  fileprivate static let user = RandomStream.key(of: "user")
  fileprivate static let wifi = RandomStream.key(of: "wifi")
  fileprivate static let cellular = RandomStream.key(of: "cellular")
  fileprivate static let hotspot = RandomStream.key(of: "hotspot")
  fileprivate static let charging = RandomStream.key(of: "charging")
  fileprivate static let lowPowerMode = RandomStream.key(of: "lowPowerMode")
  fileprivate static let lowDataMode = RandomStream.key(of: "lowDataMode")
  fileprivate static let thermal = RandomStream.key(of: "thermal")
  fileprivate static let reboots = RandomStream.key(of: "reboots")
}
