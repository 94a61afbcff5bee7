"""Code that runs although no code that is read names it, and names of the app that seem to be those of the system."""

import functools

from . import repository as tried
from .forms import CONSTRUCTOR, LOAD, MESSAGE, SUBMITTED, objective, started, swift
from .reading import STARTING, WORK, call
from .repository import PROJECT, PROPERTY_LIST, Plan

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

used("used_by_global_actor", "critical", "A global actor calls a member that has no mention.",
     "@globalActor actor More { static let shared = More()\n  static var sharedUnownedExecutor: UnownedSerialExecutor { "
     f"{SUBMITTED}; return shared.unownedExecutor }} }}\n@More func more() {{}}",
     "Task { await more() }")
used("used_by_symbol", "critical", "A declaration names the symbol of a function.",
     f'private func more() {{ {SUBMITTED} }}', "other()",
     {"Sources/Other.swift": '@_silgen_name("$s5Diary4more33_0123456789ABCDEF0123456789ABCDEFLLyyF") func other()\n'})

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


NIB = '<?xml version="1.0"?><document><objects><customObject customClass="NAME" customModule="Diary" id="a"/></objects></document>\n'
MADE = LOAD.replace("+ (void)load", "- (instancetype)init").replace("error:nil];", "error:nil]; return self;")
MADE_IN_SWIFT = f"class More: NSObject {{ let done: Void = {{ {SUBMITTED} }}() }}"


def named(name, severity, about, files):
    """A file that is no code names the class with the work."""
    return used_in_c(name, severity, about, MADE, others=files)


named("class_of_interface", "critical", "An interface names the class.", {"Sources/Main.storyboard": NIB.replace("NAME", "More")})
named("class_of_interface_elsewhere", "critical", "An interface of a localized folder names the class.",
      {"Other/Base.lproj/.hidden.xib": NIB.replace("NAME", "More")})
named("class_of_interface_with_references", "critical", "An interface names the class by references to letters.",
      {"Sources/Main.xib": NIB.replace("NAME", "&#77;&#x6f;re")})
named("class_of_interface_with_entities", "critical", "An interface names the class by an entity of its own.",
      {"Sources/Main.xib": '<!DOCTYPE document [<!ENTITY m "Mo">]>\n' + NIB.replace("NAME", "&m;re")})
named("class_of_interface_in_utf16", "critical", "An interface in UTF-16 names the class.",
      {"Sources/Main.xib": NIB.replace("NAME", "More").encode("utf-16")})
named("class_of_archive", "critical", "A compiled interface names the class.",
      {"Sources/Main.nib": b"NIBArchive\x01\0\0\0\x09\0\0\0\x0e\x82More\0\x84UIClassName\x89NSObject"})
named("class_of_property_list", "critical", "A property list names the class.", {"Info.plist": PROPERTY_LIST.replace(
    "</dict></plist>", "<key>NSExtension</key><dict><key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).More</string></dict>\n</dict></plist>")})
named("class_of_setting", "critical", "A setting names the class.", {"project.yml": PROJECT.replace(
    "INFOPLIST_FILE", "INFOPLIST_KEY_NSPrincipalClass: More, INFOPLIST_FILE")})
named("class_of_model", "critical", "A data model names the class.", {
    "Sources/Diary.xcdatamodeld/Diary.xcdatamodel/contents": '<model><entity name="Page" representedClassName="More"/></model>\n'})
used("swift_class_of_interface", "critical", "An interface names a class of Swift.", MADE_IN_SWIFT,
     others={"Sources/Main.storyboard": NIB.replace("NAME", "More")})
used("private_class_of_interface", "critical", "An interface names a private class as the runtime does.",
     f"private class More: UIView {{ override init(frame: CGRect) {{ super.init(frame: frame); {SUBMITTED} }} }}",
     others={"Sources/Main.storyboard": NIB.replace("NAME", "_TtC5DiaryP33_0123456789ABCDEF0123456789ABCDEF4More")})
used_in_c("property_of_interface", "critical", "An interface sets a property of a category.",
          f"@interface UIView (More)\n@end\n@implementation UIView (More)\n- (void)setMore:(int)value {{ {MESSAGE} }}\n@end\n",
          others={"Sources/Main.storyboard": '<document><view><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="number" '
                  'keyPath="more"/></userDefinedRuntimeAttributes></view></document>\n'})

JOIN = "#define JOIN(a, b) a##b\n"
JOINED = MESSAGE.replace("BGTaskScheduler ", "JOIN(BGTask, Scheduler) ").replace("BGProcessingTaskRequest", "JOIN(BGProcessing, TaskRequest)")
FIRST = "__attribute__((constructor)) static void more(void) {{ {} }}\n"
used_in_c("joined_names", "critical", "A macro joins the names of the types.", JOIN + FIRST.format(JOINED))
used_in_c("joined_names_of_macros", "critical", "Macros name the parts of the types.",
          JOIN + "#define JOIN2(a, b) JOIN(a, b)\n#define A BGTask\n#define B BGProcessing\n" + FIRST.format(
              JOINED.replace("JOIN", "JOIN2").replace("BGTask,", "A,").replace("BGProcessing,", "B,")))
used_in_c("joined_names_within_macro", "critical", "A macro has a part of the types.", "#define BG(a) BG##a\n" + FIRST.format(
    MESSAGE.replace("BGTaskScheduler", "BG(TaskScheduler)").replace("BGProcessingTaskRequest", "BG(ProcessingTaskRequest)")))
used_in_c("joined_names_of_header", "critical", "A header has the macro that joins names.", '#import "more.h"\n' + FIRST.format(JOINED),
          others={"Sources/more.h": JOIN.replace("##", "%:%:")})
used_in_c("joined_selector", "critical", "A macro joins the name of a message.", JOIN + FIRST.format(
    MESSAGE.replace("submitTaskRequest:", "JOIN(submitTask, Request):")))
