// What is precompiled: the whole library. A file of its own, since clang 22 reads no header whose main file is gone.
#include "metal.h"
