#include "hw/world/real/process_environment.h"

#include <algorithm>

#include <unistd.h>

namespace treering::hw::world::real {

std::vector<std::pair<std::string, std::string>> process_variables(std::string_view prefix) {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t sign = text.find('=');
    if (!text.starts_with(prefix) || sign == std::string_view::npos) continue;
    variables.emplace_back(text.substr(0, sign), text.substr(sign + 1));
  }
  std::ranges::sort(variables);
  return variables;
}

std::map<std::string, std::string> process_environment() {
  std::map<std::string, std::string> kept;
  for (auto& [name, value] : process_variables("")) {
    const bool is_kept = name.starts_with("NCCL_") || name == "CUDA_VISIBLE_DEVICES" ||
                         name == "NVIDIA_VISIBLE_DEVICES" || name == "LD_LIBRARY_PATH";
    if (is_kept) kept.emplace(std::move(name), std::move(value));
  }
  return kept;
}

}  // namespace treering::hw::world::real
