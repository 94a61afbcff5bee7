"""Code that runs although no code that is read names it, and names of the app that seem to be those of the system."""

import functools

from . import repository as tried
from .forms import CONSTRUCTOR, LOAD, MESSAGE, SUBMITTED, objective, started, swift
from .reading import STARTING, WORK, call
from .repository import PROJECT, Plan

# The gate reads code.
case = functools.partial(tried.case, calls=("gate",))

FIVE = PROJECT.replace("INFOPLIST_FILE", 'SWIFT_VERSION: "5.0", INFOPLIST_FILE')


def used(name, severity, about, code, use="_ = 1", others=None):
    """The work is in Swift."""
    return swift(name, severity, about, f"import UIKit\n{code}", use, others, case=case)


used_in_c = functools.partial(objective, case=case)


ALIAS = "typealias BGTaskScheduler = Int; typealias BGProcessingTaskRequest = Int"
used("alias_within_type", "critical", "A type has aliases with the names of the system's types.", started(SUBMITTED), "More.start()",
     {"Sources/Z.swift": f"enum Z {{ {ALIAS} }}\n"})
used("alias_of_file", "critical", "A file has private aliases with the names of the system's types.", started(SUBMITTED), "More.start()",
     {"Sources/Z.swift": ALIAS.replace("typealias", "private typealias") + "\n"})
used("alias_elsewhere", "critical", "Another system has aliases with the names of the system's types.", started(SUBMITTED), "More.start()",
     {"Sources/Z.swift": f"#if os(Linux)\n{ALIAS}\n#endif\n"})
used("method_elsewhere", "critical", "An extension for another system has the name of the system's method.",
     started("_ = UIApplication.shared.beginBackgroundTask()"), "More.start()",
     {"Sources/Z.swift": "import UIKit\n#if os(Linux)\nextension UIApplication { func beginBackgroundTask() {} }\n#endif\n"})
used("code_of_shadowing_type", "critical", "A private type with the name of a type of the system has the work.",
     f"private enum BGTaskRequest {{ static func go() {{ {SUBMITTED} }} }}\nenum More {{ static func start() {{ BGTaskRequest.go() }} }}", "More.start()")
used("used_by_library", "critical", "The standard library calls a method that has no documentation.",
     f"struct More: Hashable {{ static func == (a: More, b: More) -> Bool {{ true }}\n  func _rawHashValue(seed: Int) -> Int {{ {SUBMITTED}; return 1 }} }}",
     "_ = Set([More()])")
used("used_by_other_language", "critical", "C++ calls a function.", f"@_expose(Cxx) func more() {{ {SUBMITTED} }}")
used("used_by_runtime", "critical", "An extension for Objective-C has the method.", f"@objc extension UIView {{ func more() {{ {SUBMITTED} }} }}",
     'UIView().perform(NSSelectorFromString("mo" + "re"))')
used("used_by_name", "critical", "A class is looked up by its name.", f"class More: NSObject {{ let x: Int = {{ {SUBMITTED}; return 1 }}() }}",
     '_ = (NSClassFromString("Diary.Mo" + "re") as? NSObject.Type)?.init()')
used("used_between_slashes", "critical", "Operators make a regular expression of the work.",
     f"enum More {{ static func start() {{ let b = 1, c = 2; _ = /b; {SUBMITTED}; _ = c/ }} }}", "More.start()",
     {"Sources/Z.swift": "prefix operator /\npostfix operator /\nprefix func / (x: Int) -> Int { x }\npostfix func / (x: Int) -> Int { x }\n", "project.yml": FIVE})

FUNCTION = f"void more(void) {{ {MESSAGE} }}\n"
used_in_c("attribute_before", "critical", "A declaration before the function makes the system call it.",
          f"static void more(void) __attribute__((constructor));\nstatic {FUNCTION}")
used_in_c("called_by_c", "critical", "A file of C calls the function.", FUNCTION,
          others={"Sources/Other.c": "extern void more(void);\n__attribute__((constructor)) static void other(void) { more(); }\n"})
used_in_c("called_by_swift", "critical", "Swift calls the function by its symbol.", FUNCTION, others={
    "Sources/Other.swift": '@_silgen_name("more") func other()\n', "Sources/App.swift": STARTING.replace("START", "    other()")})
used_in_c("function_in_section", "critical", "The linker puts the function among those that the system calls.",
          f'static {FUNCTION}__attribute__((used, section("__DATA,__mod_init_func"))) static void (*const first)(void) = more;\n')
used_in_c("function_of_macro", "critical", "A macro declares the function.",
          "#define FIRST(name) __attribute__((constructor)) static void name(void)\n" + CONSTRUCTOR.replace(
              "__attribute__((constructor)) static void more(void)", "FIRST(more)"))
used_in_c("class_of_name", "critical", "A class is looked up by its name.", LOAD.replace("+ (void)load", "- (void)go").replace(
    "@end\n@implementation", "- (void)go;\n@end\n@implementation") + (
        "@interface Other : NSObject\n@end\n@implementation Other\n+ (void)load {\n"
        '  [[[NSClassFromString([@"Mo" stringByAppendingString:@"re"]) alloc] init] go];\n}\n@end\n'))


@tried.case("critical", calls=("gate", "drift"))
def decoy_target(repository):
    """The bundle identifier of the app has a setting that nothing defines, and another target has that of the policy."""
    own = "PRODUCT_BUNDLE_IDENTIFIER: com.example.diary"
    decoy = PROJECT[PROJECT.index("  Diary:"):].replace("Diary:", "Helper:").replace("[Sources]", "[Sources/App.swift]")
    repository.write("project.yml", PROJECT.replace(own, 'PRODUCT_BUNDLE_IDENTIFIER: "com.example.diary$(NOTHING)"') + decoy)
    repository.write("Sources/App.swift", call())
    repository.write("Sources/More.swift", WORK)
    return Plan(refused=("gate", "drift"))
