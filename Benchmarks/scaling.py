"""Measures how the work of a lint, and of its fixes, grows with what it reads: the exponents of many shapes of policies.

Three sizes give the exponent without the work that every lint does: the growth from the second to the third, against that from
the first to the second. Instructions are callgrind's, which repeat whatever else the machine is doing.
"""

import math

# Above the bound on listed findings, beyond which each one costs less.
SIZES = (1000, 2000, 4000)
MOST = 1.15

HEAD = "schema: 1\napp: { name: Many, bundleIdentifier: com.example.many }\n"


def listed(section, line, head=HEAD):
    return lambda count: head + section + ":\n" + "".join(f"  {line(index)}\n" for index in range(count))


def together(*shapes):
    return lambda count: HEAD + "".join(shape(count)[len(HEAD):] for shape in shapes)


SESSION = "sessions: { session: { identifier: com.example.many, timeoutIntervalForResource: 1d } }\n"
PUSH = "{ headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example.many }, payload: { aps: { content-available: 1 }, k: %d }, perDay: 0.01 }"

sessions = listed("sessions", lambda i: f"s{i}: {{ identifier: com.example.many.s{i}, timeoutIntervalForResource: 1d }}")
transfers = listed("transfers", lambda i: f"t{i}: {{ session: session, size: 1MB }}", HEAD + SESSION)
tasks = listed("tasks", lambda i: f"t{i}: {{ type: processing, identifier: com.example.many.t{i}, reschedule: true, earliestBegin: 6h }}")

SHAPES = {
    "sessions": sessions,
    "sessions with a finding each": listed("sessions", lambda i: f"s{i}: {{ identifier: com.example.many.s{i} }}"),
    "sessions with one identifier": listed("sessions", lambda i: f"s{i}: {{ identifier: com.example.many }}"),
    "sessions over several lines": listed("sessions", lambda i: f"s{i}:\n    identifier: com.example.many.s{i}\n    timeoutIntervalForResource: 1d"),
    "sessions by a merge key": listed(
        "sessions", lambda i: f"s{i}: {{ <<: *a, identifier: com.example.many.s{i} }}",
        HEAD + "sessions_: &a { timeoutIntervalForResource: 1d }\n"),
    "tasks": tasks,
    "app refresh tasks": listed("tasks", lambda i: f"t{i}: {{ type: appRefresh, identifier: com.example.many.t{i}, reschedule: true }}"),
    "background tasks": listed("backgroundTasks", lambda i: f"b{i}: {{ name: B{i}, expectedRuntime: 5s }}"),
    "transfers": transfers,
    "transfers to one host": listed(
        "transfers", lambda i: f"t{i}: {{ session: session, size: 1MB, endpoint: https://example.com/t{i} }}", HEAD + SESSION),
    "transfers of no session": listed("transfers", lambda i: f"t{i}: {{ session: x{i}, size: 1MB }}", HEAD + SESSION),
    "wrong values": listed("transfers", lambda i: f"t{i}: {{ session: session, size: 1MB, direction: uplod }}", HEAD + SESSION),
    "pushes": listed("pushes", lambda i: f"p{i}: " + PUSH % i),
    "targets": listed("targets", lambda i: f"x{i}: {{ type: extension, bundleIdentifier: com.example.many.x{i} }}"),
    "sessions of targets": together(
        listed("targets", lambda i: f"x{i}: {{ type: extension, bundleIdentifier: com.example.many.x{i} }}"),
        listed(
            "sessions",
            lambda i: f"s{i}: {{ target: x{i}, identifier: com.example.many.s{i}, sharedContainerIdentifier: group.x, timeoutIntervalForResource: 1d }}")),
    "modes": listed("backgroundModes", lambda i: f"- m{i}"),
    "permitted identifiers": listed("permittedIdentifiers", lambda i: f"- com.example.many.p{i}"),
    "permitted tasks": together(listed("permittedIdentifiers", lambda i: f"- com.example.many.t{i}"), tasks),
    "tasks without a mode": together(listed("backgroundModes", lambda i: f"- m{i}"), tasks),
    "tasks that are not permitted": together(listed("permittedIdentifiers", lambda i: f"- com.example.many.p{i}"), tasks),
    "pushes without a mode": together(listed("backgroundModes", lambda i: f"- m{i}"), listed("pushes", lambda i: f"p{i}: " + PUSH % i)),
    "scenarios": listed("scenarios", lambda i: f"s{i}: {{ extends: commuter, variation: 1m }}"),
    "a chain of scenarios": listed("scenarios", lambda i: f"s{i}: {{ extends: {f's{i - 1}' if i else 'commuter'} }}"),
    "a circle of scenarios": lambda count: listed("scenarios", lambda i: f"s{i}: {{ extends: s{(i + 1) % count} }}")(count),
    "visits": lambda count: HEAD + "scenarios:\n  s:\n    foregroundSessions:\n" + "".join(
        f"      - {{ at: {i}s, for: 1s }}\n" for i in range(count)),
    "budgets": lambda count: transfers(count) + "budgets:\n" + "".join(
        f"  t{i}: {{ completion: {{ p95: 1d }} }}\n" for i in range(count)),
    "settings of rules": listed("rules", lambda i: f"r{i}: off"),
    "parameters": listed("model", lambda i: f"m{i}: 1"),
    "headers": lambda count: HEAD + "sessions:\n  s:\n    identifier: com.example.many\n    httpAdditionalHeaders:\n" + "".join(
        f"      H{i}: x\n" for i in range(count)),
    "unknown keys": lambda count: HEAD + "".join(f"k{i}: 1\n" for i in range(count)),
    "the same key": lambda count: HEAD + "z:\n" + "  a: 1\n" * count,
    "merge keys": lambda count: HEAD + "z:\n" + "  <<: {}\n" * count,
    "a list of merged mappings": lambda count: HEAD + "z:\n" + "".join(f"  k{i}: 1\n" for i in range(count)) + (
        "  <<: [" + ", ".join(["{}"] * count) + "]\n"),
    "one line of JSON": lambda count: '{"schema": 1, "app": {"name": "Many", "bundleIdentifier": "com.example.many"}, ' + ", ".join(
        f'"k{i}": 1' for i in range(count)) + "}\n",
    "suppressions": listed(
        "sessions", lambda i: f"# bgpolicy:ignore session-resource-timeout-implicit -- meant\n  s{i}: {{ identifier: com.example.many.s{i} }}"),
    "unused suppressions": listed(
        "sessions", lambda i: f"# bgpolicy:ignore session-waits-noop -- meant\n  s{i}: {{ identifier: com.example.many.s{i}, timeoutIntervalForResource: 1d }}"),
    "a long key": lambda count: HEAD + "k" * (20 * count) + ": 1\n",
    "a long text": lambda count: HEAD + "x: '" + "it''s " * (4 * count) + "'\n",
}

