/// The only table of Apple's names in Swift that differ from the names in Objective-C.
///
/// The table has the names that recognizers and evaluators look for. Other methods keep the parts of their selectors: `load:from:` is
/// `load(_:from:)`, and `initWithName:age:` is `init(name:age:)`.
enum AppleNames {
  // MARK: - Methods

  /// The methods by selector. A label `-` is an argument that Swift does not have, such as a pointer for an error.
  static let methods: [String: String] = [
    // Background tasks
    "registerForTaskWithIdentifier:usingQueue:launchHandler:":
      "register(forTaskWithIdentifier:using:launchHandler:)",
    "submitTaskRequest:error:": "submit(_:-:)",
    "cancelTaskRequestWithIdentifier:": "cancel(taskRequestWithIdentifier:)",
    "getPendingTaskRequestsWithCompletionHandler:": "getPendingTaskRequests(completionHandler:)",
    "setTaskCompletedWithSuccess:": "setTaskCompleted(success:)",
    "beginBackgroundTaskWithName:expirationHandler:": "beginBackgroundTask(withName:expirationHandler:)",
    "beginBackgroundTaskWithExpirationHandler:": "beginBackgroundTask(expirationHandler:)",
    "performExpiringActivityWithReason:usingBlock:": "performExpiringActivity(withReason:using:)",
    "scheduleWithBlock:": "schedule(_:)",
    "scheduleBackgroundRefreshWithPreferredDate:userInfo:scheduledCompletion:":
      "scheduleBackgroundRefresh(withPreferredDate:userInfo:scheduledCompletion:)",
    "scheduleSnapshotRefreshWithPreferredDate:userInfo:scheduledCompletion:":
      "scheduleSnapshotRefresh(withPreferredDate:userInfo:scheduledCompletion:)",
    "handleBackgroundTasks:": "handle(_:)",
    "enableBackgroundDeliveryForType:frequency:withCompletion:":
      "enableBackgroundDelivery(for:frequency:withCompletion:)",
    "startMonitoringForRegion:": "startMonitoring(for:)",
    "setCategory:error:": "setCategory(_:-:)",
    "setCategory:withOptions:error:": "setCategory(_:options:-:)",
    "setCategory:mode:options:error:": "setCategory(_:mode:options:-:)",
    "setCategory:mode:routeSharingPolicy:options:error:": "setCategory(_:mode:policy:options:-:)",
    "pushRegistry:didReceiveIncomingPushWithPayload:forType:withCompletionHandler:":
      "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
    "pushRegistry:didReceiveIncomingPushWithPayload:forType:":
      "pushRegistry(_:didReceiveIncomingPushWith:for:)",
    "reportNewIncomingCallWithUUID:update:completion:": "reportNewIncomingCall(with:update:completion:)",
    "reportOutgoingCallWithUUID:startedConnectingAtDate:": "reportOutgoingCall(with:startedConnectingAt:)",
    "reportOutgoingCallWithUUID:connectedAtDate:": "reportOutgoingCall(with:connectedAt:)",
    "scanForPeripheralsWithServices:options:": "scanForPeripherals(withServices:options:)",
    "connectPeripheral:options:": "connect(_:options:)",
    // Delegates of the app
    "application:configurationForConnectingSceneSession:options:":
      "application(_:configurationForConnecting:options:)",
    "application:openURL:options:": "application(_:open:options:)",
    "application:continueUserActivity:restorationHandler:": "application(_:continue:restorationHandler:)",
    "application:performActionForShortcutItem:completionHandler:":
      "application(_:performActionFor:completionHandler:)",
    "scene:willConnectToSession:options:": "scene(_:willConnectTo:options:)",
    "scene:continueUserActivity:": "scene(_:continue:)",
    "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:":
      "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    "userNotificationCenter:willPresentNotification:withCompletionHandler:":
      "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    "tableView:didSelectRowAtIndexPath:": "tableView(_:didSelectRowAt:)",
    "collectionView:didSelectItemAtIndexPath:": "collectionView(_:didSelectItemAt:)",
    // Sessions
    "backgroundSessionConfigurationWithIdentifier:": "background(withIdentifier:)",
    "backgroundSessionConfiguration:": "background(withIdentifier:)",
    "downloadTaskWithRequest:": "downloadTask(with:)",
    "downloadTaskWithURL:": "downloadTask(with:)",
    "downloadTaskWithResumeData:": "downloadTask(withResumeData:)",
    "downloadTaskWithRequest:completionHandler:": "downloadTask(with:completionHandler:)",
    "downloadTaskWithURL:completionHandler:": "downloadTask(with:completionHandler:)",
    "downloadTaskWithResumeData:completionHandler:": "downloadTask(withResumeData:completionHandler:)",
    "uploadTaskWithRequest:fromFile:": "uploadTask(with:fromFile:)",
    "uploadTaskWithRequest:fromData:": "uploadTask(with:from:)",
    "uploadTaskWithRequest:fromFile:completionHandler:": "uploadTask(with:fromFile:completionHandler:)",
    "uploadTaskWithRequest:fromData:completionHandler:": "uploadTask(with:from:completionHandler:)",
    "uploadTaskWithStreamedRequest:": "uploadTask(withStreamedRequest:)",
    "uploadTaskWithResumeData:": "uploadTask(withResumeData:)",
    "uploadTaskWithResumeData:completionHandler:": "uploadTask(withResumeData:completionHandler:)",
    "dataTaskWithRequest:": "dataTask(with:)",
    "dataTaskWithURL:": "dataTask(with:)",
    "dataTaskWithRequest:completionHandler:": "dataTask(with:completionHandler:)",
    "dataTaskWithURL:completionHandler:": "dataTask(with:completionHandler:)",
    "webSocketTaskWithURL:": "webSocketTask(with:)",
    "webSocketTaskWithRequest:": "webSocketTask(with:)",
    "webSocketTaskWithURL:protocols:": "webSocketTask(with:protocols:)",
    "streamTaskWithHostName:port:": "streamTask(withHostName:port:)",
    "assetDownloadTaskWithURLAsset:assetTitle:assetArtworkData:options:":
      "makeAssetDownloadTask(asset:assetTitle:assetArtworkData:options:)",
    "assetDownloadTaskWithURLAsset:destinationURL:options:":
      "makeAssetDownloadTask(asset:destinationURL:options:)",
    "assetDownloadTaskWithConfiguration:": "makeAssetDownloadTask(downloadConfiguration:)",
    "getAllTasksWithCompletionHandler:": "getAllTasks(completionHandler:)",
    "getTasksWithCompletionHandler:": "getTasksWithCompletionHandler(_:)",
    // Sessions of AFNetworking
    "uploadTaskWithRequest:fromFile:progress:completionHandler:":
      "uploadTask(with:fromFile:progress:completionHandler:)",
    "uploadTaskWithRequest:fromData:progress:completionHandler:":
      "uploadTask(with:from:progress:completionHandler:)",
    "uploadTaskWithStreamedRequest:progress:completionHandler:":
      "uploadTask(withStreamedRequest:progress:completionHandler:)",
    "downloadTaskWithRequest:progress:destination:completionHandler:":
      "downloadTask(with:progress:destination:completionHandler:)",
    "downloadTaskWithResumeData:progress:destination:completionHandler:":
      "downloadTask(withResumeData:progress:destination:completionHandler:)",
    "dataTaskWithRequest:uploadProgress:downloadProgress:completionHandler:":
      "dataTask(with:uploadProgress:downloadProgress:completionHandler:)",
    // Delegates of sessions
    "URLSession:downloadTask:didFinishDownloadingToURL:":
      "urlSession(_:downloadTask:didFinishDownloadingTo:)",
    "URLSession:dataTask:didReceiveData:": "urlSession(_:dataTask:didReceive:)",
    "URLSession:dataTask:didReceiveResponse:completionHandler:":
      "urlSession(_:dataTask:didReceive:completionHandler:)",
    "URLSession:dataTask:didBecomeDownloadTask:": "urlSession(_:dataTask:didBecome:)",
    "URLSession:dataTask:didBecomeStreamTask:": "urlSession(_:dataTask:didBecome:)",
    "URLSession:didReceiveChallenge:completionHandler:": "urlSession(_:didReceive:completionHandler:)",
    "URLSession:task:didReceiveChallenge:completionHandler:":
      "urlSession(_:task:didReceive:completionHandler:)",
    "URLSession:task:didFinishCollectingMetrics:": "urlSession(_:task:didFinishCollecting:)",
    "URLSession:assetDownloadTask:didFinishDownloadingToURL:":
      "urlSession(_:assetDownloadTask:didFinishDownloadingTo:)",
    "URLSessionDidFinishEventsForBackgroundURLSession:":
      "urlSessionDidFinishEvents(forBackgroundURLSession:)",
    // Files
    "moveItemAtURL:toURL:error:": "moveItem(at:to:-:)",
    "moveItemAtPath:toPath:error:": "moveItem(atPath:toPath:-:)",
    "copyItemAtURL:toURL:error:": "copyItem(at:to:-:)",
    "copyItemAtPath:toPath:error:": "copyItem(atPath:toPath:-:)",
    "linkItemAtURL:toURL:error:": "linkItem(at:to:-:)",
    "replaceItemAtURL:withItemAtURL:backupItemName:options:resultingItemURL:error:":
      "replaceItem(at:withItemAt:backupItemName:options:resultingItemURL:-:)",
    "initWithContentsOfURL:": "init(contentsOf:)",
    // Texts, dates and bundles
    "stringByAppendingString:": "appending(_:)",
    "objectForInfoDictionaryKey:": "object(forInfoDictionaryKey:)",
    "dateByAddingTimeInterval:": "addingTimeInterval(_:)",
    "dateByAddingUnit:value:toDate:options:": "date(byAdding:value:to:-:)",
    // Notifications, queues and threads
    "addObserverForName:object:queue:usingBlock:": "addObserver(forName:object:queue:using:)",
    "postNotificationName:object:": "post(name:object:)",
    "postNotificationName:object:userInfo:": "post(name:object:userInfo:)",
    "addTarget:action:forControlEvents:": "addTarget(_:action:for:)",
    "addOperationWithBlock:": "addOperation(_:)",
    "sleepForTimeInterval:": "sleep(forTimeInterval:)",
    "performBlock:": "perform(_:)",
    "performBlockAndWait:": "performAndWait(_:)",
    "performSelector:withObject:afterDelay:": "perform(_:with:afterDelay:)",
    "performSelectorInBackground:withObject:": "perform(inBackground:with:)",
    "performSelectorOnMainThread:withObject:waitUntilDone:": "perform(onMainThread:with:waitUntilDone:)",
    "scheduledTimerWithTimeInterval:target:selector:userInfo:repeats:":
      "scheduledTimer(timeInterval:target:selector:userInfo:repeats:)",
    "scheduledTimerWithTimeInterval:repeats:block:": "scheduledTimer(withTimeInterval:repeats:block:)",
  ]

