#include "hw/catalogue/gpus.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/names.h"
#include "core/units.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/build/notes.h"

namespace treering::hw::discover::build {
namespace {

using core::Severity;

class GpuChoice {
 public:
  explicit GpuChoice(const sources::MachineFacts& facts) : facts_(facts) {
    for (const auto& [bus_id, function] : facts.pci.functions) {
      if (sources::is_nvidia_gpu(function)) seen_.insert(bus_id);
    }
  }

  ChosenGpus choose() {
    if (facts_.nvml.answers) add_those_of_nvml(*facts_.nvml.answers);
    if (!chosen_.gpus.empty()) {
      note_left_out("not named by NVML: not given to this container, or with another driver");
      return std::move(chosen_);
    }
    std::set<std::string> driven;
    for (const auto& [bus_id, model] : facts_.driver.models) driven.insert(bus_id);
    for (const std::string& bus_id : driven.empty() ? seen_ : driven) add_next(bus_id);
    if (!driven.empty()) {
      note_left_out(
          "not in /proc/driver/nvidia/gpus: not given to this container, or with another "
          "driver");
    }
    return std::move(chosen_);
  }

 private:
  void add_those_of_nvml(const world::NvmlAnswers& answers) {
    std::set<std::string> named;
    for (const world::NvmlGpu& gpu : answers.gpus) {
      if (!core::is_pci_function(gpu.bus_id) || !named.insert(gpu.bus_id).second) {
        note(Severity::Warning, fmt::format("GPU {}", gpu.index),
             fmt::format("left out: NVML gives {} as its bus id", core::in_quotes(gpu.bus_id)));
        continue;
      }
      ChosenGpu chosen = described(gpu.bus_id);
      chosen.index = gpu.index;
      chosen.has_known_index = true;
      chosen.origin = {core::Origin::Kind::Discovered, "NVML"};
      if (gpu.compute_capability) chosen.compute_capability = gpu.compute_capability;
      if (!gpu.name.empty()) chosen.model = gpu.name;
      chosen.nvml = &gpu;
      chosen_.gpus.push_back(std::move(chosen));
    }
    if (chosen_.gpus.empty() && !seen_.empty()) {
      note(Severity::Warning, "NVML",
           "names none of the GPUs on the PCI bus: this process may use none of them, or they have "
           "another driver");
    }
    std::ranges::sort(chosen_.gpus, {}, &ChosenGpu::index);
  }

  /// Numbered after those that were added before.
  void add_next(const std::string& bus_id) {
    ChosenGpu chosen = described(bus_id);
    chosen.index = static_cast<int>(chosen_.gpus.size());
    chosen_.gpus.push_back(std::move(chosen));
  }

  /// The facts that are known without NVML.
  ChosenGpu described(const std::string& bus_id) const {
    ChosenGpu gpu{.bus_id = bus_id};
    const auto driven = facts_.driver.models.find(bus_id);
    if (driven != facts_.driver.models.end()) {
      gpu.model = driven->second.value;
      gpu.origin = driven->second.origin;
    }
    const auto function = facts_.pci.functions.find(bus_id);
    const std::string device =
        function == facts_.pci.functions.end() ? "" : function->second.device;
    gpu.compute_capability = catalogue::compute_capability_of(device, gpu.model);
    return gpu;
  }

  void note_left_out(std::string_view why) {
    std::vector<std::string> left_out;
    for (const std::string& bus_id : seen_) {
      if (std::ranges::find(chosen_.gpus, bus_id, &ChosenGpu::bus_id) == chosen_.gpus.end()) {
        left_out.push_back(bus_id);
      }
    }
    if (left_out.empty()) return;
    note(Severity::Note, few_names(left_out),
         fmt::format("{} left out, {}", core::counted(left_out.size(), "GPU"), why));
  }

  void note(Severity severity, std::string where, std::string text) {
    chosen_.notes.push_back({severity, std::move(where), std::move(text)});
  }

  const sources::MachineFacts& facts_;
  std::set<std::string> seen_;  // bus ids
  ChosenGpus chosen_;
};

}  // namespace

ChosenGpus choose_gpus(const sources::MachineFacts& facts) {
  return GpuChoice(facts).choose();
}

}  // namespace treering::hw::discover::build
