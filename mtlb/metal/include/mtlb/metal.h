// Metal's standard library, for the C++ that the rewriter writes. docs/metal.md §4
#pragma once
#pragma clang system_header
#ifndef __MTL_MATH // -fmetal-math-fp32-functions says which
#ifdef __FAST_MATH__
#define __MTL_MATH fast
#else
#define __MTL_MATH precise
#endif
#endif
// Debug info has the source alone: what comes from the library has the place of its call.
#pragma clang attribute push(__attribute__((nodebug)), apply_to = any(hasType(functionType), variable(unless(is_parameter))))
#include "macros.h"
#include "base.h"
#include "vectors.h"
#include "wide.h"
#include "functions.h"
#include "lanes.h"
#include "library.h"
#include "slices.h"
#include "textures.h"
#include "results.h"
#include "entry.h"
#include "aliases.h"
#include "stages.h"
#include "raytracing.h"
#include "tensor.h"
#include "tensor_ops.h"
#pragma clang attribute pop
