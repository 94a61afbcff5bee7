#import "EpisodeCleanup.h"
#import "EpisodeDownloads.h"
#import "RadioConstants.h"
