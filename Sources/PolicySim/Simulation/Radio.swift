/// A radio that has to wake up before it carries items, and stays on for a while afterwards.
struct Radio: Sendable {
  private let settings: RadioSettings
  /// The index of the last job for which the radio carried items.
  private var last: Int?
  private var idleSince: Instant?

  init(_ settings: RadioSettings) {
    self.settings = settings
  }

  /// Begins or continues to carry items; charges the job of the first item if the radio has to wake up.
  @inline(__always)
  mutating func begin(at now: Instant, for job: Int, _ jobs: inout RunBuffer<Job>) {
    defer {
      last = job
      idleSince = nil
    }
    guard let idleSince else {
      if last == nil { wake(for: job, &jobs) }
      return
    }
    let gap = now - idleSince
    payTail(min(gap, settings.tailTime), &jobs)
    if gap > settings.tailTime { wake(for: job, &jobs) }
  }

  /// Stops carrying items.
  @inline(__always)
  mutating func idle(since now: Instant) {
    if idleSince == nil { idleSince = now }
  }

  /// Charges a job for bytes, and for its share of the radio's time in milliseconds.
  @inline(__always)
  func carry(_ bytes: Double, for time: Double, isUpload: Bool, _ job: inout Job) {
    let power = isUpload ? settings.sendPower : settings.receivePower
    let perByte = isUpload ? settings.sendEnergy : settings.receiveEnergy
    job.radioTime += time
    job.energy += power * time / 1_000 + perByte * bytes
  }

  /// Charges a job for its share of the time in milliseconds in which the radio waits for a server.
  func wait(for time: Double, _ job: inout Job) {
    job.radioTime += time
    job.energy += settings.tailPower * time / 1_000
  }

  /// Whether later items can't change the radio's charges for counted jobs. While the radio is still on after an item of a counted job,
  /// later items can change the charges.
  func owesNothing(at now: Instant, _ isCounted: (Int) -> Bool) -> Bool {
    guard let last, isCounted(last) else { return true }
    return idleSince.map { now - $0 >= settings.tailTime } ?? false
  }

  /// Charges the last tail, which lasts its full time.
  mutating func finish(_ jobs: inout RunBuffer<Job>) {
    payTail(settings.tailTime, &jobs)
    last = nil
    idleSince = nil
  }

  private func wake(for job: Int, _ jobs: inout RunBuffer<Job>) {
    jobs[job].radioTime += Double(settings.wakeTime)
    jobs[job].energy += settings.wakePower * Double(settings.wakeTime) / 1_000
  }

  private func payTail(_ time: Int64, _ jobs: inout RunBuffer<Job>) {
    guard let last else { return }
    jobs[last].radioTime += Double(time)
    jobs[last].energy += settings.tailPower * Double(time) / 1_000
  }
}
