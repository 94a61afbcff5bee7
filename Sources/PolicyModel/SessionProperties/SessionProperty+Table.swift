package import PlatformFacts
internal import Quantities

extension SessionProperty {
  /// The properties of `URLSessionConfiguration`, in the order in which generated code sets them.
  package static let all = transferProperties + requestProperties

  /// The property to which Apple gives a name; `nil` if the language doesn't have the property.
  package static func named(_ name: String) -> SessionProperty? { all.first { "\($0.name)" == name } }

  /// The systems that have a property, if the property is newer than iOS 12 or missing on a platform; otherwise `nil`.
  package static func scarceAvailability(of name: StaticString) -> Availability? {
    let scarce = scarce
    for index in scarce.indices where scarce[index].name.isEqual(to: name) {
      return scarce[index].availability
    }
    return nil
  }

  /// The properties that are newer than iOS 12, or that a platform lacks.
  private static let scarce = all.filter { property in
    let introduced = property.availability.introduced
    return Platform.allCases.contains { introduced[$0] == nil }
      || introduced[.iOS].map { $0 > Version(12) } ?? true
  }.map { (name: $0.name, availability: $0.availability) }

  /// Whether generated code leaves a property to the app.
  package static func isLeftToApp(_ name: StaticString) -> Bool {
    leftToApp.contains { $0.isEqual(to: name) }
  }

  private static let leftToApp = all.filter { !$0.isGenerated }.map(\.name)
}
