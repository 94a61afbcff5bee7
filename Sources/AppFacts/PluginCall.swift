/// A call in JavaScript, Dart, Kotlin or C# of a function that is known to work in the background.
///
/// These languages are not read as a whole: only the calls of the functions in `PlatformFacts.pluginFunctions` are found, by their names and
/// the file's imports.
package struct PluginCall: Equatable, Sendable {
  /// The package or framework that declares the function, such as `expo-location`; empty if the file does not show the package.
  package let package: String
  /// The function, such as `startLocationUpdatesAsync`.
  package let name: String
  /// The identifier that the call states, unresolved if the file does not show the text; `nil` if the function takes no identifier.
  package let identifier: FactValue?
  /// The name of the task that the call defines or registers, unresolved if the file does not show the text; `nil` if the function takes no
  /// such name.
  package let task: FactValue?
  /// Whether the file asks for the system that the app runs on, so that the call may run only on other
  /// systems.
  package let asksForSystem: Bool
  /// Whether the call is in a component of React, or in an effect of a component.
  package let isInComponent: Bool
  /// The function around the call, if the file's global scope does not contain the call, and no code that runs when the files of the app are
  /// loaded leads to the function.
  package let uncalledFunction: String?
  /// The place at which code that runs in the background reads what the call saves, and can't read it while the device is locked.
  package let lockedUse: FactLocation?
  /// Whether the call passes a function of Dart that is no entry point: a closure, or a function without the
  /// annotation of an entry point.
  package let lacksEntryPoint: Bool
  /// The package that the call's function uses, and that works through code of the system, if the function runs in an engine of its own.
  package let plugin: String?
  /// Whether the call passes a function that calls none of the functions that end its work.
  package let lacksEnd: Bool
  /// The place of the function's name.
  package let location: FactLocation

  /// A call at a place.
  package init(
    _ package: String, _ name: String, identifier: FactValue? = nil, task: FactValue? = nil,
    asksForSystem: Bool = false,
    isInComponent: Bool = false, lacksEntryPoint: Bool = false, lacksEnd: Bool = false,
    plugin: String? = nil, uncalledFunction: String? = nil, lockedUse: FactLocation? = nil,
    at location: FactLocation
  ) {
    self.package = package
    self.name = name
    self.identifier = identifier
    self.task = task
    self.asksForSystem = asksForSystem
    self.isInComponent = isInComponent
    self.lacksEntryPoint = lacksEntryPoint
    self.lacksEnd = lacksEnd
    self.plugin = plugin
    self.uncalledFunction = uncalledFunction
    self.lockedUse = lockedUse
    self.location = location
  }
}
