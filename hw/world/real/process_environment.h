// The environment that this process was started with.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treering::hw::world::real {

/// Names and values of the variables whose names begin with `prefix`, sorted by name.
std::vector<std::pair<std::string, std::string>> process_variables(std::string_view prefix);

/// The variables that a World reports: NCCL_*, CUDA_VISIBLE_DEVICES, NVIDIA_VISIBLE_DEVICES, and
/// LD_LIBRARY_PATH, where NCCL's plugins are looked for. All others may hold secrets.
std::map<std::string, std::string> process_environment();

}  // namespace treering::hw::world::real
