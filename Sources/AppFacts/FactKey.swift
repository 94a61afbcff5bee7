/// The name of a value of facts, with the type of the value.
///
/// The compiler rejects a misspelled name. The documentation of each kind of fact explains its values.
package struct FactKey<Content: FactContent>: Sendable {
  /// The name in the format.
  package let name: String

  init(_ name: String) { self.name = name }
}

/// A type that the content of a fact's value can have.
package protocol FactContent: Sendable {
  /// The content of a value; `nil` if the value has another type, or is unresolved.
  init?(_ value: FactValue)
  /// The content in the form in which facts keep it.
  var content: FactValue.Content { get }
}

extension Bool: FactContent {
  /// The truth of a value; `nil` if the value has another type, or is unresolved.
  package init?(_ value: FactValue) {
    guard let isTrue = value.bool else { return nil }
    self = isTrue
  }

  /// The truth value in the form in which facts keep it.
  package var content: FactValue.Content { .bool(self) }
}

extension String: FactContent {
  /// The text of a value; `nil` if the value has another type, or is unresolved.
  package init?(_ value: FactValue) {
    guard let text = value.string else { return nil }
    self = text
  }

  /// The text in the form in which facts keep it.
  package var content: FactValue.Content { .string(self) }
}

extension FactContent where Self: RawRepresentable<String> {
  /// The word that a value denotes; `nil` if the value denotes no word of this type, or is unresolved.
  package init?(_ value: FactValue) {
    guard let word = value.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = word
  }

  /// The word in the form in which facts keep it.
  package var content: FactValue.Content { .string(rawValue) }
}

extension CodeFact {
  /// The content of a value that occurs once; `nil` if the code does not state the value, or if the value is unresolved.
  package subscript<Content>(_ key: FactKey<Content>) -> Content? { stated(key).flatMap(Content.init) }

  /// A value that occurs once, with its place; `nil` if the code does not state the value.
  package func stated<Content>(_ key: FactKey<Content>) -> FactValue? { self[key.name] }

  /// All values of a key that may occur several times, in their order.
  package func all<Content>(_ key: FactKey<Content>) -> [FactValue] {
    values.filter { $0.key == key.name }.map(\.value)
  }
}

extension FactEntry {
  /// An entry with a key and a known content, at the place of the content.
  package init<Content>(_ key: FactKey<Content>, _ content: Content, at location: FactLocation) {
    self.init(key.name, FactValue(content.content, .literal, at: location))
  }
}

// MARK: - Keys

extension FactKey<Bool> {
  /// Whether the moments of a fact are complete: every way to the code is known.
  package static let knowsMoments = FactKey("knowsMoments")
  /// Whether each moment of a fact rests on the names of a function or argument of another module.
  package static let guessesMoments = FactKey("guessesMoments")
  /// Whether a launch handler is certainly registered, or a session made, more than once in a process.
  package static let repeats = FactKey("repeats")
}

