// What the libraries report, as exceptions inside of a worker: serve.h's loop has no error path for
// them, and a rank that cannot go on ends.
#pragma once

#include <stdexcept>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

struct LibraryFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws where `code` of a function of the CUDA runtime is an error.
void check_cuda(const Cuda& cuda, int code, const char* what);

/// Likewise of NCCL; with the last error that it noted.
void check_nccl(const Nccl& nccl, int code, const char* what);

}  // namespace treering::workers::nccl
