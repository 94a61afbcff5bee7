import Testing

/// The work of a shared object of Objective-C, which the first call makes.
@Suite struct SharedObjectTests {
  private static func app(_ name: String, _ work: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["processing"], identifiers: ["com.example.app.work"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface Store : NSObject
        + (instancetype)sharedInstance;
        + (void)load:(NSURL *)url;
        - (BOOL)isOpen;
        @end
        @implementation Store
        + (instancetype)sharedInstance {
          static Store *store;
          static dispatch_once_t once;
          dispatch_once(&once, ^{ store = [[Store alloc] init]; });
          return store;
        }
        + (void)load:(NSURL *)url {
          NSURLSessionDataTask *task = [[NSURLSession sharedSession] dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) { NSLog(@"%@", data); }];
          [task resume];
        }
        - (instancetype)init {
          self = [super init];
          [Store load:[NSURL URLWithString:@"https://example.com"]];
          return self;
        }
        - (BOOL)isOpen { return YES; }
        @end
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.work" usingQueue:nil launchHandler:^(BGTask *task) {
            task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
            \(work)
            [task setTaskCompletedWithSuccess:YES];
          }];
          return YES;
        }
        @end
        int main(int argc, char *argv[]) { return UIApplicationMain(argc, argv, nil, @"AppDelegate"); }
        """, isObjectiveC: true, found: found, silent: silent)
  }

  static let apps = [
    app(
      "the handler asks the shared object", "if (![[Store sharedInstance] isOpen]) { NSLog(@\"closed\"); }",
      silent: ["bg-completed-early"]),
    app(
      "the handler starts the work", "[Store load:[NSURL URLWithString:@\"https://example.com\"]];",
      found: ["bg-completed-early"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
