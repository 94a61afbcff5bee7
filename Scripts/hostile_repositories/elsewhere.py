"""Work in the background that texts, values, devices and other files name in place of the code and the projects that are read."""

import functools

from . import repository as tried
from .forms import SUBMITTED, started, swift
from .projects import targets
from .reading import NAMED, STARTING, WORK, call
from .repository import POLICY, PROJECT, PROPERTY_LIST, SOUND, Plan

# The gate reads code.
case = functools.partial(tried.case, calls=("gate",))

# `gate --strict` refuses what is not followed.
LOOKED_UP = functools.partial(swift, plan=NAMED, case=case)
BEGIN = "beginBackgroundTaskWithExpirationHandler:"

LOOKED_UP("scheduler_of_name", "high", "The scheduler is looked up by its name.", started(
    '_ = (NSClassFromString("BGTaskScheduler") as AnyObject).value(forKey: "sharedScheduler")'))
LOOKED_UP("scheduler_of_joined_name", "high", "The scheduler is looked up by a name of two parts.", started(
    'let first = "BGTask"; _ = objc_getClass(first + "Scheduler")'))
LOOKED_UP("request_of_computed_name", "high", "The class of the request is computed, and an object is taken for another one.", started(
    "let name = ProcessInfo.processInfo.environment[\"a\"] ?? \"\"; _ = unsafeBitCast(NSClassFromString(name), to: NSObject.Type.self).init()"))
LOOKED_UP("method_of_name", "high", "A method of the system is called by its name.", "import UIKit\n" + started(
    f'UIApplication.shared.perform(NSSelectorFromString("{BEGIN}"), with: nil)'))
LOOKED_UP("method_of_selector", "high", "A selector is made of a text.", "import UIKit\n" + started(
    f'UIApplication.shared.perform(Selector(("{BEGIN}")), with: nil)'))
LOOKED_UP("method_of_literal", "high", "A text is a selector.", "import UIKit\n" + started(
    f'let selector: Selector = "{BEGIN}"; UIApplication.shared.perform(selector, with: nil)'))
LOOKED_UP("method_of_computed_name", "high", "The name of a method is computed.", "import UIKit\n" + started(
    'UIApplication.shared.perform(NSSelectorFromString(String(UserDefaults.standard.string(forKey: "a") ?? "")), with: nil)'))
LOOKED_UP("method_of_macro", "high", "A selector names the scheduler's method.", started(
    "(BGTaskScheduler.shared as AnyObject).perform(#selector(BGTaskScheduler.submit(_:)), with: nil)"))
LOOKED_UP("background_task_as_value", "high", "The function that begins a background task is a value.", "import UIKit\n" + started(
    "let begin = UIApplication.shared.beginBackgroundTask(withName:expirationHandler:); _ = begin(nil, nil)"))
LOOKED_UP("submission_as_value", "high", "The scheduler's method is a value.", started(
    SUBMITTED.replace("try? BGTaskScheduler.shared.submit(", "let submit = BGTaskScheduler.shared.submit; try? submit(")))
LOOKED_UP("method_of_protocol", "high", "A protocol has the method of the scheduler.",
          "@objc protocol Other { func submitTaskRequest(_ request: Any, error: Any?) }\n" + started("_ = Other.self"))


@case("high")
def selector_of_objective(repository):
    """A message of Objective-C has the selector as a value."""
    repository.write("Sources/More.m", "#import <BackgroundTasks/BackgroundTasks.h>\n@implementation More\n+ (void)load {\n"
                     "  [[BGTaskScheduler sharedScheduler] performSelector:@selector(submitTaskRequest:error:) withObject:nil withObject:nil];\n}\n@end\n")
    return NAMED


def key(name, severity, about, key, policy=POLICY, plan=None):
    """Some devices read other background modes."""
    def build(repository):
        repository.write("bgpolicy.yaml", policy)
        repository.write("Info.plist", PROPERTY_LIST.replace(
            "</dict></plist>", f"<key>{key}</key><array><string>fetch</string><string>audio</string></array>\n</dict></plist>"))
        return plan or Plan(refused=("lint", "gate", "drift"), says={"gate": (key,)})
    build.__name__, build.__doc__ = name, about
    return tried.case(severity, calls=("lint", "gate", "drift", "import"))(build)