  /// The class methods that are initializers in Swift.
  static let factories: [String: String] = [
    "sessionWithConfiguration:": "init(configuration:)",
    "sessionWithConfiguration:delegate:delegateQueue:": "init(configuration:delegate:delegateQueue:)",
    "sessionWithConfiguration:assetDownloadDelegate:delegateQueue:":
      "init(configuration:assetDownloadDelegate:delegateQueue:)",
    "dataWithContentsOfURL:": "init(contentsOf:)",
    "dataWithContentsOfURL:options:error:": "init(contentsOf:options:-:)",
    "dataWithContentsOfFile:": "init(contentsOfFile:)",
    "stringWithContentsOfURL:encoding:error:": "init(contentsOf:encoding:-:)",
    "fileHandleForReadingFromURL:error:": "init(forReadingFrom:-:)",
    "inputStreamWithURL:": "init(url:)",
    "date": "init()",
    "UUID": "init()",
    "dateWithTimeIntervalSinceNow:": "init(timeIntervalSinceNow:)",
    "dateWithTimeInterval:sinceDate:": "init(timeInterval:since:)",
    "requestWithURL:": "init(url:)",
  ]

  // MARK: - Properties

  /// The properties whose names differ in more than the case of their first letters.
  static let properties: [String: String] = ["discretionary": "isDiscretionary"]

