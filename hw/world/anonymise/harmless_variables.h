// The parts that an anonymised recording keeps of variables, NCCL's and those that choose GPUs and
// libraries, and of drivers' names for GPUs.
#pragma once

#include <string>
#include <string_view>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// The name if NCCL has such a variable; else with placeholders for its unknown parts.
std::string harmless_variable_name(const std::string& name, SecretFilter& filter);

/// Keeps numbers, device names in known forms and known words in the values of NCCL's variables;
/// only known words in those that name hosts, addresses or files, and in unknown variables.
std::string harmless_value(const std::string& name, const std::string& value, SecretFilter& filter);

/// "NVIDIA H100 80GB HBM3", as drivers name GPUs.
std::string harmless_gpu_model(std::string_view model, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
