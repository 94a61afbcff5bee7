import Testing

/// Tasks that operations and helpers complete, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedOperationTests {
  static let apps = [
    SmallApp(
      testDescription: "operation completionBlock",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @property (nonatomic, strong) NSOperationQueue *queue;
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.refresh" usingQueue:nil launchHandler:^(__kindof BGTask *task) {
            [self handleRefresh:(BGAppRefreshTask *)task];
          }];
          return YES;
        }
        - (void)applicationDidEnterBackground:(UIApplication *)application { [self schedule]; }
        - (void)handleRefresh:(BGAppRefreshTask *)task {
          [self schedule];
          NSBlockOperation *operation = [NSBlockOperation blockOperationWithBlock:^{ NSLog(@"work"); }];
          __weak NSBlockOperation *weak = operation;
          task.expirationHandler = ^{ [self.queue cancelAllOperations]; };
          operation.completionBlock = ^{ [task setTaskCompletedWithSuccess:!weak.isCancelled]; };
          [self.queue addOperation:operation];
        }
        - (void)schedule {
          BGAppRefreshTaskRequest *request =
            [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.refresh"];
          request.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:3600];
          NSError *error = nil;
          if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) { NSLog(@"%@",
            error); }
        }
        @end
        """, isObjectiveC: true,
      silent: ["*"]),
    SmallApp(
      testDescription: "early return",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.refresh" usingQueue:nil launchHandler:^(__kindof BGTask *task) {
            [self handleRefresh:(BGAppRefreshTask *)task];
          }];
          [self schedule];
          return YES;
        }
        - (void)handleRefresh:(BGAppRefreshTask *)task {
          [self schedule];
          if (![[NSUserDefaults standardUserDefaults] boolForKey:@"loggedIn"]) {
            return;
          }
          task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
          [task setTaskCompletedWithSuccess:YES];
        }
        - (void)schedule {
          BGAppRefreshTaskRequest *request =
            [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.refresh"];
          request.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:3600];
          NSError *error = nil;
          if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) { NSLog(@"%@",
            error); }
        }
        @end
        """, isObjectiveC: true,
      found: ["bg-completion-missing"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