  /// The class properties of Apple's types that Objective-C reads with messages, by type.
  static let typeProperties: [String: [String: String]] = [
    "BGTaskScheduler": ["sharedScheduler": "shared"],
    "URLSessionConfiguration": [
      "defaultSessionConfiguration": "default", "ephemeralSessionConfiguration": "ephemeral",
    ],
    "URLSession": ["sharedSession": "shared"],
    "Bundle": ["mainBundle": "main"],
    "OperationQueue": ["mainQueue": "main", "currentQueue": "current"],
    "UIApplication": ["sharedApplication": "shared"],
    "WKApplication": ["sharedApplication": "shared"],
    "WKExtension": ["sharedExtension": "shared"],
    "ProcessInfo": ["processInfo": "processInfo"],
    "Calendar": ["currentCalendar": "current"],
    "FileManager": ["defaultManager": "default"],
    "NotificationCenter": ["defaultCenter": "default"],
    "UserDefaults": ["standardUserDefaults": "standard"],
    "AVAudioSession": ["sharedInstance": "sharedInstance"],
  ]

  /// The properties of Apple's objects that messages read: `[bundle bundleIdentifier]`.
  static let objectProperties: Set<String> = [
    "bundleIdentifier", "delegate", "configuration", "infoDictionary", "absoluteString", "identifier",
    "delegateQueue",
  ]

  /// The property that a method sets, as Swift names it: `isDiscretionary` for `setDiscretionary`.
  static func property(setBy method: String) -> String? {
    guard method.hasPrefix("set"), let first = method.dropFirst(3).first, first.isUppercase else {
      return nil
    }
    return property(lowercased(method.dropFirst(3)))
  }

