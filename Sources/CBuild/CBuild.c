#include "CBuild.h"

// Package.swift defines each as the value of the environment variable of the same name.
#ifndef BGPOLICY_DOCUMENTATION_ADDRESS
#define BGPOLICY_DOCUMENTATION_ADDRESS ""
#endif
#ifndef BGPOLICY_SOURCE_ADDRESS
#define BGPOLICY_SOURCE_ADDRESS ""
#endif
#ifndef BGPOLICY_SOURCE_COMMIT
#define BGPOLICY_SOURCE_COMMIT ""
#endif

const char *bgpolicy_documentation_address(void) {
  return BGPOLICY_DOCUMENTATION_ADDRESS;
}

const char *bgpolicy_source_address(void) {
  return BGPOLICY_SOURCE_ADDRESS;
}

const char *bgpolicy_source_commit(void) {
  return BGPOLICY_SOURCE_COMMIT;
}
