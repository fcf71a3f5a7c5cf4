#include "tuner/calibration/mixture.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "sim/cost/machine.h"

namespace treering::tuner::calibration {
namespace {

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

/// "ampere A100"; where the model of times takes GPUs for an older generation, "Turing T4 that
/// count as volta".
std::string gpus_text(const GpuRows& rows) {
  if (rows.gpu.empty()) return "GPUs without a name";
  const auto capability = hw::catalogue::gpu_named(rows.gpu).compute_capability;
  if (!capability) return rows.gpu;
  const std::string architecture(hw::catalogue::gpu_architecture(*capability));
  if (core::lower_case(architecture).starts_with(rows.generation)) {
    return fmt::format("{} {}", rows.generation, rows.gpu);
  }
  return fmt::format("{}{}{} that count as {}", architecture, architecture.empty() ? "" : " ",
                     rows.gpu, rows.generation);
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

std::vector<GpuRows> in_order(Groups&& groups) {
  std::vector<GpuRows> result;
  for (auto& [name, group] : groups) result.push_back(std::move(group));
  return result;
}

}  // namespace

std::string_view generation_named(std::string_view gpu) {
  if (gpu.empty()) return {};  // as in rows of files that name none
  const auto capability = hw::catalogue::gpu_named(gpu).compute_capability;
  return capability ? sim::cost::generation_name(*capability) : std::string_view();
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
    const std::string network = one.network.empty() ? "" : " over " + one.network;
    parts.push_back(fmt::format("{}{} ({})", gpus_text(one), network, ids_text(one.ids)));
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
