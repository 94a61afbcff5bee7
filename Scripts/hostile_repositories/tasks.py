"""Changes after which the handler of a task has no expirationHandler, though code looks as if it had one, or passes the task on."""

from .changes import of_change
from .repository import BROKEN, CODE, EXPIRATION

COMPLETION = "DispatchQueue.global().async { task.setTaskCompleted(success: true) }"


def without(name, severity, about, statement, declarations="", after=""):
    """The handler has a statement in the place of the one that sets the expirationHandler, or after it."""
    return of_change(name, severity, about, {}, {
        "Sources/App.swift": CODE.replace("EXPIRATION", EXPIRATION + "\n      " + after if after else statement) + declarations})


without("expiration_of_none", "critical", "The expirationHandler is none.", "task.expirationHandler = .none")
without("expiration_of_optional", "critical", "The expirationHandler is an optional without a value.", "task.expirationHandler = Optional.none")
without("expiration_of_constant", "critical", "A constant without a value is the expirationHandler.", "task.expirationHandler = none",
        "\nlet none: (() -> Void)? = nil\n")
without("expiration_of_property", "critical", "A computed property without a value is the expirationHandler.", "task.expirationHandler = none",
        "\nvar none: (() -> Void)? { nil }\n")
without("expiration_of_function", "critical", "A function returns no expirationHandler.", "task.expirationHandler = none()",
        "\nfunc none() -> (() -> Void)? { nil }\n")
without("expiration_by_path", "critical", "A key path takes the expirationHandler away.", "", after="task[keyPath: \\.expirationHandler] = nil")
without("expiration_by_key", "critical", "A key takes the expirationHandler away.", "", after='task.setValue(nil, forKey: "expirationHandler")')
FAKE = ("\nfinal class Fake {\n  let task: BGTask; var expirationHandler: (() -> Void)?\n  init(task: BGTask) { self.task = task }\n"
        "  func setTaskCompleted(success: Bool) { task.setTaskCompleted(success: success) }\n}\n")
without("expiration_of_other_object", "critical", "An object of the app's own has the name of the task.", "let task = Fake(task: task)\n      " + EXPIRATION,
        FAKE)
without("expiration_of_object_in_block", "critical", "A block has an object of the name of the task.",
        "do { let task = Fake(task: task); " + EXPIRATION + " }", FAKE)

of_change("expiration_of_hidden_method", "critical", "A method that the file of the handler does not see sets the expirationHandler.", {}, {
    "Sources/App.swift": CODE.replace("EXPIRATION", "task.prepare()") + "\nextension NSObject { func prepare() {} }\n",
    "Sources/Other.swift": "import BackgroundTasks\nprivate extension BGTask {\n"
                           "  func prepare() { expirationHandler = { [self] in setTaskCompleted(success: false) } }\n}\n"})

OBJECTIVE = """#import <BackgroundTasks/BackgroundTasks.h>
#import <UIKit/UIKit.h>
@interface Delegate : UIResponder <UIApplicationDelegate> @end
@implementation Delegate
- (void)schedule {
  BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.diary.refresh"];
  NSError *error = nil;
  if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) { NSLog(@"%@", error); }
}
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
  [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.diary.refresh" usingQueue:nil launchHandler:^(__kindof BGTask *task) {
    [self schedule];
    task.expirationHandler = VALUE;
    dispatch_async(dispatch_get_global_queue(0, 0), ^{ [task setTaskCompletedWithSuccess:YES]; });
  }];
  return YES;
}
- (void)applicationDidEnterBackground:(UIApplication *)application { [self schedule]; }
@end
int main(int count, char **values) { @autoreleasepool { return UIApplicationMain(count, values, nil, @"Delegate"); } }
"""


def objective(name, severity, about, value):
    """The handler of Objective-C has a value in the place of a block."""
    return of_change(name, severity, about, {
        "Sources/App.swift": None, "Sources/main.m": OBJECTIVE.replace("VALUE", "^{ [task setTaskCompletedWithSuccess:NO]; }")}, {
        "Sources/main.m": OBJECTIVE.replace("VALUE", value)})


objective("expiration_of_zero", "critical", "Zero is the expirationHandler.", "0")
objective("expiration_of_condition", "critical", "A condition that never holds chooses the expirationHandler.", "0 ? ^{ } : nil")
objective("expiration_of_pointer", "critical", "A pointer to nothing is the expirationHandler.", "(void *)0")


def passed(name, severity, about, statement, declarations=""):
    """The task goes elsewhere, without an expirationHandler."""
    return of_change(name, severity, about, {}, {"Sources/App.swift": BROKEN.replace(COMPLETION, statement) + declarations})


assert COMPLETION in BROKEN
passed("task_in_closure", "critical", "A constant has the function that receives the task.", "finish(task)",
       "\nlet finish: (BGTask) -> Void = { task in DispatchQueue.global().async { task.setTaskCompleted(success: true) } }\n")
passed("task_of_overload", "critical", "One of two functions receives the task.", "keep(task)", "\nfunc keep(_ a: BGTask) {}\nfunc keep(_ a: Int) {}\n")
passed("task_in_object", "critical", "An object receives the task.",
       "let box = Box(task: task); DispatchQueue.global().async { box.task.setTaskCompleted(success: true) }",
       "\nstruct Box { let task: BGTask }\n")
passed("task_in_list", "critical", "A list that is not kept has the task.", "_ = [task]")
passed("task_in_log", "critical", "A log has the task.", "print(task)")
passed("task_by_notification", "critical", "A notification has the task.", 'NotificationCenter.default.post(name: .init("x"), object: task)')
passed("task_through_functions", "critical", "The task goes through many functions.", "a(task)", "\n" + "\n".join(
    f"func {one}(_ task: BGTask) {{ {next}(task) }}" for one, next in zip("abcdef", "bcdefg")) + "\nfunc g(_ task: BGTask) { " + COMPLETION + " }\n")
