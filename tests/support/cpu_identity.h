// CPUs in files for the real library, which runs on x86 here.
#pragma once

#include <string>

namespace treering::testing {

/// NCCL asks the processor that it runs on for what a file leaves out of a CPU, and the real
/// library runs on x86 here. It would take an ARM or POWER CPU for two, one with and one without
/// that.
std::string with_cpu_identity(std::string xml);

}  // namespace treering::testing
