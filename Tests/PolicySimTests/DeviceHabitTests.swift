import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import Testing

@testable import PolicySim

/// The days of devices.
///
/// The tolerance of statistics is six standard errors: a test of correct numbers fails once in 500 million.
@Suite struct DeviceHabitTests {
  @Test func aDayIsTheSameInEveryModule() {
    #expect(DailyPattern.day == TimeSpan.days(1).milliseconds)
    #expect(TimeSpan.secondsPerDay == TimeSpan.days(1).seconds)
  }

  private static let draws = 4_000
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  /// Whether a sum of independent draws, each with this variance, is within six standard errors of its expectation.
  private func isLikely(_ sum: Double, _ expected: Double, draws: Int, variance: Double) -> Bool {
    let error: Double = (variance * Double(draws)).squareRoot()
    return (sum - expected).magnitude < 6 * error
  }

  private func random(_ run: Int, _ name: String = "habit") -> RandomHabit {
    RandomHabit(seed: 1, run: run, name: name)
  }

  /// The habits of a scenario that a policy describes.
  private func day(_ text: String, _ name: String = "day") throws -> DeviceDay {
    let reading = PolicyReader.read(SourceText(name: "p.yaml", text: "schema: 1\n" + text))
    try #require(reading.diagnostics == [])
    let policy = try #require(reading.policy)
    return try #require(DeviceDay(name, in: policy))
  }

  /// The times at which a switch changes, up to a time.
  private func changes(_ pattern: DailyPattern, from offset: Int64 = 0, until end: Int64, run: Int = 0)
    -> [Int64]
  {
    var state = DailySwitch(pattern, startingAt: offset, random(run))
    var times: [Int64] = []
    while state.nextChange < end {
      times.append(state.nextChange)
      state.flip()
    }
    return times
  }

  private func windows(_ texts: String..., variation: TimeSpan = .zero) -> DayHabits.Windows {
    DayHabits.Windows(usual: texts.compactMap { ClockWindow($0) }, variation: variation)
  }

  // MARK: - Exact days

  @Test(arguments: [0, 5, 8, 12, 20, 23, 24, 30, 100, 167] as [Int64])
  func exactWindowsAreExact(_ start: Int64) {
    let pattern = DailyPattern(weekday: windows("23:00-07:00"), weekend: windows("23:00-07:00"))
    let offset = start * Self.hour
    let hours: [Int64] = (0..<21).flatMap { (day: Int64) -> [Int64] in [day * 24 + 7, day * 24 + 23] }
    let times: [Int64] = hours.map { $0 * Self.hour - offset }
    let expected = times.filter { $0 > 0 && $0 < 14 * DailyPattern.day }
    #expect(changes(pattern, from: offset, until: 14 * DailyPattern.day) == expected)
    let isNight = start % 24 < 7 || start % 24 >= 23
    #expect(DailySwitch(pattern, startingAt: offset, random(0)).isOn == isNight)
  }

