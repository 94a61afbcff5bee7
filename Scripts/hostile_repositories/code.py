"""Code that the reader can't bear, or does not look at, above or beside an error of the app."""

from .repository import BROKEN, DEFECT, Plan, case

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
    return Plan(refused=REFUSED, environment={"BGPOLICY_APPREADER": str(path)}, calls={
        "gate": ["gate", "--skip", "generated"], "drift": ["drift"],
        "gate app": ["gate", "--skip", "generated", "--app", "."]})


@case("held")
def control(repository):
    """The error of the app alone is found: otherwise no case would show anything."""
    repository.write("Sources/App.swift", BROKEN)
    return Plan(refused=REFUSED, says={"gate": [DEFECT], "drift": [DEFECT]})
