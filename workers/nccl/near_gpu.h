// Binds a rank of NCCL to the cores near its GPU.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "workers/binding/bind.h"

namespace treering::workers::nccl {

/// The PCI addresses of the GPUs of this machine, by the numbers that the CUDA runtime gives them;
/// none where there is no CUDA.
///
/// A process of its own asks: CUDA starts threads, which keep the cores that their process has
/// then, so this one has to be bound first. \pre this process has one thread
std::vector<std::string> addresses_of_gpus();

/// `rank` with GPU i for rank i. A GPU that is not there leaves its rank anywhere on the machine.
LocalRank near_gpus(LocalRank rank, const std::vector<std::string>& addresses);

/// As the variable TREERING_BIND asks; by default to all cores of the NUMA node nearest to the GPU,
/// since NCCL has more threads the more networks there are. Else as bind_as_asked().
core::Result<std::string> bind_near_gpu(const LocalRank& rank);

}  // namespace treering::workers::nccl
