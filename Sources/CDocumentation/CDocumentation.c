#include "CDocumentation.h"

// Package.swift defines it as the value of the environment variable of the same name.
#ifndef BGPOLICY_DOCUMENTATION_ADDRESS
#define BGPOLICY_DOCUMENTATION_ADDRESS ""
#endif

const char *bgpolicy_documentation_address(void) {
  return BGPOLICY_DOCUMENTATION_ADDRESS;
}