# What `lint --fix=all --diff` changes, once for each entry.
FIXES = {
    "words for booleans": listed(
        "sessions", lambda i: f"s{i}: {{ identifier: com.example.many.s{i}, timeoutIntervalForResource: 1d, isDiscretionary: yes }}"),
    "misspelled keys": listed(
        "sessions", lambda i: f"s{i}: {{ identifier: com.example.many.s{i}, timeoutIntervalForResurce: 1d }}"),
    "unused suppressions to remove": SHAPES["unused suppressions"],
    "tasks that are not submitted again": listed(
        "tasks", lambda i: f"t{i}: {{ type: processing, identifier: com.example.many.t{i}, earliestBegin: 6h }}"),
}


def exponent(counts):
    first, second, third = counts
    return math.log2(max(1, third - second) / max(1, second - first))


def judge(bench, table):
    policy = bench.work / "scaling.bgpolicy.yaml"
    print("Exponents of growth, and instructions for each of the last entries:")
    worst = 0.0
    lint = [bench.bgpolicy, "lint", "--jobs", "1"]
    calls = [(name, shape, []) for name, shape in SHAPES.items()]
    calls += [(name, shape, ["--fix=all", "--diff"]) for name, shape in FIXES.items()]
    for name, shape, options in calls:
        counts = []
        for size in SIZES:
            policy.write_text(shape(size))
            counts.append(bench.instructions([*lint, *options, str(policy)]))
        value = exponent(counts)
        worst = max(worst, value)
        each = (counts[2] - counts[1]) / (SIZES[2] - SIZES[1])
        print(f"  {name:34} {value:5.2f}  {each / 1e3:8.1f} k  " + "▆" * round(10 * value), flush=True)
    table.add(f"worst exponent of {len(calls)} shapes", worst, MOST, "{:.2f}".format)
