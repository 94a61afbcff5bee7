internal import PlatformFacts

/// Draws of all uncertain parameters together, spread evenly over their ranges.
///
/// The draws form a Latin hypercube: the range of each parameter is divided into as many equally likely parts as there are
/// draws, and each part has one value. The order of the parts is random for each parameter.
struct ParameterDraws: Sendable {
  /// The number of draws.
  static let count = 100
  /// The ranges of draws that a thread takes at a time.
  static let parts = (0..<count).divided(into: 5)

  let parameters: [UncertainParameter]
  /// The position of each parameter's value in its range, from 0 to 1, for each draw.
  private let positions: [[Double]]

  init(_ settings: Estimator.Settings) {
    parameters = UncertainParameter.all(in: settings)
    positions = parameters.map { Self.positions(of: $0, seed: settings.seed) }
  }

  private static func positions(of parameter: UncertainParameter, seed: UInt64) -> [Double] {
    // Each parameter has its own stream, so that an additional parameter does not change these draws.
    var stream = RandomStream(seed: seed, run: 0, name: "draw/\(parameter.name)")
    var parts = Array(0..<count)
    for index in parts.indices.reversed() { parts.swapAt(index, Int(stream.below(Int64(index + 1)))) }
    return parts.map { (Double($0) + stream.unit()) / Double(count) }
  }

  /// The position of a parameter's value in its range in each draw, from 0 to 1.
  func positions(ofParameter index: Int) -> [Double] { positions[index] }

  /// Settings with the values of a draw.
  func settings(_ settings: Estimator.Settings, draw: Int) -> Estimator.Settings {
    var drawn = settings
    for (parameter, positions) in zip(parameters, positions) {
      drawn.parameters.draw(parameter.value(at: positions[draw]), of: parameter.fact)
    }
    return drawn
  }
}
