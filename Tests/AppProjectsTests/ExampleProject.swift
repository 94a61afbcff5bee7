/// A project of an app with extensions, typed for these tests.
enum ExampleProject {
  static let files: [String: String] = [
    "ios/Diary.xcodeproj/project.pbxproj": project,
    "ios/Config/Base.xcconfig": """
    BASE_ID = com.example.diary
    MARKETING_VERSION = 2.1
    """,
    "ios/Config/Debug.xcconfig": """
    #include "Base.xcconfig"
    ID_SUFFIX = .dev
    PRODUCT_BUNDLE_IDENTIFIER = $(BASE_ID)$(ID_SUFFIX)
    """,
    "ios/Config/Release.xcconfig": """
    #include "Base.xcconfig"
    PRODUCT_BUNDLE_IDENTIFIER = $(BASE_ID)$(ID_SUFFIX)
    """,
    "ios/Diary/Info.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key>
      <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      <key>BGTaskSchedulerPermittedIdentifiers</key>
      <array>
        <string>$(PRODUCT_BUNDLE_IDENTIFIER).refresh</string>
        <string>com.example.diary.cleanup</string>
        <string>$(CFBundleIdentifier).index</string>
        <string>$(UNKNOWN).x</string>
      </array>
      <key>UIBackgroundModes</key>
      <array><string>fetch</string></array>
      <key>CFBundleName</key>
      <string>$(PRODUCT_NAME)</string>
    </dict>
    </plist>
    """,
    "ios/Diary/Diary.entitlements": """
    <plist version="1.0"><dict>
      <key>aps-environment</key><string>development</string>
      <key>com.apple.security.application-groups</key>
      <array><string>group.$(BASE_ID)</string></array>
      <key>keychain-access-groups</key>
      <array><string>$(AppIdentifierPrefix)shared</string></array>
    </dict></plist>
    """,
    "ios/Widgets/Info.plist": """
    { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension"; }; }
    """,
    "ios/Diary/AppDelegate.swift": "", "ios/Diary/Store/Entry.swift": "", "ios/Diary/Store/Old.m": "",
    "ios/Widgets/Bundle.swift": "", "ios/Widgets/Shared.swift": "", "ios/Widgets/Notes.txt": "",
    "Pods/Other.xcodeproj/project.pbxproj": "{",
  ]

  private static let project = """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objectVersion = 77;
      objects = {
        A1 /* AppDelegate.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1; };
        A2 = {isa = PBXBuildFile; fileRef = F2; };
        A3 = {isa = PBXBuildFile; fileRef = F3; };
        A4 = {isa = PBXBuildFile; productRef = P1; };
        A5 = {isa = PBXBuildFile; fileRef = F9; };
        C0 = {isa = XCConfigurationList; buildConfigurations = (C1, C2); defaultConfigurationName = Release; };
        C1 = {isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = F4; buildSettings = {
          SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0;
          SWIFT_ACTIVE_COMPILATION_CONDITIONS = "$(inherited) DEBUG $(MORE)";
          OTHER_SWIFT_FLAGS = "-Xfrontend -DTRACING -D LOGS -DDEBUG"; }; };
        C2 = {isa = XCBuildConfiguration; name = Release; baseConfigurationReference = F5; buildSettings = {
          SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0; }; };
        D0 = {isa = XCConfigurationList; buildConfigurations = (D1, D2); defaultConfigurationName = Release; };
        D1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
          INFOPLIST_FILE = Diary/Info.plist; "CODE_SIGN_ENTITLEMENTS[sdk=iphoneos*]" = "$(SRCROOT)/Diary/Diary.entitlements";
          PRODUCT_NAME = "$(TARGET_NAME)"; SUPPORTS_MACCATALYST = YES; }; };
        D2 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
          INFOPLIST_FILE = Diary/Info.plist; PRODUCT_NAME = "$(TARGET_NAME)"; IPHONEOS_DEPLOYMENT_TARGET = 17.0;
          SUPPORTS_MACCATALYST = YES; }; };
        E0 = {isa = XCConfigurationList; buildConfigurations = (E1, E2); };
        E1 = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
          GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = Widgets/Info.plist;
          PRODUCT_BUNDLE_IDENTIFIER = "$(inherited).widgets"; INFOPLIST_KEY_UIBackgroundModes = fetch; }; };
        E2 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
          GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = Widgets/Info.plist;
          PRODUCT_BUNDLE_IDENTIFIER = com.example.diary.widgets; }; };
        F1 = {isa = PBXFileReference; path = AppDelegate.swift; sourceTree = "<group>"; };
        F2 = {isa = PBXFileReference; path = Store/Entry.swift; sourceTree = "<group>"; };
        F3 = {isa = PBXFileReference; path = ios/Diary/Store/Old.m; name = Old.m; sourceTree = SOURCE_ROOT; };
        F4 = {isa = PBXFileReference; path = Debug.xcconfig; sourceTree = "<group>"; };
        F5 = {isa = PBXFileReference; path = Release.xcconfig; sourceTree = "<group>"; };
        F9 = {isa = PBXFileReference; path = Widgets.appex; sourceTree = BUILT_PRODUCTS_DIR; };
        G0 = {isa = PBXGroup; children = (G1, G2, W1, F3); sourceTree = "<group>"; };
        G1 = {isa = PBXGroup; children = (F1, F2); path = Diary; sourceTree = "<group>"; };
        G2 = {isa = PBXGroup; children = (F4, F5); path = Config; sourceTree = "<group>"; };
        W1 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X1, X2); path = Widgets; sourceTree = "<group>"; };
        X1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist); target = T2; };
        X2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Shared.swift); target = T1; };
        P1 = {isa = XCSwiftPackageProductDependency; productName = Feeds; };
        S1 = {isa = PBXSourcesBuildPhase; files = (A1, A2, A3); };
        S2 = {isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 13; files = (A5); };
        S3 = {isa = PBXFrameworksBuildPhase; files = (A4); };
        T0 = {isa = PBXProject; buildConfigurationList = C0; developmentRegion = en; mainGroup = G0; targets = (T1, T2); };
        T1 = {isa = PBXNativeTarget; name = Diary; buildConfigurationList = D0; buildPhases = (S1, S2, S3);
          dependencies = (); productType = "com.apple.product-type.application"; };
        T2 = {isa = PBXNativeTarget; name = Widgets; buildConfigurationList = E0; buildPhases = ();
          fileSystemSynchronizedGroups = (W1); productReference = F9;
          productType = "com.apple.product-type.app-extension"; };
      };
      rootObject = T0;
    }
    """.replacing("ios/Diary/Store/Old.m", with: "Diary/Store/Old.m")
}
