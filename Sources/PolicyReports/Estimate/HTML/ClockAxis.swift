internal import Quantities

/// The time axis of a run: times of day if the run is long enough and has times of day, otherwise the time
/// since the run's start.
struct ClockAxis {
  private let length: Double
  private let clock: Int64?

  private static let hour: Int64 = 3_600_000
  private static let day = TimeSpan.millisecondsPerDay

  init(length: Int64, clock: Int64?) {
    self.length = Double(max(1, length))
    self.clock = length >= 2 * Self.hour ? clock : nil
  }

  /// The position of a time on the axis in percent. The time is in milliseconds from the start.
  func position(_ time: Int64) -> Double { min(100, max(0, Double(time) / length * 100)) }

  /// The labeled times.
  var ticks: [TimeAxis.Tick] {
    guard let clock else { return TimeAxis(linear: length / 1_000).ticks }
    let steps = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336].map { $0 * Self.hour }
    let step = steps.first { length / Double($0) <= 9 } ?? Int64(length) / 9
    var ticks: [TimeAxis.Tick] = []
    var narrow = -Double.infinity
    var time = (clock / step + 1) * step
    while Double(time - clock) <= length {
      let position = self.position(time - clock)
      if position <= 97 {
        let fits = position - narrow >= (step >= Self.day ? 20 : 22)
        if fits { narrow = position }
        ticks.append(TimeAxis.Tick(position: position, label: label(time, step), isWideOnly: !fits))
      }
      time += step
    }
    return ticks
  }

  /// A time of day. Midnight is labeled with the number of the day that begins.
  private func label(_ time: Int64, _ step: Int64) -> String {
    time % Self.day == 0 ? "day \(time / Self.day + 1)" : String(TraceText.clock(time).prefix(5))
  }

  /// The positions of the beginnings of days, in percent of the axis.
  var midnights: [Double] {
    guard let clock else { return [] }
    let first = (clock / Self.day + 1) * Self.day - clock
    let times = Array(stride(from: first, to: Int64(length), by: Int(Self.day)))
    return times.count > 40 ? [] : times.map { position($0) }
  }
}