extension FactKey<Bool> {
  /// Whether a task is completed, or a background task is ended, while work still runs; the place is the place of the completion.
  package static let completesAtOnce = FactKey("completesAtOnce")
  /// Whether a push or fetch is completed when its asynchronous method returns.
  package static let returns = FactKey("returns")
  /// Whether a task that is completed is completed a second time on the same path through the code; the place is the place of the second
  /// completion.
  package static let completesAgain = FactKey("completesAgain")
  /// Whether a background task of UIKit may begin while an earlier task runs, so that the earlier identifier is lost; for the tasks of a watch
  /// app, whether a property keeps one task after the other, at the place that keeps a task.
  package static let overwritten = FactKey("overwritten")
  /// Whether code drops the identifier of a background task of UIKit, so that nothing can end the task.
  package static let dropped = FactKey("dropped")
  /// Whether code reads the push token of a Live Activity right after it has requested the activity; the place is the place of the read.
  package static let readsToken = FactKey("readsToken")
  /// Whether a launch handler completes its task after a failure without a submission of the next request, which another way submits; the
  /// place is the place of the completion.
  package static let withoutNext = FactKey("withoutNext")
  /// Whether a launch handler submits the next request only after it has completed its task; the place is the place of the submission.
  package static let submitsLate = FactKey("submitsLate")
  /// Whether a method of a watch app handles the events of its background sessions.
  package static let handlesSessions = FactKey("handlesSessions")
  /// Whether a `return` in a loop over the tasks of a watch app leaves the remaining tasks; the place is the place of the `return`.
  package static let leavesOthers = FactKey("leavesOthers")
  /// Whether an application delegate belongs to an app of SwiftUI that makes no delegate.
  package static let notMade = FactKey("notMade")
  /// Whether a handler does nothing but pass its arguments on to code that was not found.
  package static let forwards = FactKey("forwards")
  /// Whether code asks the Info.plist for the app's background modes before it uses one.
  package static let checksModes = FactKey("checksModes")
  /// Whether a method for pushes of PushKit passes the push on to a package that is known to report no call, and calls no other code that was
  /// not found.
  package static let callsKnown = FactKey("callsKnown")
  /// Whether the type with a method for silent pushes also has the method that receives the token of the registration, or whether code waits
  /// for the token of a Live Activity.
  package static let expectsToken = FactKey("expectsToken")
  /// Whether the code ends the request of an app extension without waiting for a transfer that it has started.
  package static let outlivesRequest = FactKey("outlivesRequest")
  /// Whether code removes the file of an upload right after the upload has started; the place is the place of the removal.
  package static let removesFile = FactKey("removesFile")
  /// Whether a method of the application delegate is in a scene delegate, where nothing calls it.
  package static let sceneDelegate = FactKey("sceneDelegate")
  /// Whether code of the same file asks whether the app is in the foreground.
  package static let checksState = FactKey("checksState")
  /// Whether a transfer runs on a session that is known not to be a background session.
  package static let foreground = FactKey("foreground")
  /// Whether code that begins a background task of UIKit starts a transfer for each element of a list.
  package static let underBackgroundTask = FactKey("underBackgroundTask")
  /// Whether a launch handler completes its task before it returns, and neither starts work nor waits for work.
  package static let synchronous = FactKey("synchronous")
  /// Whether a launch handler does nothing but complete its task, submit and cancel requests, and write to a log.
  package static let idle = FactKey("idle")
  /// Whether every launch of the app cancels a request.
  package static let atEachLaunch = FactKey("atEachLaunch")
  /// Whether only the expiration handlers of background tasks cancel a request.
  package static let atExpiration = FactKey("atExpiration")
  /// Whether the main thread waits for code that needs the main thread; the place is the place of that code.
  package static let needsMain = FactKey("needsMain")
  /// Whether a background task of UIKit begins only while its identifier is invalid, and no code makes the identifier invalid again.
  package static let neverReset = FactKey("neverReset")
  /// Whether the end of each transfer starts the next transfer, and no loop starts the transfers.
  package static let chained = FactKey("chained")
  /// Whether the enclosing code isolates a launch handler to the main actor; Swift checks the isolation when the handler runs.
  package static let mainActor = FactKey("mainActor")
  /// Whether code invalidates a session that other code uses for the life of the app; the place is the place of the invalidation.
  package static let invalidated = FactKey("invalidated")
  /// Whether code starts a process of generated code.
  package static let starts = FactKey("starts")
  /// Whether code of the app that is in use calls a function of generated code.
  package static let isConnected = FactKey("isConnected")
  /// Whether the start of a process of generated code registers launch handlers.
  package static let registers = FactKey("registers")
  /// Whether code also uses a type that sets the category of the audio session by itself, or that plays outside the app.
  package static let ownSession = FactKey("ownSession")
  /// Whether any code of the app asks for the authorization to use locations always.
  package static let always = FactKey("always")
  /// Whether any code of the app asks for the authorization to use locations.
  package static let isAuthorized = FactKey("isAuthorized")
  /// Whether any code of the app lets live updates of Core Location continue in the background.
  package static let continues = FactKey("continues")
  /// Whether a notification service extension delivers its notification when time is up, or in less time.
  package static let expires = FactKey("expires")
  /// Whether Core Location may pause updates that continue in the background.
  package static let pauses = FactKey("pauses")
  /// Whether the notifications of a subscription of CloudKit neither ask for a silent push nor show anything.
  package static let sendsNothing = FactKey("sendsNothing")
  /// Whether the notifications of a subscription of CloudKit only ask for silent pushes, which no part of CloudKit receives for the app.
  package static let isSilent = FactKey("isSilent")
  /// Whether an application delegate of Flutter keeps the token of APNs from the plugins; the place is the place of the method.
  package static let keepsToken = FactKey("keepsToken")
  /// Whether any code of the app passes the token of APNs on to a dependency.
  package static let passesToken = FactKey("passesToken")
  /// Whether a launch handler sets the expiration handler of its task only after its work; the place is the place of the assignment.
  package static let expirationAfterWork = FactKey("expirationAfterWork")
  /// Whether any code of the app has a query of HealthKit that can receive updates.
  package static let observed = FactKey("observed")
  /// Whether a scan is for the peripherals of all services.
  package static let allServices = FactKey("allServices")
  /// Whether any code of the app connects to Bluetooth peripherals.
  package static let connects = FactKey("connects")
  /// Whether code of the app also sends data that waits for the other device.
  package static let alternative = FactKey("alternative")
  /// Whether WidgetKit never asks for a timeline again, although the provider reads data.
  package static let endsForGood = FactKey("endsForGood")
  /// Whether code uses protected data in the background; the place is the place of the use.
  package static let use = FactKey("use")
  /// Whether code of the app receives the state of a Bluetooth manager that the system restores.
  package static let restores = FactKey("restores")
  /// Whether any code of the app registers plugins of Flutter for work in the background.
  package static let registersPlugins = FactKey("registersPlugins")
  /// Whether code runs only after a person has allowed notifications.
  package static let needsPermission = FactKey("needsPermission")
  /// Whether any code of the app handles notifications that people see.
  package static let showsAlerts = FactKey("showsAlerts")
  /// Whether only a method that nothing calls would call a stored completion handler; the place is the place of the method.
  package static let idleCaller = FactKey("idleCaller")
  /// Whether a launch handler keeps its task in a property, and no code of the app sets an expiration handler.
  package static let keepsWithoutExpiration = FactKey("keepsWithoutExpiration")
  /// Whether the provider of a widget's timelines asks for its own next timeline at once.
  package static let reloadsItself = FactKey("reloadsItself")
  /// Whether nothing starts a transfer.
  package static let neverResumed = FactKey("neverResumed")
  /// Whether code of the app empties the folder with the file of an upload; the place is the place of the removal.
  package static let removesFolder = FactKey("removesFolder")
  /// Whether code that runs as the app ends waits, so that a transfer may go out.
  package static let waits = FactKey("waits")
  /// Whether code schedules a timer on a thread of a queue, whose run loop nothing runs.
  package static let withoutRunLoop = FactKey("withoutRunLoop")
  /// Whether a player repeats a sound that a person can't hear.
  package static let silent = FactKey("silent")
  /// Whether the main thread waits for data from the network.
  package static let loads = FactKey("loads")
  /// Whether an expiration handler waits for work.
  package static let inExpiration = FactKey("inExpiration")
  /// Whether the code may also make a session with an identifier of an earlier launch.
  package static let handedBack = FactKey("handedBack")
}

