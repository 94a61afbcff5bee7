import AppFacts
import AppSources
import Testing

/// The facts of Objective-C about sessions, delegates and other ways to run.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct ObjectiveCSessionTests {
  private static func one(_ name: String, _ kinds: Set<FactKind>, _ text: String, _ expected: String)
    -> FactCase
  {
    FactCase(name, kinds, [("App.m", text)], expected)
  }

  static let sessions: [FactCase] = [
    one(
      "a property that a method makes when it is needed", [.session, .transfer, .header],
      """
      @interface Downloads : NSObject <NSURLSessionDownloadDelegate>
      @property (nonatomic, strong, readonly) NSURLSession *session;
      @end
      @interface Downloads ()
      @property (nonatomic, strong, readwrite) NSURLSession *session;
      @end
      @implementation Downloads
      - (NSURLSession *)session {
        if (_session == nil) {
          NSURLSessionConfiguration *configuration =
              «[NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:@"downloads"]»;
          configuration.discretionary = YES;
          [configuration setSessionSendsLaunchEvents:YES];
          configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60;
          configuration.networkServiceType = NSURLNetworkServiceTypeBackground;
          configuration.HTTPMaximumConnectionsPerHost = 4;
          configuration.HTTPAdditionalHeaders = @{ «@"X-Client"»: @"notes" };
          _session = [NSURLSession sessionWithConfiguration:configuration delegate:self delegateQueue:nil];
        }
        return _session;
      }
      - (void)load:(NSURL *)url {
        NSURLSessionDownloadTask *task = «[self.session downloadTaskWithURL:url]»;
        task.countOfBytesClientExpectsToReceive = 1024;
        [task resume];
      }
      @end
      """,
      """
      session type=background identifier=downloads isDiscretionary=true sessionSendsLaunchEvents=true timeoutIntervalForResource=172800 networkServiceType=background httpMaximumConnectionsPerHost=4 httpAdditionalHeaders=[X-Client:notes] delegate=Downloads delegateQueue=null lifetime=stored name=session
      header field=X-Client value=notes
      transfer task=download session=App.m:11 from=request countOfBytesClientExpectsToReceive=1024
      """),
    one(
      "a session that is made once", [.session],
      """
      @implementation Uploads
      + (NSURLSession *)session {
        static NSURLSession *session = nil;
        static dispatch_once_t once;
        dispatch_once(&once, ^{
          NSURLSessionConfiguration *c = «[NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:@"uploads"]»;
          session = [NSURLSession sessionWithConfiguration:c delegate:[Delegate new] delegateQueue:[NSOperationQueue mainQueue]];
        });
        return session;
      }
      @end
      @interface Delegate : NSObject <NSURLSessionDelegate>
      @end
      """,
      "session type=background identifier=uploads delegate=Delegate delegateQueue=main lifetime=static name=session"
    ),
    one(
      "other configurations", [.session],
      """
      @implementation Feeds
      - (void)load {
        NSURLSessionConfiguration *a = «[NSURLSessionConfiguration defaultSessionConfiguration]»;
        a.requestCachePolicy = NSURLRequestReloadIgnoringLocalCacheData;
        self.session = [NSURLSession sessionWithConfiguration:a];
        NSURLSessionConfiguration *b = «NSURLSessionConfiguration.ephemeralSessionConfiguration»;
        b.allowsCellularAccess = self.usesCellular;
        [NSURLSession sessionWithConfiguration:b];
      }
      @end
      """,
      """
      session type=default requestCachePolicy=reloadIgnoringLocalCacheData delegate=null
      session type=ephemeral allowsCellularAccess=? delegate=null
      """),
    one(
      "a session of each account", [.session],
      """
      @implementation Feeds
      - (void)connect:(Account *)account {
        NSString *identifier = [NSString stringWithFormat:@"feeds.%@", account.identifier];
        NSURLSessionConfiguration *c = «[NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:identifier]»;
        self.sessions[account.identifier] = [NSURLSession sessionWithConfiguration:c delegate:nil delegateQueue:nil];
      }
      @end
      """, "session type=background identifier=?feeds.{account} delegate=null delegateQueue=null"),
    one(
      "the delegate's methods", [.sessionDelegate, .backgroundEvents],
      """
      @interface AppDelegate : UIResponder <UIApplicationDelegate, NSURLSessionDownloadDelegate>
      @property (nonatomic, strong) NSMutableDictionary<NSString *, void (^)(void)> *handlers;
      @end
      @implementation AppDelegate
      «- (void)application:(UIApplication *)application
          handleEventsForBackgroundURLSession:(NSString *)identifier completionHandler:(void (^)(void))handler» {
        [self.handlers setObject:[handler copy] forKey:identifier];
      }
      «- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)task
          didFinishDownloadingToURL:(NSURL *)location» {
        NSError *error;
        [[NSFileManager defaultManager] moveItemAtURL:location toURL:[self target] error:&error];
      }
      «- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(NSError *)error» {
        dispatch_semaphore_wait(self.semaphore, DISPATCH_TIME_FOREVER);
      }
      «- (void)URLSessionDidFinishEventsForBackgroundURLSession:(NSURLSession *)session» {
        dispatch_async(dispatch_get_main_queue(), ^{
          void (^handler)(void) = self.handlers[session.configuration.identifier];
          if (handler) handler();
        });
      }
      @end
      """,
      """
      backgroundEvents handler=stored storage=handlers dictionary=true called=true matches=true onMain=true
      sessionDelegate method=urlSession(_:downloadTask:didFinishDownloadingTo:) type=AppDelegate keepsFile=moves
      sessionDelegate method=urlSession(_:task:didCompleteWithError:) type=AppDelegate blocks=self.semaphore.wait(timeout: DISPATCH_TIME_FOREVER)
      sessionDelegate method=urlSessionDidFinishEvents(forBackgroundURLSession:) type=AppDelegate
      """),
    one(
      "downloaded files that are read later", [.sessionDelegate],
      """
      @interface Feeds : NSObject <NSURLSessionDownloadDelegate>
      @end
      @implementation Feeds
      «- (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)task
          didFinishDownloadingToURL:(NSURL *)location» {
        dispatch_async(dispatch_get_main_queue(), ^{
          NSData *data = [NSData dataWithContentsOfURL:location];
        });
      }
      @end
      """,
      "sessionDelegate method=urlSession(_:downloadTask:didFinishDownloadingTo:) type=Feeds keepsFile=later"),
    one(
      "kinds of transfers", [.transfer, .runningTasks],
      """
      @implementation Feeds
      - (void)load:(NSURLSession *)session {
        «[session uploadTaskWithRequest:request fromFile:url]»;
        «[session uploadTaskWithRequest:request fromData:data]»;
        «[session uploadTaskWithStreamedRequest:request]»;
        «[session dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {}]»;
        «[session downloadTaskWithResumeData:data]»;
        «[session getAllTasksWithCompletionHandler:^(NSArray *tasks) {}]»;
      }
      @end
      """,
      """
      transfer task=upload from=file neverResumed=true
      transfer task=upload from=data neverResumed=true
      transfer task=upload from=stream neverResumed=true
      transfer task=data from=request completionHandler=true neverResumed=true
      transfer task=download from=resumeData neverResumed=true
      runningTasks
      """),
    one(
      "other ways to run",
      [
        .backgroundTask, .expiringActivity, .minimumBackgroundFetchInterval, .remoteNotificationRegistration,
        .pushRegistry, .location, .audioSession, .bluetooth, .healthDelivery, .backgroundActivityScheduler,
      ],
      """
      @implementation Work
      - (void)start {
        UIBackgroundTaskIdentifier task = «[UIApplication.sharedApplication beginBackgroundTaskWithName:@"save" expirationHandler:^{ [self end]; }]»;
        [[UIApplication sharedApplication] endBackgroundTask:task];
        «[[UIApplication sharedApplication] beginBackgroundTaskWithExpirationHandler:nil]»;
        «[[NSProcessInfo processInfo] performExpiringActivityWithReason:@"save" usingBlock:^(BOOL expired) {}]»;
        «[[UIApplication sharedApplication] setMinimumBackgroundFetchInterval:UIApplicationBackgroundFetchIntervalMinimum]»;
        «[[UIApplication sharedApplication] registerForRemoteNotifications]»;
        «registry.desiredPushTypes» = [NSSet setWithObject:PKPushTypeVoIP];
        «self.manager.allowsBackgroundLocationUpdates» = YES;
        «[self.manager startMonitoringSignificantLocationChanges]»;
        «[[AVAudioSession sharedInstance] setCategory:AVAudioSessionCategoryPlayback error:nil]»;
        «[[AVAudioSession sharedInstance] setCategory:AVAudioSessionCategoryAmbient error:nil]»;
        «[[CBCentralManager alloc] initWithDelegate:self queue:nil options:@{CBCentralManagerOptionRestoreIdentifierKey: @"central"}]»;
        «[store enableBackgroundDeliveryForType:type frequency:HKUpdateFrequencyHourly withCompletion:^(BOOL s, NSError *e) {}]»;
        NSBackgroundActivityScheduler *s = «[[NSBackgroundActivityScheduler alloc] initWithIdentifier:@"a"]»;
        s.interval = 30 * 60;
        s.repeats = YES;
        s.qualityOfService = NSQualityOfServiceUtility;
      }
      @end
      """,
      """
      backgroundTask name=save expirationHandler=true ends=true
      backgroundTask expirationHandler=null ends=true dropped=true
      expiringActivity reason=save
      minimumBackgroundFetchInterval interval=minimum
      remoteNotificationRegistration
      pushRegistry types=[voIP]
      location method=allowsBackgroundLocationUpdates value=true
      location method=startMonitoringSignificantLocationChanges always=false
      audioSession category=playback
      audioSession category=ambient
      bluetooth identifier=central role=central restores=false
      healthDelivery type=? frequency=hourly observed=false
      backgroundActivityScheduler identifier=a interval=1800 repeats=true qualityOfService=utility
      """),
    one(
      "delegates", [.entryPoint, .performFetch, .remoteNotification, .dependency],
      """
      «#import <TSBackgroundFetch/TSBackgroundFetch.h>»
      @import Foundation;
      «@interface AppDelegate : UIResponder <UIApplicationDelegate>»
      @end
      @implementation AppDelegate
      «- (void)application:(UIApplication *)application
          performFetchWithCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler» {
        if (!self.isOn) return;
        completionHandler(UIBackgroundFetchResultNewData);
      }
      «- (void)application:(UIApplication *)application didReceiveRemoteNotification:(NSDictionary *)info
          fetchCompletionHandler:(void (^)(UIBackgroundFetchResult result))handler» {
        [self load:^{ if (handler) { handler(UIBackgroundFetchResultNoData); } }];
      }
      @end
      """,
      """
      dependency module=TSBackgroundFetch
      entryPoint type=UIApplicationDelegate name=AppDelegate style=uikit
      performFetch completes=sometimes exit=true
      remoteNotification completes=always
      """),
    one(
      "a method that nothing calls, and one that a selector names", [.taskCancellation],
      """
      @interface Work : NSObject
      @end
      @implementation Work
      - (void)unused { «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»; }
      - (void)load { [button addTarget:self action:@selector(tapped:) forControlEvents:0]; }
      - (IBAction)tapped:(id)sender { «[[BGTaskScheduler sharedScheduler] cancelTaskRequestWithIdentifier:@"a"]»; }
      @end
      """,
      """
      taskCancellation (unreached)
      taskCancellation identifier=a
      """),
    one(
      "systems and conditions", [.taskCancellation],
      """
      @interface Work : Base
      @end
      @implementation Work
      #if TARGET_OS_IOS && !defined(BETA)
      - (void)start {
      #ifdef DEBUG
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #elif BETA == 1
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #else
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #endif
      }
      #endif
      @end
      """,
      """
      taskCancellation #if os(iOS) && !defined(BETA) & defined(DEBUG)
      taskCancellation #if os(iOS) && !defined(BETA) & !defined(DEBUG) && BETA
      taskCancellation #if os(iOS) && !defined(BETA) & !defined(DEBUG) && !BETA
      """),
    one(
      "conditions that the code itself decides", [.taskCancellation],
      """
      #define DEBUG 1
      #ifndef WORK_M
      #define WORK_M 1
      @interface Work : Base
      @end
      @implementation Work
      - (void)start {
      #if DEBUG
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #endif
      #if TARGET_OS_TV
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #endif
      #ifdef BETA
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #endif
      }
      @end
      %:undef TARGET_OS_TV
      #endif
      """,
      """
      taskCancellation #if !defined(WORK_M), which the code defines & DEBUG, which the code defines
      taskCancellation #if !defined(WORK_M), which the code defines & os(tvOS), which the code defines
      taskCancellation #if !defined(WORK_M), which the code defines & defined(BETA)
      """),
    one(
      "the opposite of a system that the code itself decides", [.taskCancellation],
      """
      #undef TARGET_OS_IPHONE
      #define TARGET_OS_IPHONE 0
      @interface Work : Base
      @end
      @implementation Work
      - (void)start {
      #if !TARGET_OS_IPHONE
        «[[BGTaskScheduler sharedScheduler] cancelAllTaskRequests]»;
      #endif
      }
      @end
      """,
      """
      taskCancellation #if os(macOS), which the code defines
      """),
  ]

  @Test(arguments: sessions) func readsSessions(_ one: FactCase) { one.check() }
}