  /// A window belongs to the day on which it begins: Friday's night ends on Saturday, and Sunday's on Monday.
  @Test func weekendIsSaturdayAndSunday() {
    let pattern = DailyPattern(weekday: windows("23:00-07:00"), weekend: windows("12:00-13:00"))
    let hours = changes(pattern, until: DailyPattern.week).map { $0 / Self.hour }
    let nights: [Int64] = (0..<5).flatMap { (day: Int64) -> [Int64] in [day * 24 + 23, day * 24 + 31] }
    #expect(hours == nights + [132, 133, 156, 157])
    let alone = DailyPattern(weekday: windows(), weekend: windows("23:00-07:00"))
    #expect(
      changes(alone, until: 2 * DailyPattern.week).map { $0 / Self.hour } == [
        7, 143, 151, 167, 175, 311, 319, 335,
      ])
    // The window of Sunday night continues at the beginning of the week.
    #expect(DailySwitch(alone, startingAt: 3 * Self.hour, random(0)).isOn)
  }

  @Test func whatIsAlwaysOrNeverThereDoesNotChange() {
    for (windows, isOn) in [
      (windows("00:00-24:00"), true), (windows(), false), (windows("00:00-12:00", "12:00-24:00"), true),
    ] {
      for variation in [TimeSpan.zero, .hours(1)] {
        var habit = windows
        habit.variation = variation
        let state = DailySwitch(
          DailyPattern(weekday: habit, weekend: habit), startingAt: 5 * Self.hour, random(0))
        #expect(state.isOn == isOn)
        #expect(state.nextChange == .never)
      }
    }
  }

  // MARK: - Days that vary

  /// Starts and ends are uniform within the variation v: their mean deviation is 0, and the variance is v²/3.
  @Test func variationIsUniform() {
    let pattern = DailyPattern(
      weekday: windows("22:00-06:00", variation: .minutes(30)),
      weekend: windows("22:00-06:00", variation: .minutes(30)))
    #expect(pattern.isVaried)
    let times = changes(pattern, from: 12 * Self.hour, until: Int64(Self.draws) * DailyPattern.day)
    #expect(times.count == 2 * Self.draws || times.count == 2 * Self.draws - 1)
    for (isStart, usual) in [(true, 10 * Self.hour), (false, 18 * Self.hour)] {
      var deviations: [Double] = []
      for (index, time) in times.enumerated() where (index % 2 == 0) == isStart {
        let expected: Int64 = Int64(index / 2) * DailyPattern.day + usual
        deviations.append(Double(time - expected) / Double(Self.minute))
      }
      #expect(deviations.allSatisfy { abs($0) <= 30 })
      let sum: Double = deviations.reduce(0, +)
      let count = deviations.count
      #expect(isLikely(sum, 0, draws: count, variance: 300))
      let squares: Double = deviations.reduce(0) { $0 + $1 * $1 }
      // The variance of the square of a uniform number from -1 to 1 is 4/45.
      let variance: Double = 900 * 900 * 4 / 45
      #expect(isLikely(squares, 300 * Double(count), draws: count, variance: variance))
    }
  }

  /// Changes are in order for any windows, and a run that begins later has the same changes.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func laterRunsSeeTheSameDays(_ run: Int) {
    let pattern = DailyPattern(
      weekday: windows("06:00-08:00", "07:30-12:00", "12:30-13:00", "20:00-05:00", variation: .hours(2)),
      weekend: windows("10:00-09:00", variation: .hours(3)))
    let whole = changes(pattern, until: 6 * DailyPattern.week, run: run)
    #expect(whole == whole.sorted())
    #expect(Set(whole).count == whole.count)
    for start in stride(from: Self.hour, to: 2 * DailyPattern.week, by: 13 * Int(Self.hour)) {
      let end: Int64 = 6 * DailyPattern.week - start
      let later: [Int64] = changes(pattern, from: start, until: end, run: run).map { $0 + start }
      #expect(later == whole.filter { $0 > start })
      let isOn = DailySwitch(pattern, startingAt: start, random(run)).isOn
      let first = DailySwitch(pattern, startingAt: 0, random(run)).isOn
      let passed = whole.count { $0 <= start }
      #expect(isOn == (first != (passed % 2 == 1)))
    }
  }

  /// A short window never ends before it begins.
  @Test func shortWindowsKeepTheirOrder() {
    let noon = windows("12:00-12:10", variation: .hours(6))
    let times = changes(DailyPattern(weekday: noon, weekend: noon), until: 1_000 * DailyPattern.day)
    #expect(times.count == 2_000)
    let middle: Int64 = 12 * Self.hour + 5 * Self.minute
    for time in times {
      let deviation: Int64 = time % DailyPattern.day - middle
      #expect(deviation.magnitude <= 10 * Self.minute.magnitude)
    }
  }

  // MARK: - Foreground sessions

  /// The visits of many weeks, as times of the week.
  private func visits(_ day: DeviceDay, weeks: Int, run: Int = 0) -> [Int64] {
    var visits = ForegroundSessions(day, startingAt: 0, random(run, "visits"))
    var times: [Int64] = []
    while visits.nextChange < Int64(weeks) * DailyPattern.week {
      if !visits.isOpen { times.append(visits.nextChange) }
      visits.flip()
    }
    return times
  }

  /// The number of visits equals the number in the scenario, on weekdays and on weekends.
  @Test func weekendDiffers() throws {
    let day = try day(
      """
      scenarios:
        day:
          foregroundSessions: { perDay: 2.3, duration: 1s, between: "08:00-20:00" }
          weekend: { foregroundSessions: { perDay: 0.4, between: "23:00-01:00" } }
      """)
    let weeks = Self.draws / 5
    let times = visits(day, weeks: weeks)
    let weekend = times.filter { DeviceDay.isWeekend(($0 - Self.hour) / DailyPattern.day) }
    let weekdays = times.count - weekend.count
    // A day has two or three visits, so the variance of its number of visits is 0.3 · 0.7.
    #expect(isLikely(Double(weekdays), 11.5 * Double(weeks), draws: 5 * weeks, variance: 0.21))
    #expect(isLikely(Double(weekend.count), 0.8 * Double(weeks), draws: 2 * weeks, variance: 0.24))
    for time in weekend {
      let clock = time % DailyPattern.day
      #expect(clock >= 23 * Self.hour || clock <= Self.hour)
    }
  }

  @Test func forceQuitsAreAShareOfVisits() throws {
    let day = try day(
      "scenarios: { day: { foregroundSessions: { perDay: 1, duration: 1s }, forceQuitShare: 10% } }")
    var visits = ForegroundSessions(day, startingAt: 0, random(0, "visits"))
    var quits = 0
    for _ in 0..<Self.draws {
      if visits.endsInForceQuit { quits += 1 }
      visits.flip()
      visits.flip()
    }
    #expect(isLikely(Double(quits), 400, draws: Self.draws, variance: 0.09))
  }

  /// If the scenario states exact times of visits, the visits vary only if the scenario sets a variation.
  @Test func exactVisitsVaryOnlyWhereTheyMay() throws {
    let exact = try day("scenarios: { day: { foreground: [{ at: 10m, for: 12s }, { at: 1h, for: 5s }] } }")
    #expect(visits(exact, weeks: 1) == [600_000, 3_600_000])
    let varied = try day(
      "scenarios: { day: { foreground: [{ at: 10m, for: 12s }, { at: 1h, for: 5s }], variation: 5m } }")
    let runs = (0..<50).map { visits(varied, weeks: 1, run: $0) }
    #expect(Set(runs).count == 50)
    for run in runs {
      let shifts: [Int64] = [run[0] - 600_000, run[1] - 3_600_000]
      for shift in shifts { #expect(shift.magnitude <= 300_000) }
    }
  }

  // MARK: - Independence

  /// Each random number is a function of its day: no day depends on how many numbers another day draws.
  @Test func daysAreIndependent() throws {
    let few = try day("scenarios: { day: { foregroundSessions: { perDay: 1 } } }")
    let many = try day(
      "scenarios: { day: { foregroundSessions: { perDay: 1 }, weekend: { foregroundSessions: { perDay: 40 } } } }"
    )
    func weekdays(_ day: DeviceDay) -> [Int64] {
      visits(day, weeks: 8).filter { !DeviceDay.isWeekend($0 / DailyPattern.day) }
    }
    #expect(weekdays(few) == weekdays(many))
  }

  /// An additional habit does not change the random numbers of the other habits.
  @Test(arguments: [
    "lowPowerMode: [\"12:00-13:00\"]", "thermal: [\"12:00-13:00\"]", "hotspot: [\"12:00-13:00\"]",
    "forceQuitShare: 50%",
    "rebootsPerWeek: 7", "cellular: []", "lowDataMode: [\"12:00-13:00\"]", "use: high",
    "backgroundRefresh: false",
    "battery: { drainPerHour: 10% }",
  ])
  func habitsAreIndependent(_ key: String) throws {
    let plain = try day("scenarios: { day: { extends: commuter, use: low } }")
    let other = try day("scenarios: { day: { extends: commuter, \(key) } }")
    #expect(visits(plain, weeks: 4) == visits(other, weeks: 4))
    for habit in [\DayHabits.wifi, \DayHabits.charging] {
      #expect(
        changes(DailyPattern(plain, habit), until: 4 * DailyPattern.week)
          == changes(DailyPattern(other, habit), until: 4 * DailyPattern.week))
    }
  }

  /// Random numbers of neighboring days, indices, runs and habits are uncorrelated.
  @Test(arguments: [0, 1, 2, 3])
  func numbersAreUncorrelated(_ kind: Int) {
    var sum = 0.0
    for index in 0..<Self.draws {
      let number = random(0).deviation(day: Int64(index), index: 0)
      let other =
        switch kind {
        case 0: random(0).deviation(day: Int64(index + 1), index: 0)
        case 1: random(0).deviation(day: Int64(index), index: 1)
        case 2: random(1).deviation(day: Int64(index), index: 0)
        default: random(0, "other").deviation(day: Int64(index), index: 0)
        }
      sum += number * other
    }
    #expect(isLikely(sum, 0, draws: Self.draws, variance: 1.0 / 9))
  }

  // MARK: - Reboots and the battery

  @Test(arguments: [0.5, 3, 20])
  func rebootsComeAtTheirRate(_ perWeek: Double) {
    var reboots = Reboots(perWeek: perWeek, startingAt: 3 * DailyPattern.day, random(0))
    var count = 0
    var last: Int64 = 0
    while reboots.next < Int64(Self.draws - 3) * DailyPattern.day {
      #expect(reboots.next > last)
      last = reboots.next
      count += 1
      reboots.advance()
    }
    let share: Double = (perWeek / 7).truncatingRemainder(dividingBy: 1)
    let days: Int = Self.draws - 3
    #expect(isLikely(Double(count), perWeek / 7 * Double(days), draws: days, variance: share * (1 - share)))
  }

  @Test func neverMeansNoReboot() {
    #expect(Reboots(perWeek: 0, startingAt: 0, random(0)).next == .never)
  }

  /// A full battery that loses 5 % an hour from 07:00 has 20 % left at 23:00, and the charge is never lower than at 23:00.
  @Test func batteryFollowsPower() {
    let charging = DailyPattern([ClockWindow(start: 23 * 60, end: 7 * 60)])
    let habits = BatteryHabits(drainPerHour: 0.05, chargePerHour: 0.5, levelAtStart: nil)
    let pattern = BatteryPattern(habits, charging: charging)
    for (hour, level) in [
      (7, 1.0), (8, 0.95), (17, 0.5), (23, 0.2), (24, 0.7), (25, 1), (30, 1), (5 * 24 + 17, 0.5),
    ] {
      let error: Double = pattern.level(at: Int64(hour) * Self.hour) - level
      #expect(error.magnitude < 1e-9, "\(hour)")
    }
    var battery = Battery(pattern, critical: 0.3, startingAt: 17 * Self.hour, isCharging: false)
    #expect(!battery.isLow)
    #expect(battery.nextChange == 4 * Self.hour)
    battery.flip()
    #expect(battery.isLow)
    #expect(battery.nextChange == .never)
    battery.setCharging(true, at: 6 * Self.hour)
    let level: Double = battery.level(at: 6 * Self.hour)
    #expect((level - 0.2).magnitude < 1e-9)
    let change: Int64 = battery.nextChange - 6 * Self.hour - 12 * Self.minute
    #expect(change.magnitude <= 1)
    battery.flip()
    #expect(!battery.isLow)
    #expect(battery.level(at: 20 * Self.hour) == 1)
  }

  @Test func levelAtTheStartMayBeSet() {
    let charging = DailyPattern([ClockWindow(start: 23 * 60, end: 7 * 60)])
    let habits = BatteryHabits(drainPerHour: 0.05, chargePerHour: 0.5, levelAtStart: 0.1)
    let battery = Battery(
      BatteryPattern(habits, charging: charging), critical: 0.2, startingAt: 12 * Self.hour, isCharging: false
    )
    #expect(battery.isLow)
  }

  /// A device that is never on power is charged at unknown times.
  @Test func batteryOfUnknownChargingLasts() {
    let habits = BatteryHabits(drainPerHour: 0.05, chargePerHour: 0.5, levelAtStart: nil)
    let battery = Battery(
      BatteryPattern(habits, charging: DailyPattern([])), critical: 0.2, startingAt: 0, isCharging: false)
    #expect(!battery.isLow)
    #expect(battery.nextChange == .never)
  }
}
