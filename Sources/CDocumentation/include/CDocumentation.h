// The address of the documentation's site, which only the environment of a build knows: a value that Swift's own conditions can't carry.
#ifndef CDOCUMENTATION_H
#define CDOCUMENTATION_H

// The address, in memory that is never freed; empty if this build has none.
const char *_Nonnull bgpolicy_documentation_address(void);

#endif
