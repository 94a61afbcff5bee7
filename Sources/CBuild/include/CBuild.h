// What only the environment of a build knows: texts, which Swift's own conditions can't carry. Each is in memory that is never freed, and
// empty if the build has none.
#ifndef CBUILD_H
#define CBUILD_H

// The address of the documentation's site.
const char *_Nonnull bgpolicy_documentation_address(void);

// The address of the repository with the sources, from which git fetches.
const char *_Nonnull bgpolicy_source_address(void);

// The commit of these sources, as 40 hexadecimal digits.
const char *_Nonnull bgpolicy_source_commit(void);

#endif
