"""Code that is other code by another standard of C, or in another language than the name of its file says."""

import functools

from . import repository as tried
from .forms import CONSTRUCTOR, HEADERS, LOAD, objective, of_xcode
from .reading import settings
from .repository import PROJECT

# The gate reads code.
case = functools.partial(tried.case, calls=("gate",))


def by(name, severity, about, text, path="Sources/More.m", project=PROJECT, others=None):
    """The work is in a file that the settings have the compiler read in another way."""
    return objective(name, severity, about, text, path, {"project.yml": project, **(others or {})}, case)


# `ID` is the identifier, as a text within the hidden part would end it.
IDENTIFIER = '@"com.example.diary.more"'
APOSTROPHES = (f"#define F(...)\n#define ID {IDENTIFIER}\nF(1'2\"'3) " + CONSTRUCTOR.strip().replace(IDENTIFIER, "ID")
               + " F('\"',1'2,3'4)\n")
RAW = f'#define R\nstatic const char *a = R"x(";\n{LOAD}\nstatic const char *b = ")x";\n'
COMMENT = f"#if 0 //*\n*/ 1 || 1\n{LOAD}#endif\n"

by("digits_with_apostrophes", "critical", "C before C23 ends a number at an apostrophe.", APOSTROPHES)
by("digits_with_apostrophes_in_cpp", "critical", "C++11 ends a number at an apostrophe.", APOSTROPHES, "Sources/More.mm",
   settings("CLANG_CXX_LANGUAGE_STANDARD: gnu++11"))
by("digits_with_apostrophes_by_flag", "critical", "A flag names C++11.", APOSTROPHES, "Sources/More.mm",
   settings('OTHER_CPLUSPLUSFLAGS: "-std=c++11"'))
by("digits_with_apostrophes_of_file", "critical", "A flag of a file names C++11.", APOSTROPHES, "Sources/More.mm",
   PROJECT.replace("[Sources]", '[{path: Sources, compilerFlags: "-std=c++0x"}]'))
by("digits_in_header", "critical", "A header ends a number at an apostrophe.", "#import \"more.h\"\n",
   others={"Sources/more.h": HEADERS + APOSTROPHES})
by("raw_text", "critical", "C has no raw texts.", RAW, project=settings("GCC_C_LANGUAGE_STANDARD: c17"))
by("raw_text_with_prefix", "critical", "C has no raw texts with a prefix.", RAW.replace("define R", "define u8R").replace('R"x', 'u8R"x'))
by("raw_text_of_gnu", "critical", "C of GNU may have raw texts.",
   f'static const char *a = R"x(\n#if 0\n)x";\n{LOAD}\n', project=settings("GCC_C_LANGUAGE_STANDARD: gnu17"))
by("raw_text_in_cpp", "critical", "C++98 has no raw texts.", RAW, "Sources/More.mm", settings("CLANG_CXX_LANGUAGE_STANDARD: c++98"))
by("comment_of_c89", "critical", "C89 begins a comment where other standards end a line.", COMMENT,
   project=settings("GCC_C_LANGUAGE_STANDARD: ansi"))
by("comment_of_flag", "critical", "A flag names C89.", COMMENT, project=settings('OTHER_CFLAGS: "-ansi"'))
by("tokens_of_flag", "critical", "A flag has the preprocessor read an old language.", LOAD, project=settings('OTHER_CFLAGS: "-traditional-cpp"'))
by("truth_of_c", "critical", "C knows no `true` without a header.", f"#if true\n#else\n{LOAD}#endif\n")
by("truth_of_c_negated", "critical", "C knows no `true` without a header.", f"#if !true\n{LOAD}#endif\n")
by("c_by_setting", "critical", "A setting makes C Objective-C.", CONSTRUCTOR, "Sources/More.c", settings("GCC_INPUT_FILETYPE: sourcecode.c.objc"))
by("c_by_flag", "critical", "A flag makes C Objective-C.", CONSTRUCTOR, "Sources/More.c", settings('OTHER_CFLAGS: "-x objective-c"'))
by("c_by_option", "critical", "An option makes C Objective-C.", CONSTRUCTOR, "Sources/More.c", settings('OTHER_CFLAGS: "-ObjC"'))
by("cpp_by_setting", "critical", "A setting makes C++ Objective-C.", CONSTRUCTOR, "Sources/More.cpp",
   settings("GCC_INPUT_FILETYPE: sourcecode.cpp.objcpp"))
by("cpp_by_option", "critical", "An option makes C++ Objective-C.", CONSTRUCTOR, "Sources/More.cc", settings('OTHER_CPLUSPLUSFLAGS: "-ObjC++"'))
by("c_by_flag_of_file", "critical", "A flag of a file makes C Objective-C.", CONSTRUCTOR, "Sources/More.c",
   PROJECT.replace("[Sources]", '[{path: Sources, compilerFlags: ["-x", "objective-c"]}]'))
by("cpp_as_c", "critical", "A flag makes the Objective-C of C++ that of C.", RAW, "Sources/More.mm", settings('OTHER_CFLAGS: "-x objective-c"'))
of_xcode("cpp_by_type_of_file", "critical", "A project gives a file of C++ the type of C.", {"More.mm": HEADERS + RAW}, files="BX", objects=(
    'BX = {isa = PBXBuildFile; fileRef = X;}; X = {isa = PBXFileReference; path = More.mm; sourceTree = SOURCE_ROOT; '
    'lastKnownFileType = sourcecode.c.objc;};'), settings='CLANG_CXX_LANGUAGE_STANDARD = "gnu++20"; GCC_C_LANGUAGE_STANDARD = c17;')
