"""Files of a few megabytes at most that are multiplied with each other: names with patterns, targets with files, files with changes."""

from .repository import PROJECT, START, Plan, case

SETTINGS = "SDKROOT=iphoneos;PRODUCT_BUNDLE_IDENTIFIER=\"com.example.diary\";INFOPLIST_FILE=Info.plist;"


def xcode(objects, targets, more=""):
    """A project with the app, and with further objects and targets."""
    return ("{objects={P={isa=PBXProject;buildConfigurationList=PL;targets=(" + ",".join(["T", *targets]) + ");};"
            "PL={isa=XCConfigurationList;buildConfigurations=(R);};"
            "R={isa=XCBuildConfiguration;name=Release;buildSettings={" + SETTINGS + "};};"
            'T={isa=PBXNativeTarget;name=Diary;productType="com.apple.product-type.application";buildConfigurationList=PL;buildPhases=(S);};'
            "S={isa=PBXSourcesBuildPhase;files=(B);};B={isa=PBXBuildFile;fileRef=F;};"
            'F={isa=PBXFileReference;path="Sources/App.swift";sourceTree=SOURCE_ROOT;};' + objects + "};rootObject=P;}")


def frameworks(count, more="", configurations="PL", name="k{}"):
    return "".join(
        f"K{index}={{isa=PBXNativeTarget;name={name.format(index)};productType=\"com.apple.product-type.framework\";"
        f"buildConfigurationList={configurations};{more}}};" for index in range(count)), [f"K{index}" for index in range(count)]


def multiplied(name, about, build, calls=("gate",)):
    """The repository has some files besides those of the app; `build` returns their texts by their paths, and `None` for one to remove."""
    def fill(repository):
        for path, text in build().items():
            if text is None:
                repository.remove(path)
            else:
                repository.write(path, text)

    fill.__name__, fill.__doc__ = name, about
    return case("high", calls=calls)(fill)


def references(count, path, kind="PBXSourcesBuildPhase"):
    """A phase with files."""
    return (f"LP={{isa={kind};files=(" + ",".join(f"LB{index}" for index in range(count)) + ");};"
            + "".join(f"LB{index}={{isa=PBXBuildFile;fileRef=LF{index};}};LF{index}={{isa=PBXFileReference;path=\"{path.format(index)}\";}};"
                      for index in range(count)))


def phase_of_targets():
    targets, names = frameworks(300, "buildPhases=(LP);")
    return {"project.yml": None, "Diary.xcodeproj/project.pbxproj": xcode(references(3_000, "d{}.png") + targets, names)}


def products_of_one_name():
    targets, names = frameworks(400, "buildPhases=(LP);", "KL")
    return {"project.yml": None, "Diary.xcodeproj/project.pbxproj": xcode(
        references(400, "d{}/Kit.framework", "PBXFrameworksBuildPhase") + targets
        + "KL={isa=XCConfigurationList;buildConfigurations=(KR);};KR={isa=XCBuildConfiguration;name=Release;"
        "buildSettings={PRODUCT_NAME=Kit;};};", names)}


def modules_of_targets():
    targets, names = frameworks(400, name="k" + "a" * 500 + "{}")
    return {"project.yml": None, "Diary.xcodeproj/project.pbxproj": xcode(targets, names)}


def schemes_of_workspaces():
    projects = {
        f"k{index}.xcodeproj/project.pbxproj":
        "{objects={P={isa=PBXProject;buildConfigurationList=PL;targets=(T);};PL={isa=XCConfigurationList;buildConfigurations=(R);};"
        f"R={{isa=XCBuildConfiguration;name=Release;}};T={{isa=PBXNativeTarget;name=T{index};buildConfigurationList=PL;"
        'productType="com.apple.product-type.framework";};};rootObject=P;}' for index in range(100)}
    schemes = {
        f"w{index}.xcworkspace/xcshareddata/xcschemes/a.xcscheme": '<ArchiveAction buildConfiguration="Release">' * 5_000
        for index in range(20)}
    return {"project.yml": None, "Diary.xcodeproj/project.pbxproj": xcode("", []), **projects, **schemes}


def excluding(*words):
    return PROJECT.replace("Info.plist }", f'Info.plist, EXCLUDED_SOURCE_FILE_NAMES: "{" ".join(words)}" }}')