extension FactKey<CallReport> {
  /// The time at which a method that receives a push for a call reports the call.
  package static let reports = FactKey("reports")
}

/// The time at which code that receives a push for a call reports the call to the system.
package enum CallReport: String, FactContent {
  /// The code reports the call before the code returns.
  case now
  /// Only code that runs after the method has returned reports the call.
  case later
  /// Nothing in the app reports a call.
  case never
  /// Neither the code nor code that it runs reports a call, and other code of the app does.
  case nowhere
}

extension FactKey<ExpirationOutcome> {
  /// The effect of an expiration handler before it returns.
  package static let expiration = FactKey("expiration")
}

/// The effect of an expiration handler before it returns.
package enum ExpirationOutcome: String, FactContent {
  /// The handler ends the task, or the work of a task that ends by itself.
  case ends
  /// The handler ends the task only after the handler has returned.
  case later
  /// The handler does nothing, or only logs.
  case nothing
  /// The handler runs code that was not found.
  case unknown
}

extension FactKey<String> {
  /// The identifier of a task whose launch handler submits a request. It occurs once for each task.
  package static let handler = FactKey("handler")
  /// The name of a target whose own code leads to code that several targets compile. It occurs once for each target.
  package static let process = FactKey("process")
  /// The only identifier of a session whose events a method does not turn away.
  package static let accepts = FactKey("accepts")
  /// The full name of a method.
  package static let method = FactKey("method")
  /// The place of a submission, as `file:line`, after which the same code always cancels the request, or that a launch handler makes. It occurs
  /// once for each submission.
  package static let submission = FactKey("submission")
  /// The place of a registration, as `file:line`, that a launch makes only after it has submitted the request. It occurs once for each
  /// registration.
  package static let registration = FactKey("registration")
}
