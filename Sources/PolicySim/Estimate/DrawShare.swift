internal import Quantities

/// The share of the draws of uncertain parameters in which something holds, with the noise of the share.
struct DrawShare: Hashable, Sendable {
  /// The share, from 0 to 1.
  let value: Double
  /// The standard error of the share with other random numbers.
  let standardError: Double

  /// The share of draws for which a condition holds. Two draws whose numbers differ by a multiple of `groups` use the devices of the same
  /// runs.
  init(_ holds: [Bool], inGroups groups: Int) {
    let count = Double(max(1, holds.count))
    let share = Double(holds.count { $0 }) / count
    value = share
    // All draws of a group use the same devices, so chance in the devices affects these draws alike.
    let groups = max(1, min(groups, holds.count))
    let errors = (0..<groups).map { group in
      stride(from: group, to: holds.count, by: groups).reduce(0) { $0 + (holds[$1] ? 1 : 0) - share }
    }
    let squares = errors.reduce(0) { $0 + $1 * $1 }
    let ofGroups = groups > 1 ? squares * Double(groups) / Double(groups - 1) / (count * count) : 0
    standardError = max(share * (1 - share) / count, ofGroups).squareRoot()
  }

  /// The share that other random numbers fall below with a probability of only 1 %.
  var leastLikely: Double { value - NormalDistribution.quantile99 * standardError }
  /// The share that other random numbers exceed with a probability of only 1 %.
  var mostLikely: Double { value + NormalDistribution.quantile99 * standardError }
}
