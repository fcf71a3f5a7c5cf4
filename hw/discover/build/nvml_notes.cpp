#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/units.h"
#include "hw/discover/build/notes.h"

namespace treering::hw::discover::build {
namespace {

using core::Severity;

std::string names_of(const std::vector<int>& gpus) {
  std::vector<std::string> names;
  names.reserve(gpus.size());
  for (const int gpu : gpus) names.push_back(fmt::format("GPU {}", gpu));
  return few_names(names);
}

bool is_down(const world::NvmlLink& link) {
  return link.is_active == false;
}

bool is_up(const world::NvmlLink& link) {
  return link.is_active == true;
}

class NvmlNotes {
 public:
  explicit NvmlNotes(const sources::NvmlFacts& facts) : facts_(facts) {}

  std::vector<core::Diagnostic> write(const std::vector<ChosenGpu>& gpus) {
    for (const world::NvmlFault& fault : facts_.answers->faults) note_fault(fault);
    for (const ChosenGpu& gpu : gpus) {
      if (gpu.nvml == nullptr) continue;
      note_fabric(*gpu.nvml);
      note_down(*gpu.nvml);
      note_endless(*gpu.nvml);
      note_hidden(*gpu.nvml);
    }
    for (const Group& group : groups_) {
      const std::string where = group.gpus.empty() ? "NVML" : names_of(group.gpus);
      notes_.push_back({group.severity, where, group.text});
    }
    return std::move(notes_);
  }

 private:
  struct Group {
    Severity severity;
    std::string text;
    std::vector<int> gpus;  // none: of all
  };

  void note(Severity severity, std::optional<int> gpu, std::string text) {
    auto group = std::ranges::find(groups_, text, &Group::text);
    if (group == groups_.end()) {
      groups_.push_back({severity, std::move(text), {}});
      group = groups_.end() - 1;
    }
    if (gpu) group->gpus.push_back(*gpu);
  }

  void note_fault(const world::NvmlFault& fault) {
    note(Severity::Warning, fault.gpu,
         fmt::format("{}: {}; what this call reports is unknown", core::printable(fault.call),
                     core::printable(fault.text)));
  }

  void note_fabric(const world::NvmlGpu& gpu) {
    if (!gpu.fabric || gpu.fabric->state == world::NvmlFabricState::Unsupported) return;
    if (gpu.fabric->state != world::NvmlFabricState::Completed) {
      note(Severity::Warning, gpu.index,
           "not registered with the fabric manager of their NVSwitches: CUDA does not start until "
           "they are");
    } else if (!gpu.fabric->fault.empty()) {
      note(Severity::Warning, gpu.index,
           fmt::format("registration with the fabric manager of their NVSwitches failed: {}",
                       core::printable(gpu.fabric->fault)));
    }
  }

  void note_down(const world::NvmlGpu& gpu) {
    std::vector<int> down;
    for (const world::NvmlLink& link : gpu.links) {
      if (is_down(link)) down.push_back(link.number);
    }
    if (down.empty()) return;
    if (std::ranges::none_of(gpu.links, is_up)) {
      note(Severity::Note, gpu.index,
           fmt::format("none of the {} is active, as is usual without a bridge or fabric manager",
                       core::counted(gpu.links.size(), "NVLink")));
    } else {
      note(Severity::Warning, gpu.index,
           fmt::format("{} of the {} are down and left out: {}", down.size(),
                       core::counted(gpu.links.size(), "NVLink"), fmt::join(down, ", ")));
    }
  }

  void note_endless(const world::NvmlGpu& gpu) {
    std::vector<int> endless;
    for (const world::NvmlLink& link : gpu.links) {
      const bool counts = link.carries_p2p == true && !link.remote_bus_id.empty();
      if (is_up(link) && !counts) endless.push_back(link.number);
    }
    if (endless.empty()) return;
    note(Severity::Warning, gpu.index,
         fmt::format("active NVLinks are left out, as NCCL does, because NVML does not report "
                     "where they lead or that they carry traffic between GPUs: {}",
                     fmt::join(endless, ", ")));
  }

  void note_hidden(const world::NvmlGpu& gpu) {
    bool is_hidden = false;
    bool is_hidden_gpu = false;
    for (const world::NvmlLink& link : gpu.links) {
      if (!is_up(link) || link.remote_bus_id.empty()) continue;
      if (facts_.remote_classes.contains(link.remote_bus_id)) continue;
      is_hidden = true;
      if (link.remote == world::NvmlRemote::Gpu) is_hidden_gpu = true;
    }
    if (!is_hidden) return;
    if (is_hidden_gpu) {
      note(Severity::Warning, gpu.index,
           "NVLinks lead to GPUs that the system does not show: NCCL takes them for NVSwitches");
    } else {
      note(Severity::Note, gpu.index,
           "NVLinks lead to devices that the system does not show: taken for NVSwitches, as NCCL "
           "does");
    }
  }

  const sources::NvmlFacts& facts_;
  std::vector<Group> groups_;
  std::vector<core::Diagnostic> notes_;
};

}  // namespace

std::vector<core::Diagnostic> notes_on_nvml(const sources::NvmlFacts& facts,
                                            const std::vector<ChosenGpu>& gpus) {
  if (!facts.answers) return {};
  return NvmlNotes(facts).write(gpus);
}

}  // namespace treering::hw::discover::build
