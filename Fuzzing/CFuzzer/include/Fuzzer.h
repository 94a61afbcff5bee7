/// The functions of libFuzzer, which is linked without its `main`: Scripts/fuzz.sh names its archive.

#include <stddef.h>
#include <stdint.h>

/// Runs the loop of libFuzzer with the arguments of its command line.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));

/// Changes bytes as libFuzzer does by itself, and returns their new number.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
