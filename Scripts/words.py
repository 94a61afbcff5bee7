#!/usr/bin/env python3
"""Fails if a word that the glossary of CONTRIBUTING.md has retired comes back under Sources or Tests."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# A retired word as a regular expression, the word that has taken its place, and the only folders it is looked for in.
RETIRED = [
    (r"\bIssue\b|\bissues?\b", "Diagnostic", ["PolicySyntax", "PolicyModel", "PolicyLint", "PolicyReports"]),
    (r"\bPlaced\b|\bPlaces\b|\bentryPlace\b|\.place\b|\.places\b", "Located, PolicyNode, location or index", []),
    (r"\bNouns\b", "Declarations", []),
    (r"\bSubjectThing\b", "RequirementTarget", []),
    (r"\bMeantQuantity\b", "QuantitySuggestion", []),
    (r"\bPolicyWord\b", "StringEnum", []),
    (r"\bFixing\b(?! )|\bRepair\b|\b[Mm]end(s|ed|ing)?\b", "fix", []),
    (r"\b[Jj]udg(e|es|ed|ing|ements?)\b", "lint, check", []),
    (r"\bRefusal\b", "InvalidPolicy, EditError", []),
    (r"\bUnusableCall\b|\.unusable\b|\.refused\b|\.fault\b", "UsageError, .usageError, .failure, .internalError", []),
    (r"\b[Uu]ndecidable\w*", "AppRule, needs the app", []),
    (r"\bShippedCode\b", "ReleaseSource", []),
    (r"\bGenerationTarget\b", "GenerationContext", []),
    (r"\bstruct Guard\b|\bGuard\(", "AvailabilityCondition", ["PolicyGen"]),
    (r"\bCited\b", "CitationText", []),
    (r"\bPushFile\b", "PushRequestsJSON", []),
    (r"\bPlan\b|\bOccurrence\b|\bcomeUp\b", "SimulationModel, PlannedTransfer, Job, release(job)", ["PolicySim"]),
    (r"\bTimer\b|\bHeap\b|\bPool\b|\bown\(\)", "Event, EventQueue, RunBuffer, ensureUnique()", ["PolicySim"]),
    (r"\bhear\(of|\bStory\b|\bToldEvent\b", "deliver, Trace, TimelineEntry", []),
    (r"\bvisitor(Arrives|Leaves)\b|\bVisits\b|\bfates\b|\bdecideFate\b", "appOpened, ForegroundSessions, failureStreams", []),
    (r"\bLapse\b|\bisAtAStand\b|\bwaives(Power|Network)\b", "DelayReset, isStalled, powerRequirementEnds", ["PolicySim"]),
    (r"\bTally\b|\bRunSample\b|\bRunValues\b|\bReadings\b", "RunAccumulator, RunResult, PairedRunResults, LimiterVariants", []),
    (r"\bFigures\b", "NumberFormat or EffectFigures", []),
    (r"\bXMLElement\b", "PlistElement or XMLNode", []),
    (r"\b\w+Words\b", "…Text", ["PolicyReports"]),
    (r"\bLogStamp\b|\bPhrase\b", "LogTimestamp, LogPattern", ["PolicyCalibration"]),
    (r"\bsmall ?[lL]etters?\b", "lowercase", []),
    (r"(?i)\b(behaviou|colou|favou|neighbou)r|\bcatalogue|\blicence|\bmisspelt\b|\bfulfil\b", "the American spelling", []),
    (r"(?i)\b(recogn|initial|optim|organ|parameter|serial|normal|summar)is(e[ds]?|ing|ations?)\b", "-ize", []),
]

RETIRED_FILES = r"(ByteOrder|Logarithm|Amounts|DarwinOrGlibc)\.swift$|/(Alternatives|Nouns|Undecidable)/"


def retired(path, patterns):
    """The retired words of a file, with their lines."""
    name = path.relative_to(ROOT).as_posix()
    lines = path.read_text(encoding="utf-8").splitlines()
    for pattern, instead, targets in patterns:
        if targets and name.split("/")[1] not in targets:
            continue
        for number, line in enumerate(lines, 1):
            if word := re.search(pattern, line):
                yield f"{name}:{number}: {word.group(0)} is retired; say {instead}"


def main():
    found = []
    for path in sorted(path for folder in ("Sources", "Tests") for path in (ROOT / folder).rglob("*.swift")):
        name = path.relative_to(ROOT).as_posix()
        if re.search(RETIRED_FILES, name):
            found.append(f"{name}: the name of this file or folder is retired")
        found += retired(path, RETIRED)
    print("\n".join(found) if found else "words: no retired word under Sources and Tests")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
