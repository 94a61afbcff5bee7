internal import AppFacts

/// The functions and closures that the system calls, with the moments of these calls.
enum EntryMoments {
  /// The methods of delegates, by full name.
  static let methods: [String: Moment] = [
    // Launch
    "application(_:didFinishLaunchingWithOptions:)": .launch,
    "application(_:willFinishLaunchingWithOptions:)": .launch,
    "applicationDidFinishLaunching(_:)": .launch,
    "applicationDidFinishLaunching()": .launch,
    "load()": .launch,
    // After launch, without a person's action
    "application(_:configurationForConnecting:options:)": .afterLaunch,
    "scene(_:willConnectTo:options:)": .afterLaunch,
    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)": .afterLaunch,
    "application(_:didFailToRegisterForRemoteNotificationsWithError:)": .afterLaunch,
    "didRegisterForRemoteNotifications(withDeviceToken:)": .afterLaunch,
    "didInitializeImplicitFlutterEngine(_:)": .afterLaunch,
    "hostDidStart(_:)": .afterLaunch,
    "bridgeDidFinishLoad(_:)": .afterLaunch,
    "viewIsAppearing(_:)": .afterLaunch,
    "viewDidAppear(_:)": .afterLaunch,
    // Background and foreground: of the application delegate of UIKit, of scenes, and of watch apps
    "applicationDidEnterBackground(_:)": .applicationEnteringBackground,
    "applicationWillResignActive(_:)": .applicationResigningActive,
    "applicationWillEnterForeground(_:)": .applicationEnteringForeground,
    "applicationDidBecomeActive(_:)": .applicationEnteringForeground,
    "sceneDidEnterBackground(_:)": .enteringBackground,
    "sceneWillResignActive(_:)": .resigningActive,
    "sceneWillEnterForeground(_:)": .enteringForeground,
    "sceneDidBecomeActive(_:)": .enteringForeground,
    "applicationDidEnterBackground()": .enteringBackground,
    "applicationWillResignActive()": .resigningActive,
    "applicationWillEnterForeground()": .enteringForeground,
    "applicationDidBecomeActive()": .enteringForeground,
    // Work in the background
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": .push,
    "application(_:didReceiveRemoteNotification:)": .push,
    "didReceiveRemoteNotification(_:fetchCompletionHandler:)": .push,
    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)": .push,
    "pushRegistry(_:didReceiveIncomingPushWith:for:)": .push,
    "application(_:performFetchWithCompletionHandler:)": .fetch,
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)": .backgroundEvents,
    "application(_:handleEventsForBackgroundURLSession:)": .backgroundEvents,
    "urlSessionDidFinishEvents(forBackgroundURLSession:)": .backgroundEvents,
    // A person
    "application(_:open:options:)": .userAction,
    "application(_:continue:restorationHandler:)": .userAction,
    "application(_:performActionFor:completionHandler:)": .userAction,
    "scene(_:openURLContexts:)": .userAction,
    "scene(_:continue:)": .userAction,
    "windowScene(_:performActionFor:completionHandler:)": .userAction,
    "userNotificationCenter(_:didReceive:withCompletionHandler:)": .userAction,
    "tableView(_:didSelectRowAt:)": .userAction,
    "collectionView(_:didSelectItemAt:)": .userAction,
    "textFieldShouldReturn(_:)": .userAction,
    "documentPicker(_:didPickDocumentsAt:)": .userAction,
    "imagePickerController(_:didFinishPickingMediaWithInfo:)": .userAction,
    "picker(_:didFinishPicking:)": .userAction,
    // Other events
    "applicationWillTerminate(_:)": .terminating,
    "applicationDidReceiveMemoryWarning(_:)": .event,
    "applicationProtectedDataDidBecomeAvailable(_:)": .event,
    "userNotificationCenter(_:willPresent:withCompletionHandler:)": .event,
    "urlSession(_:task:didCompleteWithError:)": .event,
    "urlSession(_:downloadTask:didFinishDownloadingTo:)": .event,
    "locationManager(_:didUpdateLocations:)": .event,
    "sceneDidDisconnect(_:)": .event,
  ]

  /// The methods of view controllers that run before a view is on screen. The first view may be loaded while the app launches.
  private static let viewMethods: Set<String> = ["viewDidLoad()", "viewWillAppear(_:)"]

  /// The delegates of an app, which exist before the app has launched.
  private static let delegates = [
    "App", "UIApplicationDelegate", "WKApplicationDelegate", "WKExtensionDelegate", "NSApplicationDelegate",
    "FlutterAppDelegate", "RCTAppDelegate", "ExpoAppDelegate", "EXAppDelegateWrapper",
  ]

  /// The moment at which the system calls a function or initializes a property; `nil` if the system does neither.
  static func moment(of body: Body, _ program: Program) -> Moment? {
    guard body.outer == nil else { return nil }
    guard let function = body.function else { return body.property.flatMap { moment(of: $0, body, program) } }
    if body.types.isEmpty { return nil }
    let name = function.fullName
    // The methods of watchOS's delegates have no parameter: any class of the app may declare a method of the same name, and call it.
    if name.hasPrefix("application"), function.parameters.isEmpty, !isDelegate(body, program) { return nil }
    // Objective-C's runtime calls `+load`; another method may have the same name.
    let isLoad = function.context.isStatic && !body.file.path.hasSuffix(".swift")
    if let moment = methods[name], name != "load()" || isLoad {
      return function.isOfAppKit ? moment.ofAppKit : moment
    }
    if function.context.attributes.contains("IBAction") { return .userAction }
    if viewMethods.contains(name), program.showsViewsAfterLaunch { return .afterLaunch }
    if name == "main()", function.context.isStatic { return isMain(body, program) ? .launch : nil }
    if function.name == "init", function.parameters.isEmpty, isDelegate(body, program) { return .launch }
    if function.name == "init", isView(body, program) { return .afterLaunch }
    if name == "perform()", inherits(body, program, where: { $0.hasSuffix("Intent") }) { return .userAction }
    if name == "handle(_:)", function.parameters.first?.type?.contains("WKRefreshBackgroundTask") ?? false {
      return .handlerStart
    }
    if name == "handle(_:result:)", function.parameters.first?.type == "FlutterMethodCall" { return .event }
    if function.context.attributes.contains("objc"),
      inherits(
        body, program, where: { ["RCTEventEmitter", "RCTBridgeModule", "RCTViewManager"].contains($0) })
    {
      return .event
    }
    return nil
  }

  /// An app and its delegate initialize their stored properties before the app launches; a view does when SwiftUI creates the view.
  private static func moment(of property: Property, _ body: Body, _ program: Program) -> Moment? {
    guard !body.types.isEmpty, property.value != nil, !property.isLazy, !property.context.isStatic else {
      return nil
    }
    if isView(body, program) { return .afterLaunch }
    return property.context.attributes.contains("StateObject") || !isDelegate(body, program) ? nil : .launch
  }

  /// Whether a type is a SwiftUI view. The first scene of an app creates views.
  private static func isView(_ body: Body, _ program: Program) -> Bool {
    program.type(body.types, inherits: "View", from: body.file)
  }

  private static func isDelegate(_ body: Body, _ program: Program) -> Bool {
    delegates.contains { program.type(body.types, inherits: $0, from: body.file) }
  }

  private static func isMain(_ body: Body, _ program: Program) -> Bool {
    program.declarations(of: body.types, from: body.file).contains {
      $0.value.context.attributes.contains("main")
    }
  }

  private static func inherits(_ body: Body, _ program: Program, where matches: (String) -> Bool) -> Bool {
    program.inherited(by: body.types, from: body.file).contains { matches(Program.plain($0)) }
  }

  // MARK: - Closures

  /// The moment of a closure by the call that receives the closure; `nil` if the call does not decide the moment.
  static func moment(ofClosurePassedTo call: Call, label: String?) -> Moment? {
    switch call.name {
    case "beginBackgroundTask", "performExpiringActivity": return call.base == nil ? nil : .failure
    case "withTaskCancellationHandler" where label == "onCancel": return .failure
    case "onAppear", "task", "onFirstAppear": return call.base == nil ? nil : .afterLaunch
    case "onChange", "onReceive", "onDisappear", "setMethodCallHandler", "onPreferenceChange",
      "onScrollPhaseChange":
      return call.base == nil ? nil : .event
    case "Button", "UIAction", "UIAlertAction", "UIContextualAction", "UIKeyCommand", "UIBarButtonItem":
      return .userAction
    case "onTapGesture", "refreshable", "onSubmit", "onLongPressGesture", "onDelete", "onMove", "onOpenURL",
      "onContinueUserActivity", "onKeyPress", "onDrop", "dropDestination", "onCommand", "fileImporter",
      "accessibilityAction", "onPlayPauseCommand":
      return call.base == nil ? nil : .userAction
    case "scheduledTimer", "Timer": return .event
    default: return label == "action" && call.name.first?.isUppercase ?? false ? .userAction : nil
    }
  }

  // MARK: - Scene phases

  /// The moments of a branch that runs in certain phases of a scene; `nil` if the branch does not depend on the phase.
  static func moments(of frame: Frame, _ program: Program) -> [Moment]? {
    switch frame.kind {
    case .select(let subject, let one, let all) where isPhase(subject, in: frame, program):
      let named = one.patterns.isEmpty ? rest(of: all) : phases(one.patterns)
      return named.isEmpty ? nil : named
    case .branch(let conditions, isElse: false): return moments(of: conditions, in: frame, program)
    default: return nil
    }
  }

  /// The moments at which conditions on the phase of a scene hold; `nil` if no condition depends on the phase.
  static func moments(of conditions: [Condition], in frame: Frame, _ program: Program) -> [Moment]? {
    for condition in conditions {
      guard let value = condition.value else { continue }
      if condition.isPattern, isPhase(value, in: frame, program) {
        let found = phases([condition.pattern ?? ""])
        if !found.isEmpty { return found }
      }
      for case .binary("==", let left, let right) in value.conjuncts.map(\.form)
      where isPhase(left, in: frame, program) {
        let found = phases([right.text])
        if !found.isEmpty { return found }
      }
    }
    return nil
  }

  /// Whether an expression is SwiftUI's scene phase: by its name, or as a parameter of the closure of `onChange(of: scenePhase)`.
  static func isPhase(_ expression: Expression, in frame: Frame, _ program: Program) -> Bool {
    guard let name = expression.core.lastName else { return false }
    if name.lowercased().hasSuffix("phase") { return true }
    guard case .name = expression.core.form else { return false }
    for one in frame.chain {
      guard case .closure(let closure, let around, _) = one.kind else { continue }
      // The last parameter is the new value.
      guard name == closure.parameters.last?.name || closure.parameters.isEmpty && name.hasPrefix("$"),
        let call = around.flatMap({ program.callsByExpression[ObjectIdentifier($0)] }),
        call.name == "onChange", let observed = call["of"]
      else { return false }
      return observed.core.lastName?.lowercased().hasSuffix("phase") ?? false
    }
    return false
  }

  private static let phases: KeyValuePairs<String, Moment> = [
    "background": .enteringBackground, "inactive": .resigningActive, "active": .enteringForeground,
  ]

  /// The moments of `default`, which runs in the phases that no case names.
  private static func rest(of cases: [SwitchCase]) -> [Moment] {
    let named = cases.flatMap { phases($0.patterns) }
    return phases.map(\.value).filter { !named.contains($0) }
  }

  private static func phases(_ patterns: [String]) -> [Moment] {
    patterns.compactMap { pattern in
      let name = pattern.split(separator: " ").first?.split(separator: ".").last
      return phases.first { $0.key == name ?? "" }?.value
    }
  }
}

extension Function {
  /// Whether the function is a method of AppKit's application delegate, whose parameter is a notification instead of the application.
  fileprivate var isOfAppKit: Bool { parameters.first?.type?.hasSuffix("Notification") ?? false }
}

extension Moment {
  /// The moment at which AppKit calls the delegate method that UIKit calls at this moment.
  fileprivate var ofAppKit: Moment {
    switch self {
    case .applicationEnteringForeground: .enteringForeground
    case .applicationResigningActive: .resigningActive
    default: self
    }
  }
}

extension Program {
  /// Whether the views of the app come on screen only after the app has launched.
  ///
  /// An app that shows its window in its delegate's methods loads the first view while it launches.
  fileprivate var showsViewsAfterLaunch: Bool {
    !(callsByName["makeKeyAndVisible"] ?? []).contains { call in
      let body = call.frame.body
      return !type(body.types, inherits: "UIWindowSceneDelegate", from: body.file)
    }
  }
}

extension Expression {
  /// The parts of a conjunction, or the expression itself.
  fileprivate var conjuncts: [Expression] {
    if case .binary("&&", let left, let right) = core.form {
      left.conjuncts + right.conjuncts
    } else {
      [core]
    }
  }
}
