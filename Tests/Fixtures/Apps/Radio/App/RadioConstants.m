#import "RadioConstants.h"

NSString *const RadioRefreshIdentifier = RADIO_PREFIX @".refresh";
NSString *const RadioEpisodesIdentifier = @"com.example.radio.episodes";
