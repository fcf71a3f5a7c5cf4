#include "hw/builtin_hint.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/suggest.h"
#include "core/text/words.h"
#include "hw/builtin.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw {
namespace {

bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Whether `text` has `word` in any case, and not as a part of a longer one.
bool has_word(std::string_view text, std::string_view word) {
  const std::string in = core::lower_case(text);
  const std::string sought = core::lower_case(word);
  for (std::size_t at = in.find(sought); at != std::string::npos; at = in.find(sought, at + 1)) {
    const std::size_t end = at + sought.size();
    const bool starts = at == 0 || !is_in_word(in[at - 1]);
    const bool ends = end == in.size() || !is_in_word(in[end]);
    if (starts && ends) return true;
  }
  return false;
}

/// The GPU that the name is of or has as a part; "" for none.
std::string_view gpu_in(std::string_view name) {
  for (const catalogue::GpuModel& model : catalogue::gpu_models()) {
    if (has_word(name, model.word)) return model.word;
  }
  return "";
}

/// The summary of each names its GPU.
std::vector<std::string_view> builtins_with(std::string_view gpu) {
  std::vector<std::string_view> names;
  for (const BuiltinSummary& builtin : summarise_builtins()) {
    if (has_word(builtin.text, gpu)) names.push_back(builtin.name);
  }
  return names;
}

}  // namespace

std::string hint_at_builtins(std::string_view name) {
  const auto known = builtin_names();
  const auto closest = core::closest_name(name, known);
  const std::string_view gpu = gpu_in(name);
  const auto machines = gpu.empty() ? known : builtins_with(gpu);
  if (machines.empty()) {
    return fmt::format(
        "no built-in machine has {}; give a file of yours, such as NCCL writes to "
        "NCCL_TOPO_DUMP_FILE",
        gpu);
  }
  const bool is_gpu_alone = gpu.size() == name.size();
  if (closest && !is_gpu_alone && std::ranges::find(machines, *closest) != machines.end()) {
    return fmt::format("did you mean '{}'", *closest);
  }
  return gpu.empty() ? "" : fmt::format("those with {}: {}", gpu, fmt::join(machines, ", "));
}

}  // namespace treering::hw
