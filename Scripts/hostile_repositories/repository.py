"""A repository in a folder of its own, beside a canary that nothing may touch, and the cases that fill one."""

import dataclasses
import os
import pathlib
import shutil
import subprocess

# What no output may hold. The canary's files begin with it.
SECRET = "canary-5d1f0b"
# The commit before the attacker's, and the one with it.
START = "start"

POLICY = """schema: 1

app:
  name: Diary
  bundleIdentifier: com.example.diary
  deploymentTarget: { iOS: "16.0" }
  infoPlist: Info.plist
  sources: [Sources]

tasks:
  refresh:
    type: appRefresh
    identifier: com.example.diary.refresh
    earliestBegin: 1h
    submittedAt: [enteringBackground, handlerStart]
"""

PROJECT = """name: Diary
options: { deploymentTarget: { iOS: "16.0" } }
targets:
  Diary:
    type: application
    platform: iOS
    sources: [Sources]
    settings: { base: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, INFOPLIST_FILE: Info.plist } }
"""

PROPERTY_LIST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.example.diary.refresh</string></array>
<key>UIBackgroundModes</key><array><string>fetch</string></array>
</dict></plist>
"""

EXPIRATION = "task.expirationHandler = { task.setTaskCompleted(success: false) }"

CODE = """import BackgroundTasks
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.diary.refresh", using: nil) { task in
      Refresh.schedule()
      EXPIRATION
      DispatchQueue.global().async { task.setTaskCompleted(success: true) }
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { Refresh.schedule() }
}

enum Refresh {
  static func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.diary.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
  }
}
"""
SOUND = CODE.replace("EXPIRATION", EXPIRATION)
# The same code without an expirationHandler, which is an error of the app.
BROKEN = CODE.replace("      EXPIRATION\n", "")
DEFECT = "bg-expiration-missing"


def policy_with(*folders):
    """The policy of the app with further folders of code."""
    return POLICY.replace("[Sources]", f"[Sources, {', '.join(folders)}]")


def policy_of(name):
    """A policy without an app's code, by the last part of its bundle identifier."""
    return f"schema: 1\napp: {{ name: {name.title()}, bundleIdentifier: com.example.{name} }}\n"


@dataclasses.dataclass
class Plan:
    """How a repository is tried."""

    # The folder in which the commands run, from the root.
    folder: str = "."
    # The calls that must not end with the status 0.
    refused: tuple = ()
    # Texts of which the output of a call must have all.
    says: dict = dataclasses.field(default_factory=dict)
    # Calls in place of the usual ones: names, and the words after `bgpolicy`.
    calls: dict | None = None
    # Calls in addition to the usual ones.
    more: dict = dataclasses.field(default_factory=dict)
    environment: dict = dataclasses.field(default_factory=dict)
    # Whether the attacker's files are committed.
    is_committed: bool = True
    # The statuses with which a call may end: 3 is an internal error.
    statuses: tuple = (0, 1, 2)
    # Paths of the repository that a call may change, in addition to the usual ones.
    written: tuple = ()


@dataclasses.dataclass
class Case:
    name: str
    severity: str
    about: str
    build: object
    # The names of the calls that try it, of the usual ones; all for `None`.
    calls: tuple | None


CASES = {}


def case(severity, calls=None):
    """Makes a function that fills a repository a case; its name and its documentation are those of the case."""
    def add(build):
        name = build.__name__.replace("_", "-")
        assert name not in CASES, f"two cases are called {name}"
        CASES[name] = Case(name, severity, build.__doc__, build, calls)
        return build
    return add


class Repository:
    """The repository of a case, with a sound app at the commit START."""

    def __init__(self, work, tools):
        self.work = pathlib.Path(work)
        self.root = self.work / "repository"
        self.canary = self.work / "canary"
        self.home = self.work / "home"
        self.tools = tools
        self.home.mkdir()
        self._make_canary()
        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        self.write("project.yml", PROJECT)
        self.write("Info.plist", PROPERTY_LIST)
        self.write("Sources/App.swift", SOUND)
        self.write("bgpolicy.yaml", POLICY)
        self.commit()
        self.git("tag", START)

    def _make_canary(self):
        files = {
            "secret.yaml": f"API_TOKEN: {SECRET}\n",
            "secret.env": f"API_TOKEN={SECRET}\n",
            "Secret.swift": f'let identifier = "{SECRET}"\nfunc run() {{ _ = BGAppRefreshTaskRequest(identifier: "{SECRET}") }}\n',
            "code/Secret.swift": f'func other() {{ _ = BGProcessingTaskRequest(identifier: "{SECRET}") }}\n',
            "secret.xcconfig": f"PRODUCT_BUNDLE_IDENTIFIER = {SECRET}\n",
            "secret.strings": f'"CFBundleName" = "{SECRET}";\n',
            "Secret.plist": PROPERTY_LIST.replace("com.example.diary.refresh", SECRET),
            "project.yml": PROJECT.replace("com.example.diary", SECRET).replace("Diary", SECRET),
            "project.pbxproj": f"// !$*UTF8*$!\n{{ rootObject = {SECRET}; }}\n",
            "baseline.json": f'{{"version": 1, "secret": "{SECRET}"}}\n',
            "base.yaml": f"schema: 1\ntasks: {{ refresh: {{ notes: {SECRET} }} }}\n",
            "bgpolicy.config.yaml": f"fail-on: {SECRET}\n",
            "empty/README": f"{SECRET}\n",
            "github/README": f"{SECRET}\n",
        }
        for name, text in files.items():
            path = self.canary / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def many(self):
        """A folder of the canary with more files than a cache of a small app has."""
        (self.canary / "many/folder/inner").mkdir(parents=True)
        for index in range(1101):
            (self.canary / f"many/{index}.txt").write_text(SECRET)
        return self.canary / "many"

    def path(self, name):
        return self.root / name

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def link(self, name, target):
        """A link of the repository; one to the canary leads out as a clone beside it would have it."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.is_dir():
            shutil.rmtree(path)
        target = pathlib.Path(target)
        path.symlink_to(os.path.relpath(target, path.parent) if target.is_absolute() and self.work in target.parents else target)

    def remove(self, name):
        path = self.root / name
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def fifo(self, name):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    def git(self, *words, folder="."):
        author = ["-c", "user.name=scratch", "-c", "user.email=scratch@example.com", "-c", "protocol.file.allow=always"]
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": str(self.home)}
        subprocess.run(
            ["git", *author, *words], cwd=self.root / folder, env=environment, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def commit(self):
        """Commits everything, ignored files and files that Git can store among them."""
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "--allow-empty", "-m", "Change")

    def program(self, name="program"):
        """A program of the attacker that leaves its mark in the canary."""
        path = self.write(name, f"#!/bin/sh\ntouch '{self.canary}/ran'\n")
        path.chmod(0o755)
        return path
