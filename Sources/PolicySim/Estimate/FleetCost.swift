internal import PlatformFacts
internal import PolicyModel

/// The bytes that a number of users transfer over cellular in a day, and their price.
package struct FleetCost: Sendable {
  /// The number of users.
  package let users: Double
  /// The bytes of all users.
  package let bytes: Double
  /// The price of a gigabyte, in the currency of the policy's author.
  package let pricePerGigabyte: Double

  /// The price of all bytes.
  package var price: Double { bytes / 1e9 * pricePerGigabyte }
}

extension Estimate {
  /// The price of the bytes over cellular in a day; `nil` if no price is set.
  package var fleetCost: FleetCost? {
    let price = parameters[.cellularPrice]
    guard price > 0 else { return nil }
    let users = parameters[.users]
    return FleetCost(users: users, bytes: totals[.cellularBytesPerDay].value * users, pricePerGigabyte: price)
  }
}
