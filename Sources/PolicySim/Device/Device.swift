internal import Quantities

/// The habits of a device, as patterns in time, which all runs share.
final class DevicePlan: Sendable {
  let visits: VisitPlan
  let wifi: DailyPattern
  let cellular: DailyPattern
  let hotspot: DailyPattern
  let charging: DailyPattern
  let lowPowerMode: DailyPattern
  let lowDataMode: DailyPattern
  let thermal: DailyPattern
  let battery: BatteryPattern
  /// The share of its battery below which a device does the most necessary only.
  let batteryCritical: Double
  let rebootsPerWeek: Double
  let quitsApp: Bool
  let refreshesInBackground: Bool
  /// Whether a run starts at time 0 instead of any time of the week.
  let isIdeal: Bool

  /// The habits of a day, without some of what stands in the way.
  init(_ day: DeviceDay, _ parameters: Parameters, without: Set<Mechanism>) {
    let never = DailyPattern([])
    let always = DailyPattern([.wholeDay])
    let isCovered = without.contains(.networkCoverage)
    let savesPower = !without.contains(.powerSaving)
    visits = VisitPlan(day)
    wifi = isCovered ? always : DailyPattern(day, \.wifi)
    cellular = isCovered ? always : DailyPattern(day, \.cellular)
    hotspot = isCovered ? never : DailyPattern(day, \.hotspot)
    charging = DailyPattern(day, \.charging)
    lowPowerMode = savesPower ? DailyPattern(day, \.lowPowerMode) : never
    lowDataMode = without.contains(.lowDataMode) ? never : DailyPattern(day, \.lowDataMode)
    thermal = savesPower ? DailyPattern(day, \.thermal) : never
    battery = BatteryPattern(day.battery, charging: charging)
    batteryCritical = savesPower ? parameters.number("battery_critical") : 0
    rebootsPerWeek = day.rebootsPerWeek
    quitsApp = !without.contains(.forceQuit)
    isIdeal = day.isIdeal
    refreshesInBackground = without.contains(.launchThrottle) || day.refreshesInBackground
  }
}

/// A device in the course of a run.
struct Device: Sendable {
  /// Milliseconds from the midnight before a Monday to the start of the run.
  let offset: Int64
  var visits: Visits
  private(set) var wifi: DailySwitch
  private(set) var cellular: DailySwitch
  private(set) var hotspot: DailySwitch
  private(set) var charging: DailySwitch
  private(set) var lowPowerMode: DailySwitch
  private(set) var lowDataMode: DailySwitch
  private(set) var thermal: DailySwitch
  private(set) var battery: Battery
  private var reboots: Reboots
  /// When anything but the visits changes next.
  private(set) var nextChange: Instant = .never

  /// The device at the start of a run.
  init(_ plan: DevicePlan, seed: UInt64, run: Int) {
    var clock = RandomStream(seed: seed, run: run, key: HabitKeys.clock)
    let offset = plan.isIdeal ? 0 : clock.below(DailyPattern.day) + clock.below(7) * DailyPattern.day
    self.offset = offset
    func habit(_ key: UInt64) -> RandomHabit { RandomHabit(seed: seed, run: run, key: key) }
    func start(_ pattern: DailyPattern, _ key: UInt64) -> DailySwitch {
      DailySwitch(pattern, startingAt: offset, habit(key))
    }
    visits = Visits(plan.visits, startingAt: offset, habit(HabitKeys.visits))
    wifi = start(plan.wifi, HabitKeys.wifi)
    cellular = start(plan.cellular, HabitKeys.cellular)
    hotspot = start(plan.hotspot, HabitKeys.hotspot)
    charging = start(plan.charging, HabitKeys.charging)
    lowPowerMode = start(plan.lowPowerMode, HabitKeys.lowPowerMode)
    lowDataMode = start(plan.lowDataMode, HabitKeys.lowDataMode)
    thermal = start(plan.thermal, HabitKeys.thermal)
    battery = Battery(
      plan.battery, critical: plan.batteryCritical, startingAt: offset, isCharging: charging.isOn)
    reboots = Reboots(perWeek: plan.rebootsPerWeek, startingAt: offset, habit(HabitKeys.reboots))
    settle()
  }

  /// When the device starts anew next.
  var nextReboot: Instant { reboots.next }
  /// Whether there is Wi-Fi, expensive or not.
  var hasWifi: Bool { wifi.isOn || hotspot.isOn }
  /// Whether the Wi-Fi that there is counts as expensive.
  var isWifiExpensive: Bool { hotspot.isOn }
  /// Whether what the system may choose the time of has to wait for better times.
  var savesPower: Bool { lowPowerMode.isOn || thermal.isOn || battery.isLow }

  /// Goes past what changes now; `true` where the device starts anew.
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

/// The keys of a device's random numbers.
enum HabitKeys {
  static let clock = RandomStream.key(of: "clock")
  static let visits = RandomStream.key(of: "visits")
  fileprivate static let wifi = RandomStream.key(of: "wifi")
  fileprivate static let cellular = RandomStream.key(of: "cellular")
  fileprivate static let hotspot = RandomStream.key(of: "hotspot")
  fileprivate static let charging = RandomStream.key(of: "charging")
  fileprivate static let lowPowerMode = RandomStream.key(of: "lowPowerMode")
  fileprivate static let lowDataMode = RandomStream.key(of: "lowDataMode")
  fileprivate static let thermal = RandomStream.key(of: "thermal")
  fileprivate static let reboots = RandomStream.key(of: "reboots")
}
