#include "tuner/calibration/mixture.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"

namespace treering::tuner::calibration {
namespace {

struct Mark {
  std::string_view word;  // that a model's name, or what follows a blank in it, begins with
  std::string_view generation;
};

// As sim/nccl/rules/terms.h cuts compute capabilities: Turing (7.5) counts as Volta, Ada (8.9) as
// Ampere. Capabilities: developer.nvidia.com/cuda-gpus.
constexpr std::array kMarks{
    Mark{"GB10", "blackwell"},      Mark{"GB200", "blackwell"},
    Mark{"GB300", "blackwell"},     Mark{"B100", "blackwell"},
    Mark{"B200", "blackwell"},      Mark{"B300", "blackwell"},
    Mark{"RTX 50", "blackwell"},    Mark{"RTX PRO", "blackwell"},
    Mark{"GH200", "hopper"},        Mark{"H100", "hopper"},
    Mark{"H200", "hopper"},         Mark{"H20", "hopper"},
    Mark{"H800", "hopper"},         Mark{"A100", "ampere"},
    Mark{"A800", "ampere"},         Mark{"A10", "ampere"},
    Mark{"A16", "ampere"},          Mark{"A30", "ampere"},
    Mark{"A40", "ampere"},          Mark{"A60", "ampere"},
    Mark{"L4", "ampere"},           Mark{"L20", "ampere"},
    Mark{"RTX 30", "ampere"},       Mark{"RTX 40", "ampere"},
    Mark{"RTX 6000 ADA", "ampere"}, Mark{"V100", "volta"},
    Mark{"P100", "volta"},          Mark{"T4", "volta"},
    Mark{"RTX 20", "volta"},        Mark{"TITAN", "volta"},
};

bool is_letter_or_digit(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

bool has_word(std::string_view text, std::string_view start) {
  for (std::size_t at = text.find(start); at != std::string_view::npos;
       at = text.find(start, at + 1)) {
    if (at == 0 || !is_letter_or_digit(text[at - 1])) return true;
  }
  return false;
}

std::string ids_text(const std::set<std::string>& ids) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> shown;
  for (const std::string& id : ids) {
    if (shown.size() < kShown) shown.push_back(id.empty() ? "-" : id);
  }
  const std::string more =
      ids.size() > kShown ? fmt::format(" and {} more", ids.size() - kShown) : "";
  return fmt::format("{}{}", fmt::join(shown, ", "), more);
}

/// By generation, model and network.
using Groups = std::map<std::tuple<std::string, std::string, std::string>, GpuRows>;

void add(const Measurement& row, Groups& groups) {
  const std::string generation(generation_named(row.gpu));
  GpuRows& group = groups[{generation, row.gpu, row.network}];
  group.generation = generation;
  group.gpu = row.gpu;
  group.network = row.network;
  group.ids.insert(row.id);
  ++group.rows;
}

std::vector<GpuRows> in_order(Groups groups) {
  std::vector<GpuRows> result;
  for (auto& [name, group] : groups) result.push_back(std::move(group));
  return result;
}

}  // namespace

std::string_view generation_named(std::string_view gpu) {
  std::string name(gpu);
  std::ranges::transform(name, name.begin(), [](unsigned char character) {
    return static_cast<char>(std::toupper(character));
  });
  const auto* const found =
      std::ranges::find_if(kMarks, [&](const Mark& mark) { return has_word(name, mark.word); });
  return found == kMarks.end() ? std::string_view() : found->generation;
}

std::vector<GpuRows> by_gpu(const std::vector<Measurement>& rows) {
  Groups groups;
  for (const Measurement& row : rows) add(row, groups);
  return in_order(std::move(groups));
}

std::vector<GpuRows> by_gpu(const std::vector<Measurement>& rows,
                            const std::vector<Observation>& observations) {
  Groups groups;
  for (const Observation& seen : observations) add(rows.at(seen.row), groups);
  return in_order(std::move(groups));
}

std::string text_of(const std::vector<GpuRows>& groups) {
  std::vector<std::string> parts;
  for (const GpuRows& one : groups) {
    const std::string generation = one.generation.empty() ? "" : one.generation + " ";
    const std::string network = one.network.empty() ? "" : " over " + one.network;
    parts.push_back(fmt::format("{}{}{} ({})", generation,
                                one.gpu.empty() ? "GPUs without a name" : one.gpu, network,
                                ids_text(one.ids)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string note_on_mixture(const std::vector<GpuRows>& groups, const MachineName& machine) {
  std::set<std::string> models;
  std::set<std::string> networks;
  bool is_other = false;
  for (const GpuRows& one : groups) {
    if (!one.gpu.empty()) models.insert(one.gpu);
    if (!one.network.empty()) networks.insert(one.network);
    is_other |= !one.generation.empty() && one.generation != machine.generation;
  }
  const bool are_several = models.size() > 1 || networks.size() > 1;
  if (!are_several && !is_other) return "";
  return fmt::format("rows of {} count as rows of one {} ({}): {}; ⟨id⟩ selects the rows of one",
                     are_several ? "different machines" : "other GPUs", machine.name,
                     machine.generation, text_of(groups));
}

core::Result<void> check_gpus(const std::vector<GpuRows>& groups, const MachineName& machine,
                              const std::string& file) {
  std::vector<GpuRows> others;
  for (const GpuRows& one : groups) {
    if (one.generation == machine.generation) return {};
    if (!one.generation.empty()) others.push_back(one);
  }
  if (others.empty()) return {};
  return core::bad_input(
      core::printable(file), core::printable("rows of " + text_of(others)),
      fmt::format("expected {} GPUs as {} has", machine.generation, machine.name),
      "name the topology that they ran on");
}

}  // namespace treering::tuner::calibration
