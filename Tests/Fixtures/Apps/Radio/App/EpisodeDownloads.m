#import "EpisodeDownloads.h"
#import "RadioConstants.h"

@interface EpisodeDownloads () <NSURLSessionDownloadDelegate>
@property (nonatomic, strong, readwrite) NSURLSession *session;
@end

@implementation EpisodeDownloads

@synthesize session = _session;

+ (instancetype)sharedDownloads {
  static EpisodeDownloads *downloads = nil;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    downloads = [EpisodeDownloads new];
  });
  return downloads;
}

- (instancetype)init {
  if (self = [super init]) {
    _completionHandlers = [NSMutableDictionary dictionary];
  }
  return self;
}

- (NSURLSession *)session {
  @synchronized(self) {
    if (_session == nil) {
      NSURLSessionConfiguration *configuration =
          [NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:RadioEpisodesIdentifier];
      configuration.discretionary = YES;
      configuration.HTTPMaximumConnectionsPerHost = 2;
      configuration.timeoutIntervalForResource = RADIO_DAYS(3);
      [configuration setAllowsExpensiveNetworkAccess:NO];
      _session = [NSURLSession sessionWithConfiguration:configuration delegate:self delegateQueue:nil];
    }
    return _session;
  }
}

- (void)downloadEpisodeAtURL:(NSURL *)url {
  NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
  [request setValue:@"audio/mpeg" forHTTPHeaderField:@"Accept"];
  [[self.session downloadTaskWithRequest:request] resume];
}

#pragma mark - NSURLSessionDownloadDelegate

- (void)URLSession:(NSURLSession *)session
                 downloadTask:(NSURLSessionDownloadTask *)task
    didFinishDownloadingToURL:(NSURL *)location {
  NSURL *episode = [NSURL fileURLWithPath:[NSTemporaryDirectory() stringByAppendingPathComponent:@"episode.mp3"]];
  NSError *error = nil;
  if (![[NSFileManager defaultManager] moveItemAtURL:location toURL:episode error:&error]) {
    NSLog(@"The episode was not kept: %@", error);
  }
}

- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(NSError *)error {
  if (error == nil) return;
  NSLog(@"An episode was not downloaded: %@", error);
}

- (void)URLSessionDidFinishEventsForBackgroundURLSession:(NSURLSession *)session {
  dispatch_async(dispatch_get_main_queue(), ^{
    void (^completionHandler)(void) = self.completionHandlers[session.configuration.identifier];
    [self.completionHandlers removeObjectForKey:session.configuration.identifier];
    if (completionHandler) completionHandler();
  });
}

@end
