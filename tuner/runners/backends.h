// The communication libraries that PyTorch calls backends: what each can do, and when to use it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/collective.h"

namespace treering::tuner::runners {

struct Backend {
  std::string_view name;    // as torch.distributed has it
  std::string_view memory;  // "CPU" or "GPU": where the data are
  std::vector<core::Collective> collectives;
  std::string_view advice;  // when to use it, and what it takes
};

/// Of each library first the memory that it is made for. NCCL 2.28 (nccl.h), Open MPI 4.1
/// (MPI 3.1), Gloo of 2022 (gloo/*.h, and gloo/cuda_*.h for GPU memory).
std::span<const Backend> all_backends();

}  // namespace treering::tuner::runners
