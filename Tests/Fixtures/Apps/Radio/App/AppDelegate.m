#import "AppDelegate.h"
#import "EpisodeCleanup.h"
#import "EpisodeDownloads.h"
#import "Player.h"
#import "Radio-Swift.h"

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> *)options {
  [ProgrammeRefresh.shared register];
  [[EpisodeCleanup sharedCleanup] registerTask];
  [application registerForRemoteNotifications];
  return YES;
}

- (void)applicationDidEnterBackground:(UIApplication *)application {
  [[ProgrammeRefresh shared] scheduleAfter:6 * 60 * 60];
  [EpisodeCleanup.sharedCleanup schedule];
  [[Player sharedPlayer] savePosition];
}

- (void)application:(UIApplication *)application
    handleEventsForBackgroundURLSession:(NSString *)identifier
                      completionHandler:(void (^)(void))completionHandler {
  [[EpisodeDownloads sharedDownloads].completionHandlers setObject:[completionHandler copy] forKey:identifier];
}

- (void)application:(UIApplication *)application
    didReceiveRemoteNotification:(NSDictionary *)userInfo
          fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
  NSString *address = userInfo[@"episode"];
  if (address == nil) {
    completionHandler(UIBackgroundFetchResultNoData);
    return;
  }
  [[EpisodeDownloads sharedDownloads] downloadEpisodeAtURL:[NSURL URLWithString:address]];
  completionHandler(UIBackgroundFetchResultNewData);
}

@end
