// What the libraries report, as exceptions inside of a worker: serve.h's loop has no error path for
// them, and a rank that cannot go on ends.
#pragma once

#include <stdexcept>
#include <string>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

struct LibraryFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs `step` and returns why it failed; empty where it did not.
template <class Step>
std::string failure_of(Step step) {
  try {
    step();
    return "";
  } catch (const LibraryFailure& failure) {
    return failure.what();
  }
}

/// Throws where `code` of a function of the CUDA runtime is an error.
void check_cuda(const Cuda& cuda, int code, const char* what);

/// Likewise of NCCL; with the last error that it noted.
void check_nccl(const Nccl& nccl, int code, const char* what);

}  // namespace treering::workers::nccl