  /// A property as Swift names it.
  static func property(_ name: String) -> String {
    guard let first = name.first else { return name }
    return properties[name] ?? (first.isUppercase ? lowercased(name[...]) : name)
  }

  /// A name with its first letter, or the abbreviation that it starts with, in lowercase: `urlCache`.
  static func lowercased(_ name: Substring) -> String {
    let upper = name.prefix { $0.isUppercase }
    guard !upper.isEmpty else { return String(name) }
    guard upper.count > 1, upper.count < name.count else {
      return upper.count == name.count
        ? name.lowercased() : upper.lowercased() + name.dropFirst(upper.count)
    }
    // The last capital starts the next word.
    return upper.dropLast().lowercased() + name.dropFirst(upper.count - 1)
  }

  // MARK: - Types

  private static let basicTypes: [String: String] = [
    "void": "Void", "BOOL": "Bool", "bool": "Bool", "Boolean": "Bool", "id": "Any", "instancetype": "Self",
    "NSString": "String", "NSMutableString": "String", "NSInteger": "Int", "NSUInteger": "Int", "int": "Int",
    "long": "Int", "short": "Int", "unsigned": "Int", "size_t": "Int", "int64_t": "Int", "uint64_t": "Int",
    "int32_t": "Int", "uint32_t": "Int", "NSTimeInterval": "TimeInterval", "double": "Double",
    "float": "Float",
    "CGFloat": "Double", "NSMutableURLRequest": "URLRequest", "NSMutableArray": "Array", "NSArray": "Array",
    "NSMutableSet": "Set", "NSSet": "Set", "NSMutableDictionary": "Dictionary", "NSDictionary": "Dictionary",
    "dispatch_queue_t": "DispatchQueue", "dispatch_semaphore_t": "DispatchSemaphore",
    "dispatch_block_t": "() -> Void",
  ]

  /// Types that keep their `NS` in Swift, or that the recognizers know with their `NS`.
  private static let unchanged: Set<String> = [
    "NSObject", "NSBackgroundActivityScheduler", "NSApplication", "NSApplicationDelegate", "NSData",
    "NSNumber",
    "NSManagedObject", "NSManagedObjectContext", "NSPersistentContainer", "NSException", "NSValue", "NSNull",
    "NSAttributedString", "NSPredicate", "NSCoder", "NSCoding", "NSCopying", "NSError", "NSView", "NSWindow",
    "NSURLErrorDomain", "NSCache", "NSProxy", "NSUserActivity",
  ]

  /// A type of Foundation or C as Swift names it: `URLSession` for `NSURLSession`.
  static func type(_ name: String) -> String {
    if let basic = basicTypes[name] { return basic }
    guard name.hasPrefix("NS"), !unchanged.contains(name), let third = name.dropFirst(2).first,
      third.isUppercase
    else { return name }
    return String(name.dropFirst(2))
  }

  // MARK: - Constants

  /// The prefixes of cases of enumerations.
  private static let casePrefixes = [
    "NSURLNetworkServiceType", "NSURLSessionMultipathServiceType", "NSHTTPCookieAcceptPolicy",
    "NSQualityOfService", "HKUpdateFrequency", "AVAudioSessionCategory", "PKPushType", "NSCalendarUnit",
    "BGContinuedProcessingTaskRequestSubmissionStrategy", "BGContinuedProcessingTaskRequestResources",
    "NSFileProtection",
  ]

  /// The Swift expression for one of Apple's constants: the type, which is `nil` for an implicit member, and the member.
  static func constant(_ name: String) -> (type: String?, member: String)? {
    if let prefix = casePrefixes.first(where: { name.hasPrefix($0) && name.count > $0.count }) {
      return name.hasSuffix("Key") ? nil : (nil, lowercased(name.dropFirst(prefix.count)))
    }
    let policies = ["Use", "Reload", "Return"].map { "NSURLRequest" + $0 }
    if policies.contains(where: name.hasPrefix) { return (nil, lowercased(name.dropFirst(12))) }
    if name.hasPrefix("tls_protocol_version_") { return (nil, String(name.dropFirst(21))) }
    if name.hasPrefix("UIApplicationBackgroundFetchInterval") {
      return ("UIApplication", lowercased(name.dropFirst(13)))
    }
    for type in ["UIApplication", "UIScene", "WKApplication", "NSExtensionHost"]
    where name.hasPrefix(type) && name.hasSuffix("Notification") && name.count > type.count + 12 {
      return (type, lowercased(name.dropFirst(type.count)))
    }
    return nil
  }
}
