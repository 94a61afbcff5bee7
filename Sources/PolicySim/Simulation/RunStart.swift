/// The start of a run, which is the same for all models of a policy on the same day: its random numbers, its device, and the visit in which
/// the work of transfers that start in the foreground comes up for the first time.
struct RunStart: Sendable {
  let seed: UInt64
  let run: Int
  let device: Device
  /// The start of the visit in which the work of transfers that start in the foreground first comes up; 0 if
  /// no work starts in a visit.
  let visit: Instant
  /// The values on which the device depends.
  private let inputs: DeviceModel.Inputs

  /// The start of a run on the device of a model.
  init(_ model: SimulationModel, seed: UInt64, run: Int) {
    self.seed = seed
    self.run = run
    inputs = model.device.inputs
    device = Device(model.device, seed: seed, run: run)
    guard model.needsVisit else {
      visit = 0
      return
    }
    // Each visit of a day is equally likely. Taking the next visit would choose the first visit of a day too often.
    var random = RandomStream(seed: seed, run: run, key: HabitKeys.firstVisit)
    visit = device.foregroundSessions.start(after: random.below(model.device.foregroundSessions.mostPerDay))
  }

  /// Whether a run of another model of the same policy on the same day has the same start.
  func isStart(of model: SimulationModel) -> Bool { inputs == model.device.inputs }

  /// The random numbers of a key.
  func stream(_ key: UInt64) -> RandomStream { RandomStream(seed: seed, run: run, key: key) }

  /// The random numbers of a habit's key.
  func habit(_ key: UInt64) -> RandomHabit { RandomHabit(seed: seed, run: run, key: key) }
}