multiplied("phase_of_targets", "300 targets share a phase of 3,000 files.", phase_of_targets)
multiplied("products_of_one_name", "400 targets that make one product link it 400 times each.", products_of_one_name)
multiplied("modules_of_targets", "400 frameworks with names of 500 letters, any of which code might import.", modules_of_targets)
multiplied("schemes_of_workspaces", "100 projects beside 20 workspaces with schemes of 5,000 actions.", schemes_of_workspaces)
multiplied("exclusions_of_sources", "2,000 sources and 5,000 names of sources that are excluded.", lambda: {
    "project.yml": excluding(*(f"x{index}.swift" for index in range(5_000))),
    **{f"Sources/s{index}.swift": "" for index in range(2_000)}})
multiplied("exclusions_with_long_set", "100 long names of sources, and a pattern with a set of 20,000 characters.", lambda: {
    "project.yml": excluding("*[" + "x" * 20_000 + "]"),
    **{"Sources/" + "s" * 200 + f"{index}.swift": "" for index in range(100)}})
multiplied("exclusions_of_package", "2,000 sources of a package that excludes 5,000 paths.", lambda: {
    "Kit/Package.swift": "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: \"Kit\", products: [.library(name:"
    " \"Kit\", targets: [\"Kit\"])], targets: [.target(name: \"Kit\", exclude: ["
    + ",".join(f'"a{index}"' for index in range(5_000)) + ',"z"])])\n',
    **{f"Kit/Sources/Kit/z/s{index}.swift": "" for index in range(2_000)}})
multiplied("requires_of_podfile", "20,000 calls of `require` in a line of a Podfile.", lambda: {"Podfile": "require x;" * 20_000 + "\n"})
multiplied("path_of_podfile", "A path of a Podfile that 100,000 calls within each other join.", lambda: {
    "Podfile": "load " + "IO.join " * 100_000 + "\n"})
multiplied("patterns_with_one_name", "200 folders, and 100,000 patterns of .gitignore whose last names are theirs.", lambda: {
    ".gitignore": "ab/y\n" * 100_000, **{f"d{index}/y/f": "" for index in range(200)}}, calls=("lint", "base"))
multiplied("patterns_with_long_set", "A pattern of .gitignore with a set of 900,000 characters, and long names.", lambda: {
    ".gitignore": "*[" + "x" * 900_000 + "]\n" + "[" * 100_000 + "\n", **{"s" * 200 + f"{index}/f": "" for index in range(100)}},
    calls=("lint",))


@case("high", calls=("gate",))
def links_to_header(repository):
    """300 links lead to a header of 60 MB."""
    repository.write("Sources/big.h", b"\n" * (60 << 20))
    for index in range(300):
        repository.link(f"Sources/l{index}.h", "big.h")
    repository.write("Sources/a.m", "int x;\n")
    return Plan()


def changed(name, about, count, before, after, *, path="x{}.json", refused=()):
    """The change edits many files."""
    def fill(repository):
        for text, is_last in ((before, False), (after, True)):
            for index in range(count):
                repository.write(path.format(index), text)
            repository.commit()
            if not is_last:
                repository.git("tag", "-f", START)
        return Plan(refused=refused)

    fill.__name__, fill.__doc__ = name, about
    return case("high", calls=("base", "changed"))(fill)


changed("controls_in_former_texts", "The change empties 14 files of 4 MB of control characters.", 14, b"\x01" * (4 << 20), b"")
changed("mentions_of_many_files", "The change edits 3,000 files that are no code and name the scheduler.", 3_000,
        "BGTaskScheduler\n", "BGTaskScheduler.\n", path="notes/x{}.txt")
changed("schemes_of_change", "The change edits 1,500 schemes.", 1_500, '<ArchiveAction buildConfiguration="Release">',
        '<ArchiveAction buildConfiguration="Beta">', path="A.xcodeproj/xcshareddata/xcschemes/x{}.xcscheme")


@case("high", calls=("base",))
def ignore_files_of_base(repository):
    """Each of 1,000 folders has a policy, and a .gitignore beside it."""
    for index in range(1_000):
        repository.write(f"d{index}/.gitignore", f"x{index}\n")
        repository.write(f"d{index}/bgpolicy.yaml", f"schema: 1\napp: {{ name: A{index}, bundleIdentifier: com.example.a{index} }}\n")
    repository.commit()
    repository.git("tag", "-f", START)
    return Plan()
