"""Code that the reader can't bear, or does not look at, above or beside an error of the app."""

import functools

from . import repository as tried
from .repository import BROKEN, DEFECT, Plan

# These calls read code.
case = functools.partial(tried.case, calls=("lint", "gate", "drift"))

REFUSED = ("gate", "drift")


def behind(repository, text, name="Sources/App.swift"):
    """Puts a text before the code with the error, or into a file beside it."""
    if name == "Sources/App.swift":
        repository.write(name, text + "\n" + BROKEN)
    else:
        repository.write("Sources/App.swift", BROKEN)
        repository.write(name, text)
    return Plan(refused=REFUSED)


def swift(name, about, text):
    """A case whose text stands before the code."""
    def build(repository):
        return behind(repository, text())
    build.__name__, build.__doc__ = name, about
    return case("high")(build)


def objective(name, about, text):
    """A case of a file of Objective-C beside the code."""
    def build(repository):
        return behind(repository, text(), "Sources/Deep.m")
    build.__name__, build.__doc__ = name, about
    return case("high")(build)


def interpolations(depth):
    return "let x = " + '"\\(' * depth + "1" + ')"' * depth


swift("crash_generics", "60,000 generic types within each other.", lambda: "let x: " + "A<" * 60_000 + "B" + ">" * 60_000)
swift("crash_try", "300,000 times try.", lambda: "let x = " + "try " * 300_000 + "f()")
swift("crash_await", "300,000 times await.", lambda: "let x = " + "await " * 300_000 + "f()")
swift("crash_functions", "A function type with 120,000 arrows.", lambda: "let x: " + "() -> " * 120_000 + "Int")
swift("deep_interpolation", "5,000 interpolations within each other.", lambda: interpolations(5_000))
swift("deep_interpolation_more", "20,000 interpolations within each other.", lambda: interpolations(20_000))
swift("hashes", "A word of 500,000 number signs.", lambda: "let x = " + "#" * 500_000)
swift("deep_if", "50,000 conditions of the compiler within each other.", lambda: "#if A\n" * 50_000 + "#endif\n" * 50_000)
swift("deep_calls", "300,000 calls of calls.", lambda: "let x = f" + "(1)" * 300_000)
swift("deep_functions", "100,000 functions within each other.", lambda: "func f() {" * 100_000 + "}" * 100_000)
swift("deep_else", "200,000 times else.", lambda: "func f() { if a { }" + " else if a { }" * 200_000 + "}")
swift("open_strings", "500,000 strings without an end.", lambda: '"a\n' * 500_000)
swift("hidden_by_parentheses", "257 parentheses in code that the compiler skips.",
      lambda: "#if compiler(>=99)\nlet x = " + "(" * 257 + "1" + ")" * 257 + "\n#endif")
objective("deep_if_objective", "100,000 conditions of the preprocessor within each other.", lambda: "#if A\n" * 100_000 + "#endif\n" * 100_000)


@case("high")
def hidden_by_types(repository):
    """The error is in 20,000 types within each other."""
    repository.write("Sources/App.swift", "enum E {" * 20_000 + BROKEN.replace("@main\n", "").replace("import", "// ") + "}" * 20_000)
    return Plan(refused=REFUSED)


@case("high")
def hidden_by_size(repository):
    """The error is in a file of more than 64 MiB."""
    repository.write("Sources/App.swift", BROKEN + " " * (65 << 20))
    return Plan(refused=REFUSED, is_committed=False)


@case("critical")
def hidden_by_long_comment(repository):
    """A comment of 9 MiB follows the error."""
    repository.write("Sources/App.swift", BROKEN + f"\n// {'x' * (9 << 20)}\n")
    return Plan(refused=REFUSED)


@case("high")
def hidden_by_depth(repository):
    """The error is 80 folders deep."""
    repository.write("Sources/App.swift", "import Foundation\n")
    repository.write("Sources/" + "d/" * 80 + "App.swift", BROKEN)
    return Plan(refused=REFUSED)


@case("high")
def hidden_by_bytes(repository):
    """The error is in a file whose name is not UTF-8."""
    import os

    repository.write("Sources/App.swift", "import Foundation\n")
    with open(os.fsencode(repository.path("Sources")) + b"/A\xff.swift", "w", encoding="utf-8") as file:
        file.write(BROKEN)
    return Plan(refused=REFUSED)


@case("high")
def hidden_by_bytes_and_name(repository):
    """A file whose name is not UTF-8 is beside one with the name that it is shown as."""
    plan = hidden_by_bytes(repository)
    repository.write("Sources/A\ufffd.swift", "import Foundation\n")
    return plan


@case("high")
def hidden_by_bytes_of_folder(repository):
    """The error is in a folder whose name is not UTF-8."""
    import os

    repository.write("Sources/App.swift", "import Foundation\n")
    folder = os.fsencode(repository.path("Sources")) + b"/a.b\xff"
    os.mkdir(folder)
    with open(folder + b"/App.swift", "w", encoding="utf-8") as file:
        file.write(BROKEN)
    return Plan(refused=REFUSED)


def constants(levels, first, following):
    """Constants of which each has the one before a number of times."""
    names = "".join(f"let c{index + 1} = {following(f'c{index}')}\n" for index in range(levels))
    register = f"BGTaskScheduler.shared.register(forTaskWithIdentifier: c{levels}, using: nil) {{ _ in }}"
    return f"let c0 = {first}\n{names}func other() {{ {register} }}\n"


