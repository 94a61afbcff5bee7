#import <Foundation/Foundation.h>

@interface EpisodeDownloads : NSObject
@property (nonatomic, strong, readonly) NSURLSession *session;
@property (nonatomic, strong) NSMutableDictionary<NSString *, void (^)(void)> *completionHandlers;
+ (instancetype)sharedDownloads;
- (void)downloadEpisodeAtURL:(NSURL *)url;
@end
