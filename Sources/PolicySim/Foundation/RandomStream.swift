internal import Quantities

/// Random numbers that are the same on every machine: xoshiro256**, seeded through SplitMix64.
///
/// Each declaration draws from its own stream, so a new declaration does not change the numbers of existing declarations.
struct RandomStream: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// The stream of a name in a run.
  init(seed: UInt64, run: Int, name: String) {
    self.init(seed: seed, run: run, key: Self.key(of: name))
  }

  /// The key of a name's streams, which is the same in all runs.
  static func key(of name: String) -> UInt64 {
    var hash = FNV1a()
    hash.combine(name.utf8)
    return hash.value
  }

  /// The stream of a key in a run.
  init(seed: UInt64, run: Int, key: UInt64) {
    var source = seed &+ key &+ UInt64(bitPattern: Int64(run)) &* 0xD134_2543_DE82_EF95
    func next() -> UInt64 {
      source &+= 0x9E37_79B9_7F4A_7C15
      var mixed = source
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    state = (next(), next(), next(), next())
  }

  mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// A number from 0 up to, but not including, 1.
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A whole number from 0 up to, but not including, `bound`; 0 for a bound below 1.
  mutating func below(_ bound: Int64) -> Int64 {
    guard bound > 0 else { return 0 }
    return Int64(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of the normal distribution with mean 0 and variance 1.
  mutating func normal() -> Double {
    // Marsaglia's polar method.
    while true {
      let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
      let square = x * x + y * y
      if square > 0, square < 1 { return x * (-2 * naturalLog(square) / square).squareRoot() }
    }
  }

  /// A number within bounds.
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}
