import AppFacts
import AppSources
import Testing

/// The facts of Objective-C. Without libclang, the reader reads no Objective-C.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct ObjectiveCTests {
  private static func one(
    _ name: String, _ kinds: Set<FactKind>, _ text: String, _ expected: String,
    files: [(path: String, text: String)] = []
  ) -> FactCase {
    FactCase(name, kinds, [("App.m", text)] + files, expected)
  }

  /// An app delegate in Objective-C with some members.
  private static func delegate(_ members: String) -> String {
    """
    @interface AppDelegate : UIResponder <UIApplicationDelegate>
    @end
    @implementation AppDelegate
    \(members)
    @end
    """
  }

  // MARK: - Background tasks

  static let tasks: [FactCase] = [
    one(
      "a registration over several lines, whose block passes its task on", [.taskRegistration],
      delegate(
        """
        - (BOOL)application:(UIApplication *)application
            didFinishLaunchingWithOptions:(NSDictionary *)options {
          «[[BGTaskScheduler sharedScheduler]
              registerForTaskWithIdentifier:@"com.example." @"refresh" // @"wrong"
                                 usingQueue:nil
                              launchHandler:^(__kindof BGTask * _Nonnull task) {
            [self handle:(BGAppRefreshTask *)task];
          }]»;
          return YES;
        }
        - (void)handle:(BGAppRefreshTask *)task {
          if (task == nil) return;
          if (!self.isReady) { return; }
          [task setTaskCompletedWithSuccess:YES];
        }
        """),
      "taskRegistration identifier=com.example.refresh api=BGTaskScheduler task=appRefresh queue=nil handler=AppDelegate.handle(_:) completes=sometimes exit=true mainActor=false"
    ),
    one(
      "dot syntax, an expiration handler and nested blocks", [.taskRegistration],
      delegate(
        """
        - (void)applicationDidFinishLaunching:(UIApplication *)application {
          «[BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"a" usingQueue:dispatch_get_main_queue() launchHandler:^(BGTask *task) {
            __weak typeof(self) weakSelf = self;
            task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
            dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{
              __strong typeof(weakSelf) strongSelf = weakSelf;
              [strongSelf load:^(BOOL success, NSError *error) { [task setTaskCompletedWithSuccess:success]; }];
            });
          }]»;
        }
        - (void)load:(void (^)(BOOL, NSError *))completion {}
        """),
      "taskRegistration identifier=a api=BGTaskScheduler queue=main completes=always expirationHandler=true mainActor=false"
    ),
    one(
      "every property of a request, as property and as setter", [.taskRequest],
      delegate(
        """
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          BGProcessingTaskRequest *request = «[[BGProcessingTaskRequest alloc] initWithIdentifier:@"clean"]»;
          request.requiresNetworkConnectivity = YES;
          [request setRequiresExternalPower:NO];
          request.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:15 * 60];
        }
        """),
      "taskRequest identifier=clean task=processing requiresNetworkConnectivity=true requiresExternalPower=false earliestBeginDate=900"
    ),
    one(
      "dates", [.taskRequest],
      delegate(
        """
        #define MINUTES(n) ((n) * 60)
        static const NSTimeInterval kDelay = 4 * 60.0f;
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          BGAppRefreshTaskRequest *a = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"a"]»;
          a.earliestBeginDate = nil;
          BGAppRefreshTaskRequest *b = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"b"]»;
          b.earliestBeginDate = [[NSDate date] dateByAddingTimeInterval:kDelay];
          BGAppRefreshTaskRequest *c = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"c"]»;
          c.earliestBeginDate = [[NSCalendar currentCalendar] dateByAddingUnit:NSCalendarUnitHour value:2 toDate:[NSDate date] options:0];
          BGAppRefreshTaskRequest *d = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"d"]»;
          d.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:MINUTES(30)];
          BGAppRefreshTaskRequest *e = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"e"]»;
          e.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:interval];
        }
        """),
      """
      taskRequest identifier=a task=appRefresh earliestBeginDate=null
      taskRequest identifier=b task=appRefresh earliestBeginDate=240
      taskRequest identifier=c task=appRefresh earliestBeginDate=7200
      taskRequest identifier=d task=appRefresh earliestBeginDate=1800
      taskRequest identifier=e task=appRefresh earliestBeginDate=?
      """),
    one(
      "a property that is set under a condition", [.taskRequest],
      delegate(
        """
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          BGProcessingTaskRequest *request = «[[BGProcessingTaskRequest alloc] initWithIdentifier:@"a"]»;
          if (self.isStrict) request.requiresExternalPower = YES;
        }
        """), "taskRequest identifier=a task=processing requiresExternalPower=?"),
    one(
      "a method with the identifier as its parameter", [.taskRequest],
      delegate(
        """
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          [self schedule:@"a" after:60];
          [self schedule:@"b" after:120];
        }
        - (void)schedule:(NSString *)identifier after:(NSTimeInterval)delay {
          BGAppRefreshTaskRequest *request = «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:identifier]»;
          request.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:delay];
        }
        """),
      """
      taskRequest identifier=a task=appRefresh earliestBeginDate=60
      taskRequest identifier=b task=appRefresh earliestBeginDate=120
      """),
    one(
      "errors of submissions", [.taskSubmission, .taskCancellation, .pendingTaskRequests],
      delegate(
        """
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          NSError *error = nil;
          «[[BGTaskScheduler sharedScheduler] submitTaskRequest:[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"a"] error:nil]»;
          if (!«[[BGTaskScheduler sharedScheduler] submitTaskRequest:[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"b"] error:&error]») {
            NSLog(@"%@", error);
          }
          BGTaskScheduler *scheduler = [BGTaskScheduler sharedScheduler];
          «[scheduler getPendingTaskRequestsWithCompletionHandler:^(NSArray<BGTaskRequest *> *requests) {
            if (requests.count > 0) return;
            BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc] initWithIdentifier:@"c"];
            «[scheduler submitTaskRequest:request error:NULL]»;
          }]»;
          «[scheduler cancelTaskRequestWithIdentifier:@"a"]»;
          «[scheduler cancelAllTaskRequests]»;
        }
        """),
      """
      taskSubmission identifier=a task=appRefresh error=ignored method=submit knowsMoments=true
      taskSubmission identifier=b task=appRefresh error=caught method=submit knowsMoments=true
      pendingTaskRequests
      taskSubmission identifier=c task=processing error=ignored method=submit unlessPending=true knowsMoments=true
      taskCancellation identifier=a submission=App.m:7
      taskCancellation submission=App.m:7
      """),
    one(
      "comments, texts and branches that are never compiled", [.taskRequest, .taskRegistration],
      delegate(
        """
        /* [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"a"]; */
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          // [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"b"];
          NSString *text = @"[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@\\"c\\"]; }";
        #if 0
          [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"d"];
        #endif
        }
        """), ""),
    one(
      "private methods of the scheduler", [.privateSelector],
      delegate(
        """
        - (void)simulate {
        #if DEBUG
          [[BGTaskScheduler sharedScheduler] performSelector:«@selector(_simulateLaunchForTaskWithIdentifier:)» withObject:@"a"];
        #else
          NSSelectorFromString(«@"_simulateExpirationForTaskWithIdentifier:"»);
        #endif
          [[BGTaskScheduler sharedScheduler] «_simulateLaunchForTaskWithIdentifier:@"a"»];
        }
        """),
      """
      privateSelector #if DEBUG selector=_simulateLaunchForTaskWithIdentifier:
      privateSelector #if !DEBUG selector=_simulateExpirationForTaskWithIdentifier:
      privateSelector selector=_simulateLaunchForTaskWithIdentifier:
      """),
  ]

  @Test(arguments: tasks) func readsTasks(_ one: FactCase) { one.check() }

  // MARK: - Values

  /// A request in a method of the app delegate. The expression gives the request's identifier.
  private static func identifier(
    _ name: String, _ expression: String, is expected: String, before: String = "",
    in statements: String = "",
    members: String = "", files: [(path: String, text: String)] = []
  ) -> FactCase {
    one(
      name, [.taskRequest],
      before + "\n"
        + delegate(
          """
          - (void)applicationDidEnterBackground:(UIApplication *)application {
            \(statements)
            «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:\(expression)]»;
          }
          \(members)
          """), "taskRequest identifier=\(expected) task=appRefresh", files: files)
  }

  static let values: [FactCase] = [
    identifier("a constant of the file", "kName", is: "a", before: "static NSString * const kName = @\"a\";"),
    identifier("a macro", "NAME", is: "a", before: "#define NAME @\"a\""),
    identifier("a macro that the method defines", "NAME", is: "a", in: "#define NAME @\"a\"\n"),
    identifier("a macro in parentheses", "NAME", is: "a", before: "#define NAME (@\"a\")"),
    identifier("a macro next to a text", "PREFIX @\".x\"", is: "a.x", before: "#define PREFIX @\"a\""),
    identifier("a text next to a macro", "@\"x.\" SUFFIX", is: "x.a", before: "#define SUFFIX @\"a\""),
    identifier(
      "a macro with a parameter", "NAME(@\"b\")", is: "a.b",
      before: "#define NAME(x) [@\"a.\" stringByAppendingString:x]"),
    identifier(
      "two macros of one name", "NAME", is: "?[BETA: a][!BETA: b]",
      before: "#if BETA\n#define NAME @\"a\"\n#else\n#define NAME @\"b\"\n#endif"),
    identifier(
      "a macro that builds may define", "NAME", is: "?", before: "#ifndef NAME\n#define NAME @\"a\"\n#endif"),
    identifier(
      "a constant that another file declares", "kName", is: "a", before: "extern NSString *const kName;",
      files: [("Constants.m", "NSString *const kName = @\"a\";")]),
    identifier(
      "constants that files keep to themselves", "kName", is: "a",
      before: "static NSString *const kName = @\"a\";",
      files: [("Other.m", "static NSString *const kName = @\"b\";")]),
    identifier(
      "a constant of another file that keeps it to itself", "kName", is: "?",
      files: [("Other.m", "static NSString *const kName = @\"b\";")]),
    identifier(
      "a constant of a header", "kName", is: "a",
      files: [("Constants.h", "#ifndef C_H\n#define C_H\nstatic NSString *const kName = @\"a\";\n#endif")]),
    identifier(
      "two constants of one name", "kName", is: "?",
      files: [("A.m", "NSString *const kName = @\"a\";"), ("B.m", "NSString *const kName = @\"b\";")]),
    identifier("a variable of the file", "name", is: "a", before: "static NSString *name = @\"a\";"),
    identifier(
      "a variable that is set again", "name", is: "?", before: "static NSString *name = @\"a\";",
      members: "- (void)rename { name = @\"b\"; }"),
    identifier("a local", "name", is: "a", in: "NSString *name = @\"a\";"),
    identifier("a local of two", "name", is: "a", in: "NSString *other = @\"b\", *name = @\"a\";"),
    identifier("a static local", "name", is: "a", in: "static NSString *const name = @\"a\";"),
    identifier(
      "a local that is set again", "name", is: "?", in: "NSString *name = @\"a\"; if (x) { name = @\"b\"; }"),
    identifier(
      "a local whose address is taken", "name", is: "?", in: "NSString *name = @\"a\"; change(&name);"),
    identifier(
      "a local shadows a constant", "kName", is: "?", before: "static NSString *const kName = @\"a\";",
      in: "NSString *kName = [self load];"),
    identifier(
      "a local of a block does not", "kName", is: "a", before: "static NSString *const kName = @\"a\";",
      in: "void (^block)(void) = ^{ NSString *kName = @\"b\"; }; block();"),
    identifier(
      "the bundle identifier in a format",
      "[NSString stringWithFormat:@\"%@.x\", [[NSBundle mainBundle] bundleIdentifier]]",
      is: "$(PRODUCT_BUNDLE_IDENTIFIER).x"),
    identifier(
      "the bundle identifier and a suffix",
      "[NSBundle.mainBundle.bundleIdentifier stringByAppendingString:@\".x\"]",
      is: "$(PRODUCT_BUNDLE_IDENTIFIER).x"),
    identifier("a format with a number", "[NSString stringWithFormat:@\"a-%d%%\", 3]", is: "a-3%"),
    identifier(
      "a format that changes its number", "[NSString stringWithFormat:@\"a-%02d\", 3]", is: "?a-{value}"),
    identifier(
      "a part that is not known", "[NSString stringWithFormat:@\"a.%@\", account]", is: "?a.{account}"),
    identifier("branches of a conditional expression", "self.isOn ? @\"a\" : @\"b\"", is: "?"),
    identifier(
      "branches of #if in an expression", "name", is: "?",
      in: "NSString *name =\n#if BETA\n@\"a\";\n#else\n@\"b\";\n#endif"),
    identifier(
      "a property with a value in the initializer", "self.name", is: "a",
      before: """
        @interface AppDelegate ()
        @property (nonatomic, copy, readonly) NSString *name;
        @end
        """, members: "- (instancetype)init { if (self = [super init]) { _name = @\"a\"; } return self; }"),
    identifier(
      "a method that returns a text", "[self name]", is: "a", members: "- (NSString *)name { return @\"a\"; }"
    ),
    identifier(
      "a method that is read as a property", "self.name", is: "a",
      members: "- (NSString *)name { return @\"a\"; }"),
    identifier(
      "a method of the class", "[AppDelegate name]", is: "a", members: "+ (NSString *)name { return @\"a\"; }"
    ),
    identifier(
      "a class and its objects with one name", "[AppDelegate name]", is: "a",
      members: "+ (NSString *)name { return @\"a\"; }\n- (NSString *)name { return @\"b\"; }"),
    identifier("a function", "Name()", is: "a", before: "static NSString *Name(void) { return @\"a\"; }"),
    identifier("a class by its name", "NSStringFromClass([AppDelegate class])", is: "AppDelegate"),
    identifier("a statement expression", "({ NSString *x = @\"a\"; x; })", is: "a"),
    identifier("a cast", "(NSString *)@\"a\"", is: "a"),
    identifier("escapes", "@\"a\\u002e\\\"b\"", is: "a.\"b"),
    identifier(
      "a constant of Swift", "Tasks.refresh", is: "a",
      files: [("Tasks.swift", "@objcMembers class Tasks: NSObject { static let refresh = \"a\" }")]),
    identifier(
      "a constant of Swift by a message", "[Tasks refresh]", is: "a",
      files: [("Tasks.swift", "@objcMembers class Tasks: NSObject { static let refresh = \"a\" }")]),
    identifier(
      "a method of Swift", "[Tasks nameFor:@\"b\"]", is: "a.b",
      files: [
        (
          "Tasks.swift",
          "class Tasks: NSObject { @objc static func name(for x: String) -> String { \"a.\\(x)\" } }"
        )
      ]),
  ]

  @Test(arguments: values) func readsValues(_ one: FactCase) { one.check() }

  // MARK: - Swift that uses Objective-C

  static let fromSwift: [FactCase] = [
    FactCase(
      "a constant", [.taskRequest],
      [
        ("App.swift", "class A: B { func c() { «BGAppRefreshTaskRequest(identifier: kName)» } }"),
        ("Constants.m", "NSString *const kName = @\"a\";"),
      ], "taskRequest identifier=a task=appRefresh"),
    FactCase(
      "a constant that its file keeps to itself", [.taskRequest],
      [
        ("App.swift", "class A: B { func c() { «BGAppRefreshTaskRequest(identifier: kName)» } }"),
        ("Constants.m", "static NSString *const kName = @\"a\";"),
      ], "taskRequest identifier=? task=appRefresh"),
    FactCase(
      "methods by their names in Swift, and one that nothing calls", [.taskRequest],
      [
        ("App.swift", "class A: B { let s = Scheduler(); func c() { s.schedule(for: url); s.load(feed) } }"),
        ("Scheduler.h", "@interface Scheduler : NSObject\n- (void)scheduleForURL:(NSURL *)url;\n@end"),
        (
          "Scheduler.m",
          """
          @implementation Scheduler
          - (void)scheduleForURL:(NSURL *)url { «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"a"]»; }
          - (void)loadFeed:(Feed *)feed { «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"b"]»; }
          - (void)loadOther:(Feed *)feed { «[[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"c"]»; }
          @end
          """
        ),
      ],
      """
      taskRequest identifier=a task=appRefresh
      taskRequest identifier=b task=appRefresh
      taskRequest (unreached) identifier=c task=appRefresh
      """),
  ]

  @Test(arguments: fromSwift) func readsWhatSwiftUses(_ one: FactCase) { one.check() }

  @Test func momentsCrossLanguages() {
    let delegate = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func applicationDidEnterBackground(_ a: UIApplication) { Scheduler.shared().schedule(after: 60) }
      }
      """
    let scheduler = """
      @interface Scheduler : NSObject
      @end
      @implementation Scheduler
      + (instancetype)shared {
        static Scheduler *shared;
        static dispatch_once_t once;
        dispatch_once(&once, ^{ shared = [[self alloc] init]; });
        return shared;
      }
      - (void)scheduleAfter:(NSTimeInterval)delay {
        [[BGTaskScheduler sharedScheduler] submitTaskRequest:[self request] error:nil];
      }
      - (BGAppRefreshTaskRequest *)request { return [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"a"]; }
      @end
      """
    let facts = CodeReader.facts(of: [
      SourceFile(path: "App.swift", text: delegate), SourceFile(path: "Scheduler.m", text: scheduler),
    ])
    let submission = facts.first { $0.kind == .taskSubmission }
    #expect(submission?.moments == [.applicationEnteringBackground])
    #expect(submission?["identifier"]?.string == "a")
    #expect(submission?.scope == ["Scheduler", "scheduleAfter(_:)"])
  }
}

/// Files that no compiler accepts.
@Suite(.enabled(if: CodeReader.readsObjectiveC)) struct ObjectiveCRobustnessTests {
  /// Code of every form that the reader knows.
  private static let sample = """
    #import "Feed.h"
    #if DEBUG
    #define NAME(x) @"a" x
    #endif
    typedef void (^Completion)(BOOL, NSError *);
    typedef NS_ENUM(NSInteger, Kind) { KindA = 1, KindB };
    static NSString *const kName = @"a" @"b";
    @interface Feeds () <NSURLSessionDelegate> { NSURLSession *_session; }
    @property (nonatomic, copy) void (^handler)(NSArray<NSDictionary<NSString *, id> *> *);
    @end
    @implementation Feeds
    + (instancetype)shared { static Feeds *f; static dispatch_once_t t; dispatch_once(&t, ^{ f = [[self alloc] init]; }); return f; }
    - (nullable NSString *)load:(NSString *)name with:(Completion)done, ... NS_REQUIRES_NIL_TERMINATION {
      if (!(self = [super init])) { return nil; } else if (@available(iOS 13, *)) { name = name ?: kName; }
      for (Feed *feed in self.feeds) { [feed.items[0] load:@{@"a": @[@1, @(2 + 3)], @"b": ^(int x) { return x; }}]; }
      for (int i = 0, n = 3; i < n; i++, n--) { do { continue; } while (i == 2); }
      switch (kind) { case KindA: case KindB: { break; } default: [self stop]; }
      @try { @synchronized (self) { @throw error; } } @catch (NSException *e) { } @finally { done(YES, nil); }
      NSString *text =
    #ifdef BETA
        [NSString stringWithFormat:@"%@-%02d", NSStringFromClass([self class]), 1];
    #else
        @"c";
    #endif
      dispatch_async(dispatch_get_main_queue(), ^{ ({ (void)text; }); });
      return (__bridge NSString *)((CFStringRef)_session->x);
    }
    @end
    int main(int argc, char *argv[]) { return argc > 1 ? 0 : sizeof(int[3]); }
    """

  /// Includes of each form and at each place are found, so that what they bring is read or reported.
  @Test func includesAreFound() {
    let text = """
      #import <Kit/Kit.h>
      #include "body.inc"
      #define F "other.h"
      #include F
      extern "C" {
      #include "c.h"
      }
      @implementation A
      %:include "methods.inc"
      @end
      void f() {
      #include "statements"
      }
      """
    let index = CodeReader.index(SourceFile(path: "App.m", text: text))
    guard CodeReader.readsObjectiveC else { return }
    #expect(
      index.includes.map {
        "\($0.line) \($0.isQuoted ? "\"" : "<")\($0.name ?? "?")\($0.isInside ? " inside" : "")"
      } == [
        "1 <Kit/Kit.h", "2 \"body.inc", "4 <?", "6 \"c.h", "9 \"methods.inc inside", "12 \"statements inside",
      ])
  }

  /// Cuts the sample at each tenth byte, from a start.
  @Test(arguments: 0..<10) func readsAnyStartOfAFile(_ first: Int) {
    let bytes = Array(Self.sample.utf8)
    for end in stride(from: first, to: bytes.count, by: 10) {
      let text = String(decoding: bytes[..<end], as: UTF8.self)
      _ = CodeReader.facts(of: [SourceFile(path: "App.m", text: text)])
    }
  }

  /// Leaves out each token in turn, or doubles it.
  @Test(arguments: [false, true]) func readsAFileWithAWordTooManyOrTooFew(_ isDoubled: Bool) {
    let words = Self.sample.split(separator: " ", omittingEmptySubsequences: false)
    for index in words.indices {
      var words = words
      if isDoubled { words.insert(words[index], at: index) } else { words.remove(at: index) }
      _ = CodeReader.facts(of: [SourceFile(path: "App.mm", text: words.joined(separator: " "))])
    }
  }

  static let signs = [
    "(", "[", "{", "@{", "@[", "^{", "[a b:", "if (", "#if A\n", "#if A\n#else\n",
    "@implementation A\n- (void)a {",
    "a ? ", "!", "a = ", "@interface A (", "x.", "\"", "/*", "@", "#", "#define A(", "case 1:", "do ",
    "else ",
    "a + ", "@\"a\" ", "} ", ") ", "] ", "#endif\n", "@end\n", "for (", "typedef ", "enum {", "<", "A<",
  ]

  /// Nests one token very deeply, inside and outside of a body.
  @Test(arguments: signs) func readsAnythingNestedDeeply(_ sign: String) {
    let deep = String(repeating: sign, count: 1000)
    for text in [
      deep, "@implementation A\n- (void)a { \(deep) }\n- (void)b {}\n@end", "NSString *a = \(deep);",
    ] {
      _ = CodeReader.facts(of: [SourceFile(path: "App.m", text: text)])
    }
  }

  @Test func readsALongGeneratedFileInATimeThatGrowsWithIt() {
    let line = "  [table setObject:@{@\"name\": @\"a\", @\"value\": @(1 + 2)} forKey:@\"key\"];\n"
    let text =
      "@implementation Tables\n- (void)fill {\n" + String(repeating: line, count: 20_000) + "}\n@end\n"
      + "NSString *const kName = @\"a\";\n"
    let facts = CodeReader.facts(of: [
      SourceFile(path: "Tables.m", text: text),
      SourceFile(
        path: "App.swift", text: "class A: B { func c() { BGAppRefreshTaskRequest(identifier: kName) } }"),
    ])
    #expect(facts.first { $0.kind == .taskRequest }?["identifier"]?.string == "a")
  }

  @Test func isNotATextWithANullByte() {
    #expect(!CodeReader.index(SourceFile(path: "App.m", text: "int a;\0")).isRead)
    #expect(CodeReader.index(SourceFile(path: "App.m", text: "int a;")).isRead)
  }
}
