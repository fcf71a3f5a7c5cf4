#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/discover/build/notes.h"

namespace treering::hw::discover::build {

std::string few_names(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 4;
  const auto first = std::span(names).first(std::min(names.size(), kMost));
  std::string text = fmt::format("{}", fmt::join(first, ", "));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

namespace {

using core::Device;
using core::DeviceId;
using core::DeviceKind;
using core::Severity;

std::string names_of(const core::Topology& topology, const std::vector<DeviceId>& ids) {
  std::vector<std::string> names;
  names.reserve(ids.size());
  for (const DeviceId id : ids) names.push_back(topology.device(id).name);
  return few_names(names);
}

std::string why_no_nvml(const world::Unseen& unseen) {
  if (unseen.why == world::Unseen::Why::Absent) {
    return fmt::format("it is not there ({})", core::printable(unseen.text));
  }
  return fmt::format("it does not answer ({})", core::printable(unseen.text));
}

class Notes {
 public:
  Notes(const core::Topology& topology, const sources::MachineFacts& facts)
      : topology_(topology), facts_(facts) {}

  std::vector<core::Diagnostic> write() {
    note_nvlinks();
    note_unknown_gpus();
    note_gpu_direct();
    note_pcie();
    note_narrow_links();
    note_cpus();
    note_acs();
    note_topology_file();
    for (const auto* of_source :
         {&facts_.hwloc.notes, &facts_.environment.notes, &facts_.plugins.notes}) {
      notes_.insert(notes_.end(), of_source->begin(), of_source->end());
    }
    for (const auto* unread :
         {&facts_.pci.unread, &facts_.numa.unread, &facts_.hwloc.unread, &facts_.infiniband.unread,
          &facts_.net.unread, &facts_.acs.unread, &facts_.iommu.unread, &facts_.gpu_direct.unread,
          &facts_.limits.unread, &facts_.platform.unread, &facts_.environment.unread,
          &facts_.plugins.unread, &facts_.topology_file.unread, &facts_.driver.unread,
          &facts_.nvml.unread}) {
      std::ranges::move(notes_on(*unread), std::back_inserter(notes_));
    }
    return std::move(notes_);
  }

 private:
  std::vector<DeviceId> those(bool (*is_meant)(const Device&)) const {
    std::vector<DeviceId> ids;
    for (DeviceId id = 0; id < static_cast<DeviceId>(topology_.devices().size()); ++id) {
      if (is_meant(topology_.device(id))) ids.push_back(id);
    }
    return ids;
  }

  void note(Severity severity, std::string where, std::string text) {
    notes_.push_back({severity, std::move(where), std::move(text)});
  }

  void note_nvlinks() {
    if (facts_.nvml.answers) return;
    const auto gpus = those([](const Device& device) {
      return device.kind() == DeviceKind::Gpu && catalogue::has_nvlink(device).value_or(true);
    });
    if (gpus.empty()) return;
    const auto switches = std::ranges::count_if(
        facts_.pci.functions, [](const auto& entry) { return sources::is_nvswitch(entry.second); });
    const std::string seen =
        switches == 0
            ? ""
            : fmt::format("; the PCI bus has {}",
                          core::counted(static_cast<std::size_t>(switches), "NVSwitch device"));
    note(Severity::Warning, names_of(topology_, gpus),
         fmt::format("NVLinks and C2C links are unknown and left out, so that predictions go over "
                     "PCIe: only NVML reports them, and {}{}",
                     why_no_nvml(facts_.nvml.answers.error()), seen));
  }

  void note_unknown_gpus() {
    const auto gpus = those([](const Device& device) {
      return device.kind() == DeviceKind::Gpu && is_assumed(device, "compute_capability");
    });
    if (gpus.empty()) return;
    note(Severity::Warning, names_of(topology_, gpus),
         fmt::format("PCI device {} is not a known GPU: its compute capability is unknown",
                     core::in_quotes(topology_.device(gpus.front()).pci->device)));
  }

  void note_gpu_direct() {
    const auto ports = those([](const Device& device) {
      return device.kind() == DeviceKind::NicPort && is_assumed(device, "gpu_direct_rdma");
    });
    if (!ports.empty()) {
      note(Severity::Note, names_of(topology_, ports),
           "GPUDirect RDMA is assumed to work: nothing shows whether the system has nvidia_peermem "
           "or dma-buf");
    }
    const auto& module = facts_.gpu_direct.has_peermem;
    const auto& dmabuf = facts_.gpu_direct.has_dmabuf;
    if (!module || module->value || !dmabuf || dmabuf->value) return;
    note(Severity::Warning, "GPUDirect RDMA",
         "is off: nvidia_peermem is not loaded, and the driver gives no dma-buf; what adapters "
         "send and receive goes through host memory");
  }

  /// Ordinary users are not shown it.
  void note_topology_file() {
    const auto& path = facts_.topology_file.path;
    if (!path) return;
    note(core::Severity::Note, path->origin.source,
         fmt::format("NCCL starts from {}, this topology does not; give that file as TOPOLOGY to "
                     "see what NCCL decides here",
                     core::printable(path->value)));
  }

  void note_acs() {
    const std::size_t bridges = facts_.acs.unknown.size();
    if (bridges == 0) return;
    note(Severity::Note, "ACS",
         fmt::format("only root sees whether {} send traffic between devices below them up to the "
                     "CPU: if so, sudo lspci -vvv shows ReqRedir+ in their ACSCtl lines",
                     core::counted(bridges, "PCIe bridge")));
  }

  void note_pcie() {
    const auto devices =
        those([](const Device& device) { return is_assumed(device, "pci/link_speed"); });
    if (devices.empty()) return;
    note(Severity::Warning, names_of(topology_, devices),
         "the system does not report the speed of their PCIe links, as in virtual machines: 8 GT/s "
         "is assumed, as NCCL does");
  }

  /// Speeds fall when a device is idle, widths do not.
  void note_narrow_links() {
    for (const Device& device : topology_.devices()) {
      if (!device.pci) continue;
      const auto fact = facts_.pci.functions.find(device.pci->bus_id);
      if (fact == facts_.pci.functions.end() || !fact->second.current_link_width) continue;
      const int lanes = fact->second.current_link_width->value;
      if (lanes >= device.pci->link_width) continue;
      note(Severity::Warning, device.name,
           fmt::format("its PCIe link runs at {} of the {} lanes that both ends have", lanes,
                       device.pci->link_width));
    }
  }

  void note_cpus() {
    if (facts_.numa.arch.empty()) {
      note(Severity::Warning, "/proc/cpuinfo",
           "does not name the processor: x86_64 is assumed, and the slowest link between sockets");
    }
    const auto unplaced = those([](const Device& device) {
      return device.kind() == DeviceKind::Cpu && std::get<core::Cpu>(device.info).numa_id < 0;
    });
    if (unplaced.empty()) return;
    note(Severity::Note, "numa_node",
         "the system does not report the NUMA nodes of devices: they are below CPU -1, as in NCCL");
  }

  const core::Topology& topology_;
  const sources::MachineFacts& facts_;
  std::vector<core::Diagnostic> notes_;
};

/// The meaning of a missing source.
std::string absent_text(const std::string& path) {
  static const std::map<std::string, std::string> kMeanings{
      {"/sys/class/infiniband", "not there: no RDMA adapter, or it is hidden from this container"},
      {"/sys/class/net", "not there: network interfaces are unknown"},
      {"/sys/devices/system/node", "not there: NUMA nodes and their processors are unknown"},
  };
  const auto meaning = kMeanings.find(path);
  return meaning == kMeanings.end() ? "not there" : meaning->second;
}

}  // namespace

std::vector<core::Diagnostic> notes_on(const std::vector<sources::Unread>& unread) {
  std::map<std::pair<std::string, std::string>, std::pair<const sources::Unread*, std::size_t>>
      groups;
  for (const sources::Unread& one : unread) {
    const std::string name = one.path.substr(one.path.rfind('/') + 1);
    auto& [first, count] = groups[{name, one.why.text}];
    if (first == nullptr) first = &one;
    ++count;
  }
  std::vector<core::Diagnostic> notes;
  for (const auto& [key, group] : groups) {
    const auto& [first, count] = group;
    const bool is_absent = first->why.why == world::Unseen::Why::Absent;
    std::string text =
        is_absent ? absent_text(first->path) : fmt::format("cannot be read: {}", first->why.text);
    if (count > 1) text += fmt::format("; and {} more of that name", count - 1);
    notes.push_back({is_absent ? Severity::Note : Severity::Warning, core::printable(first->path),
                     std::move(text)});
  }
  return notes;
}

std::vector<core::Diagnostic> notes_on(const core::Topology& topology,
                                       const sources::MachineFacts& facts) {
  return Notes(topology, facts).write();
}

}  // namespace treering::hw::discover::build
