/// The random numbers of one habit of a device in a run, such as its charging hours.
///
/// Each number is a function of its day and its index, so no day depends on how many numbers another day used, and no habit depends on
/// another habit.
struct RandomHabit: Sendable {
  private let origin: UInt64

  /// The random numbers of the habit with a name in a run.
  init(seed: UInt64, run: Int, name: String) {
    self.init(seed: seed, run: run, key: RandomStream.key(of: name))
  }

  /// The random numbers of the habit with a key in a run.
  init(seed: UInt64, run: Int, key: UInt64) {
    var stream = RandomStream(seed: seed, run: run, key: key)
    origin = stream.next()
  }

  /// A random number from 0 up to, but not including, 1. Days before day 0 count down from -1.
  func unit(day: Int64, index: Int) -> Double {
    self.day(day).unit(index)
  }

  /// A random number from -1 up to, but not including, 1.
  func deviation(day: Int64, index: Int) -> Double { unit(day: day, index: index) * 2 - 1 }

  /// The random numbers of a day.
  @inline(__always)
  func day(_ day: Int64) -> Day {
    Day(origin: Self.mixed(origin &+ UInt64(bitPattern: day) &* 0x9E37_79B9_7F4A_7C15))
  }

  /// The random numbers of a day.
  struct Day {
    fileprivate let origin: UInt64

    /// A random number from 0 up to, but not including, 1.
    @inline(__always)
    func unit(_ index: Int) -> Double {
      let bits = RandomHabit.mixed(origin &+ UInt64(bitPattern: Int64(index)) &* 0xD134_2543_DE82_EF95)
      return Double(bits >> 11) * 0x1p-53
    }

    /// A random number from -1 up to, but not including, 1.
    @inline(__always)
    func deviation(_ index: Int) -> Double { unit(index) * 2 - 1 }
  }

  /// The finalizer of SplitMix64.
  @inline(__always)
  fileprivate static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
