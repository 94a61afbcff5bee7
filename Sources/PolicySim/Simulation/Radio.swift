/// A radio that has to wake before it carries anything and stays on for a while after.
struct Radio: Sendable {
  private let settings: RadioSettings
  /// The occurrence that it carried something for last.
  private var last: Int?
  private var idleSince: Instant?

  init(_ settings: RadioSettings) {
    self.settings = settings
  }

  /// Starts to carry something for an occurrence, or goes on with it.
  @inline(__always)
  mutating func begin(at now: Instant, for occurrence: Int, _ occurrences: inout Pool<Occurrence>) {
    defer {
      last = occurrence
      idleSince = nil
    }
    guard let idleSince else {
      if last == nil { wake(for: occurrence, &occurrences) }
      return
    }
    let gap = now - idleSince
    payTail(min(gap, settings.tailTime), &occurrences)
    if gap > settings.tailTime { wake(for: occurrence, &occurrences) }
  }

  /// Has nothing to carry from now on.
  @inline(__always)
  mutating func idle(since now: Instant) {
    if idleSince == nil { idleSince = now }
  }

  /// Pays for what it carried for an occurrence: `time` milliseconds of its own, and bytes.
  @inline(__always)
  func carry(_ bytes: Double, for time: Double, isUpload: Bool, _ occurrence: inout Occurrence) {
    let power = isUpload ? settings.sendPower : settings.receivePower
    let perByte = isUpload ? settings.sendEnergy : settings.receiveEnergy
    occurrence.radioTime += time
    occurrence.energy += power * time / 1_000 + perByte * bytes
  }

  /// Whether what is still to pay does not depend on what it carries from now on.
  func owesNothing(at now: Instant, _ isCounted: (Int) -> Bool) -> Bool {
    guard let last, isCounted(last) else { return true }
    return idleSince.map { now - $0 >= settings.tailTime } ?? false
  }

  /// Pays for the last tail, which nothing interrupts.
  mutating func finish(_ occurrences: inout Pool<Occurrence>) {
    payTail(settings.tailTime, &occurrences)
    last = nil
    idleSince = nil
  }

  private func wake(for occurrence: Int, _ occurrences: inout Pool<Occurrence>) {
    occurrences[occurrence].radioTime += Double(settings.wakeTime)
    occurrences[occurrence].energy += settings.wakePower * Double(settings.wakeTime) / 1_000
  }

  private func payTail(_ time: Int64, _ occurrences: inout Pool<Occurrence>) {
    guard let last else { return }
    occurrences[last].radioTime += Double(time)
    occurrences[last].energy += settings.tailPower * Double(time) / 1_000
  }
}