key("key_of_phones", "high", "iPhones read another key in place of the background modes.", "UIBackgroundModes~iphone")
key("key_of_platform", "high", "iPads read another key in place of the background modes.", "UIBackgroundModes-iphoneos~ipad")
key("key_of_identifiers", "high", "iPads read another key in place of the permitted identifiers.", "BGTaskSchedulerPermittedIdentifiers~ipad")
key("key_without_property_list", "high", "iPads read another key, and the policy names no property list.", "UIBackgroundModes~ipad",
    POLICY.replace("  infoPlist: Info.plist\n", ""), NAMED)


def loaded(name, severity, about, podfile, **files):
    """The Podfile loads a file that names the pod with the work."""
    def build(repository):
        repository.write("Sources/App.swift", call())
        repository.write("Kit/More.swift", WORK.replace("enum", "public enum").replace("static", "public static"))
        repository.write("pods.rb", "pod 'Kit', :path => 'Kit'\n")
        repository.write("Podfile", f"platform :ios, '16.0'\ntarget 'Diary' do\n  {podfile}\nend\n")
        for path, text in files.items():
            repository.write(path, text)
        return NAMED
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


loaded("pod_of_loaded_file", "high", "The Podfile loads a file.", "load 'pods.rb'")
loaded("pod_of_required_file", "high", "The Podfile requires a file.", "require_relative 'pods'")
loaded("pod_of_evaluated_file", "high", "The Podfile evaluates a file.", "eval(File.read('pods.rb'))")
loaded("pod_of_evaluated_file_in_instance", "high", "The Podfile evaluates a file as a part of itself.",
       "instance_eval File.read(File.join(__dir__, 'pods.rb'))")
loaded("pod_of_computed_code", "high", "The Podfile evaluates code that is computed.", "eval(['pod \"Kit\", pa', 'th: \"Kit\"'].join)")
loaded("pod_with_text_as_key", "high", "The key of the pod's folder is a text with a colon.", "pod 'Kit', 'path': 'Kit'")
loaded("pod_with_options", "high", "A variable has the pod's options.", "own = { path: 'Kit' }\n  pod 'Kit', own")


def outside(name, severity, about, before, after):
    """The change adds work beside the code that the policy names."""
    def build(repository):
        repository.write("project.yml", PROJECT.replace("[Sources]", "[Sources, Other]"))
        repository.write("Other/Other.swift", before)
        repository.commit()
        repository.git("tag", "-f", tried.START)
        for path, text in after.items():
            repository.write(path, text)
        strict = ["gate", "--skip", "generated", "--strict", "--base", f"git:{tried.START}"]
        return Plan(refused=("strict",), says={"strict": ("no policy is compared with",)}, more={"strict": strict})
    build.__name__, build.__doc__ = name, about
    return tried.case(severity, calls=("base",))(build)


OTHER = "struct Other { var text = \"\" }\n"
DELEGATED = SOUND[SOUND.index("enum Refresh"):].replace("Refresh", "More").replace("diary.refresh", "diary.more")
outside("added_outside_of_sources", "high", "New code of the app is outside of the code that the policy names.", OTHER, {
    "Other/More.swift": "import BackgroundTasks\nimport UIKit\n" + DELEGATED
    + "extension AppDelegate { @objc func more() { More.schedule() } }\n"})
outside("written_outside_of_sources", "high", "Code outside of the code that the policy names gets the work.", OTHER, {
    "Other/Other.swift": OTHER + "import BackgroundTasks\n" + DELEGATED})


@tried.case("high", calls=("import",))
def targets_with_large_list(repository):
    """60 applications share a property list with 12,000 keys, and their drafts are compared with it."""
    text = '<plist version="1.0"><dict>' + "".join(f"<key>k{index}</key><true/>" for index in range(12_000)) + "</dict></plist>"
    repository.write("Large.plist", text)
    repository.write("project.yml", targets(60, "A: B"))
    return Plan()


@tried.case("high", calls=("gate",))
def tasks_without_end(repository):
    """The policy, the property list and the code have 1,000 tasks."""
    names = [f"com.example.diary.t{index}" for index in range(1_000)]
    repository.write("bgpolicy.yaml", POLICY + "".join(
        f"  t{index}: {{ type: processing, identifier: {name}, submittedAt: [enteringBackground] }}\n" for index, name in enumerate(names)))
    repository.write("Info.plist", PROPERTY_LIST.replace("<array><string>com", "<array>" + "".join(
        f"<string>{name}</string>" for name in names) + "<string>com"))
    repository.write("Sources/More.swift", "import BackgroundTasks\nfunc more() {\n" + "".join(
        f'  _ = BGProcessingTaskRequest(identifier: "{name}")\n' for name in names) + "}\n")
    repository.write("Sources/App.swift", STARTING.replace("START", "    more()"))
    return Plan()