FLAT = 'let a = b.c(d, e: "f")\n'
swift("flat_statements", "190,000 statements in one file.", lambda: "func other() {\n" + FLAT * 190_000 + "}")
swift("flat_list", "A list of 1,000,000 names.", lambda: "let a = [" + "b, " * 1_000_000 + "b]")
swift("flat_requests", "2,000 requests of tasks.", lambda: "".join(
    f'func f{index}() {{ let r = BGAppRefreshTaskRequest(identifier: "a{index}"); r.earliestBeginDate = nil; '
    "try? BGTaskScheduler.shared.submit(r) }\n" for index in range(2_000)))
swift("chain_of_constants", "A chain of 40,000 constants.", lambda: constants(40_000, '"a"', lambda name: name))
swift("lists_of_lists", "Lists of which each has the one before 300 times.", lambda: constants(6, "[1]", lambda name: f"[{f'{name}, ' * 300}]"))
swift("texts_of_texts", "Texts of which each has the one before 300 times.", lambda: constants(6, '"a"', lambda name: '"' + f"\\({name})" * 300 + '"'))
swift("protocols", "100 protocols of which each inherits all.", lambda: "".join(
    f"protocol P{one}: {', '.join(f'P{other}' for other in range(100))} {{}}\n" for one in range(100))
    + "final class Other: P0 { func run() { " + "self.missing(); " * 300 + "} }")
objective("flat_objective", "200,000 statements of Objective-C.", lambda: "void other(void) {\n" + "[a b:c d:@\"e\"];\n" * 200_000 + "}")


swift("overloads", "1,000 functions of one name that call each other.", lambda: "func f(_ x: Int) { f(1); f(2) }\n" * 1_000)


SUBMIT = "try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: ID))"
swift("callers", "3,000 functions call the one that makes a request.", lambda: "func f(_ id: String) { " + SUBMIT.replace("ID", "id") + " }\n"
      + "".join(f'func c{index}() {{ f("a{index}") }}\n' for index in range(3_000)))
swift("constants_of_one_name", "2,000 constants have the name that 400 requests use.", lambda: "".join(
    f'extension String {{ static let id = "a{index}" }}\n' for index in range(2_000)) + "func f() {\n" + f"{SUBMIT.replace('ID', '.id')}\n" * 400 + "}")
swift("observers", "2,500 notifications are observed and posted.", lambda: "final class More {\n" + "".join(
    f'func o{index}() {{ \n'
    f'NotificationCenter.default.addObserver(self, selector: #selector(m), name: Notification.Name("n{index}"), object: nil)\n'
    f'NotificationCenter.default.post(name: Notification.Name("n{index}"), object: nil) }}\n' for index in range(2_500))
    + "@objc func m() { " + SUBMIT.replace("ID", '"a"') + " } }")


@case("high")
def link_to_large(repository):
    """2,000 links lead to one source of 4 MB."""
    repository.write("Sources/App.swift", BROKEN)
    repository.write("large.txt", "// a comment\n" * 320_000)
    for index in range(2_000):
        repository.link(f"Sources/{index}.swift", repository.path("large.txt"))
    return Plan(refused=REFUSED)


@case("high")
def flat_functions(repository):
    """24,000 functions in four files call each other."""
    repository.write("Sources/App.swift", BROKEN)
    for file in range(4):
        first = file * 6_000
        functions = (f"func f{index}() {{ f{(index * 7 + 1) % 24_000}() }}\n" for index in range(first, first + 6_000))
        repository.write(f"Sources/Functions{file}.swift", "".join(functions))
    return Plan(refused=REFUSED)


@case("medium")
def simulation_in_unused_code(repository):
    """A function that nothing calls has a private method's name, which App Review finds in the executable."""
    repository.write("Sources/Unused.swift", """import BackgroundTasks
private func simulate() {
  BGTaskScheduler.shared.perform(Selector(("_simulateLaunchForTaskWithIdentifier:")), with: "x")
}
""")
    return Plan(refused=("gate", "lint"))

@case("held")
def notification_again(repository):
    """An observer posts the notification that it observes."""
    repository.write("Sources/App.swift", BROKEN)
    repository.write("Sources/Other.swift", """import BackgroundTasks
func other() {
  NotificationCenter.default.addObserver(forName: .mine, object: nil, queue: nil) { _ in
    NotificationCenter.default.post(name: .mine, object: nil)
    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.diary.refresh"))
  }
}
""")
    return Plan(refused=REFUSED, says={"gate": [DEFECT], "drift": [DEFECT]})


@case("high")
def reader_fails(repository):
    """The reader ends with an error."""
    return reader(repository, "exit 1")


@case("high")
def reader_dies(repository):
    """The reader is killed."""
    return reader(repository, "kill -9 $$")


@case("high")
def reader_prints_no_facts(repository):
    """The reader prints what is no JSON."""
    return reader(repository, "echo hello")


@case("high")
def reader_prints_too_much(repository):
    """The reader prints without an end."""
    return reader(repository, "exec cat /dev/zero")


def reader(repository, script):
    path = repository.work / "reader"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    # Only import has nothing to say without the reader, which is an error of the tool.
    return Plan(
        refused=(*REFUSED, "gate app", "import"), environment={"BGPOLICY_APPREADER": str(path)}, statuses=(1, 2, 3), calls={
            "gate": ["gate", "--skip", "generated"], "drift": ["drift"], "import": ["import", "."],
            "gate app": ["gate", "--skip", "generated", "--app", "."]})


@case("held")
def control(repository):
    """The error of the app alone is found: otherwise no case would show anything."""
    repository.write("Sources/App.swift", BROKEN)
    return Plan(refused=REFUSED, says={"gate": [DEFECT], "drift": [DEFECT]})
