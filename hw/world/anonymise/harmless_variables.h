// What an anonymised recording keeps of variables, NCCL's and those that choose GPUs and libraries,
// and of names that drivers give.
#pragma once

#include <string>
#include <string_view>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

/// The name where NCCL has such a variable; with stand-ins for its unknown parts otherwise.
std::string harmless_variable_name(const std::string& name, SecretFilter& filter);

/// Of variables that NCCL has, numbers, names of devices in known forms, and known words; of those
/// that name hosts, addresses or files, and of variables that nobody knows, known words only.
std::string harmless_value(const std::string& name, const std::string& value, SecretFilter& filter);

/// "NVIDIA H100 80GB HBM3", as drivers name GPUs.
std::string harmless_gpu_model(std::string_view model, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
