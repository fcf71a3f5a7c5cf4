// A CUDA runtime whose GPU is this host, an NCCL of one rank that notes what it is asked for, and a
// driver that runs our kernels on this host.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "workers/nccl/kernels.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl::fake {

Cuda cuda();

/// What NCCL was asked for since forget().
struct Noted {
  int communicators = 0;               // that were made
  std::vector<std::string> variables;  // NCCL_ALGO when each was made; "-" where it was not set
  int destroyed = 0;                   // communicators
  int in_use = 0;                      // of them, when they had operations
  int operations = 0;                  // that are there now
  std::vector<double> weights;         // of operations, by the float that was given
  std::vector<std::optional<CallSettings>> calls;  // nothing: without settings
  std::vector<std::string> selections;             // of these calls; empty: none
};
Noted& noted();
void forget();

/// A reduction of one rank copies its input, multiplied by the weight of its operation. Types are
/// taken for floats.
Nccl nccl();
/// The same, as it is before 2.31.
Nccl old_nccl();
/// Calls that select this fail, as where NCCL cannot run it; empty: none.
void refuse(const std::string& selection);

Driver driver();
/// Errors of loading: 222 is CUDA_ERROR_UNSUPPORTED_PTX_VERSION.
Driver old_driver();
/// Its kernels do nothing.
Driver broken_driver();

}  // namespace treering::workers::nccl::fake
