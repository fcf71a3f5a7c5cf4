#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "core/text/suggest.h"
#include "hw/builtin.h"
#include "hw/catalogue/gpu_names.h"

namespace treering::hw {
namespace {

/// The GPU that the name is of or has as a part; "" for none.
std::string_view gpu_in(std::string_view name) {
  const catalogue::GpuModel* model = catalogue::gpu_named(name).model;
  return model == nullptr ? "" : model->word;
}

/// Those that begin with the name: hgx-h100-4 with hgx-h100, but not with hgx-h1.
std::vector<std::string_view> builtins_beginning(std::string_view name) {
  std::vector<std::string_view> names;
  for (const std::string_view builtin : builtin_names()) {
    if (core::lower_case(builtin).starts_with(core::lower_case(name) + "-")) {
      names.push_back(builtin);
    }
  }
  return names;
}

/// Whether `text` begins with `start`, and a number at its end is not the beginning of a longer
/// one.
bool begins_with(std::string_view text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  const bool is_longer_number = text.size() > start.size() && core::is_digit(start.back()) &&
                                core::is_digit(text[start.size()]);
  return !is_longer_number;
}

/// Those of which a part begins with the name: aws-p4d with p4, but dgx-a100 not with a10.
std::vector<std::string_view> builtins_with_part(std::string_view name) {
  constexpr std::size_t kFewest = 2;  // letters
  std::vector<std::string_view> names;
  for (const std::string_view builtin : builtin_names()) {
    if (name.size() < kFewest) break;
    const std::string text = core::lower_case(builtin);
    const std::string start = "-" + core::lower_case(name);
    for (std::size_t at = text.find(start); at != std::string::npos;
         at = text.find(start, at + 1)) {
      if (!begins_with(std::string_view(text).substr(at), start)) continue;
      names.push_back(builtin);
      break;
    }
  }
  return names;
}

/// The parts of a name that are types of a cloud's machines, without what stands behind the number:
/// "p4" of "aws-p4de", "p5" of "p5en".
std::vector<std::string> families_in(std::string_view name) {
  std::vector<std::string> families;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find_first_of("-_ ", at), name.size());
    const std::string part = core::lower_case(name.substr(at, end - at));
    at = end + 1;
    const auto digits =
        std::find_if_not(part.begin() + (part.empty() ? 0 : 1), part.end(), core::is_digit);
    const auto length = static_cast<std::size_t>(digits - part.begin());
    const bool is_type = length > 1 && !core::is_digit(part.front()) &&
                         std::none_of(digits, part.end(), core::is_digit);
    if (is_type) families.push_back(part.substr(0, length));
  }
  return families;
}

/// Those of the same family of a cloud's machines: aws-p5 with p5en.
std::vector<std::string_view> builtins_of_family(std::string_view name) {
  std::vector<std::string_view> names;
  const auto sought = families_in(name);
  for (const std::string_view builtin : builtin_names()) {
    const auto own = families_in(builtin);
    const bool is_of_it = std::ranges::any_of(own, [&](const std::string& family) {
      return std::ranges::find(sought, family) != sought.end();
    });
    if (is_of_it) names.push_back(builtin);
  }
  return names;
}

/// The summary of each names its GPU.
std::vector<std::string_view> builtins_with(std::string_view gpu) {
  std::vector<std::string_view> names;
  for (const BuiltinSummary& builtin : summarise_builtins()) {
    if (core::has_word(builtin.text, gpu)) names.push_back(builtin.name);
  }
  return names;
}

/// "did you mean 'pcie-4' or 'pcie-8-nvbridge'"; "" for none.
std::string question(std::span<const std::string_view> meant) {
  std::string text;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    const bool is_last = i + 1 == meant.size();
    const std::string_view before = i == 0 ? "did you mean " : is_last ? " or " : ", ";
    text += fmt::format("{}'{}'", before, meant[i]);
  }
  return text;
}

std::string none_with(std::string_view gpu, std::string_view name) {
  const std::string other = question(builtins_with_part(name));
  return fmt::format("no built-in machine has {}; {}", gpu,
                     other.empty() ? "give a file of yours, such as NCCL writes to "
                                     "NCCL_TOPO_DUMP_FILE"
                                   : other);
}

}  // namespace

std::string hint_at_builtins(std::string_view name) {
  const auto known = builtin_names();
  const std::string_view gpu = gpu_in(name);
  const auto machines = gpu.empty() ? known : builtins_with(gpu);
  if (gpu.size() == name.size() && !gpu.empty()) {
    return machines.empty() ? none_with(gpu, name)
                            : fmt::format("those with {}: {}", gpu, fmt::join(machines, ", "));
  }
  if (const auto longer = builtins_beginning(name); !longer.empty()) return question(longer);
  if (gpu.empty()) {
    if (const auto related = builtins_of_family(name); !related.empty()) return question(related);
  }
  const auto closest = core::closest_name(name, known);
  if (closest && std::ranges::find(machines, *closest) != machines.end()) {
    return question(std::array{*closest});
  }
  if (const auto parts = builtins_with_part(name); !parts.empty()) return question(parts);
  if (gpu.empty()) return "";
  return machines.empty() ? none_with(gpu, name)
                          : fmt::format("those with {}: {}", gpu, fmt::join(machines, ", "));
}

}  // namespace treering::hw
