// What the kernel's log reports: Xid errors of GPUs, SXid errors of NVSwitches, errors of PCIe,
// accesses that the IOMMU refused, processes that were killed for memory.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/commands.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/xids.h"

namespace treering::tuner::doctor {
namespace {

using core::KernelEvent;
using core::KernelEventKind;

/// Events of one kind and number.
using Alike = std::vector<const KernelEvent*>;

std::string name_of_device(const Patient& patient, const KernelEvent& event, bool has_hosts) {
  std::string name = event.kind == KernelEventKind::Xid ? gpu_name(patient, -1, event.bus_id)
                     : event.kind == KernelEventKind::SwitchXid
                         ? fmt::format("NVSwitch {}", event.bus_id)
                         : event.bus_id;
  return has_hosts && !event.host.empty() ? fmt::format("{} of {}", name, event.host) : name;
}

std::string names_of_devices(const Patient& patient, const Alike& events) {
  std::set<std::string> hosts;
  for (const KernelEvent* event : events) hosts.insert(event->host);
  std::vector<std::string> names;
  for (const KernelEvent* event : events) {
    std::string name = name_of_device(patient, *event, !hosts.contains("") || hosts.size() > 1);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return in_words(names);
}

/// The first line, and how many there are.
std::string evidence_of(const Alike& events) {
  int count = 0;
  for (const KernelEvent* event : events) count += event->count;
  const KernelEvent& first = *events.front();
  const std::string_view tag = first.kind == KernelEventKind::Xid         ? "Xid "
                               : first.kind == KernelEventKind::SwitchXid ? "SXid "
                                                                          : "";
  const std::string more =
      count > 1 ? fmt::format("; {} in all", core::counted(count, "line")) : "";
  return fmt::format("{}: {}{}{}", first.origin.source, tag, first.text, more);
}

constexpr std::string_view kSeeOther =
    "look at the other Xid of this GPU first, from which this one may follow";

/// Whether the same GPU has an Xid that is a fault.
bool has_failed(const Patient& patient, const KernelEvent& event) {
  return std::ranges::any_of(patient.host.kernel_events, [&](const KernelEvent& other) {
    if (other.kind != KernelEventKind::Xid || other.bus_id != event.bus_id) return false;
    const auto meaning = meaning_of_xid(other);
    return meaning && meaning->severity == Severity::Fault;
  });
}

Commands commands_for_xid(const Patient& patient, const XidMeaning& meaning) {
  if (meaning.severity == Severity::Hint) return {};
  return meaning.origin == XidOrigin::NvLink ? commands_for_nvlinks(patient.condition.cluster.node)
                                             : commands_for_lost_gpu();
}

std::optional<Symptom> of_xid(const Patient& patient, const Alike& events) {
  const KernelEvent& first = *events.front();
  const auto meaning = meaning_of_xid(first);
  if (!meaning) return std::nullopt;
  // It is said of the GPU itself.
  const std::string_view joint = meaning->what.starts_with("fell ") ? "" : ":";
  const bool may_follow = meaning->origin == XidOrigin::Program && has_failed(patient, first);
  Symptom symptom{meaning->severity,
                  fmt::format("{}{} {} (Xid {})", names_of_devices(patient, events), joint,
                              meaning->what, first.code),
                  evidence_of(events),
                  std::string(may_follow ? kSeeOther : meaning->fix),
                  std::nullopt,
                  commands_for_xid(patient, *meaning)};
  symptom.host = first.host;
  return symptom;
}

std::vector<std::string> bus_ids_of(const Alike& events) {
  std::vector<std::string> bus_ids;
  for (const KernelEvent* event : events) bus_ids.push_back(event->bus_id);
  return bus_ids;
}

/// Their fabric and their NVLinks; a restart comes of what else is seen.
Commands look_at_switches(const Patient& patient) {
  return {commands_for_nvlinks(patient.condition.cluster.node).look};
}

std::optional<Symptom> of_switch(const Patient& patient, const Alike& events) {
  const KernelEvent& first = *events.front();
  return Symptom{
      first.is_fatal ? Severity::Fault : Severity::Hint,
      fmt::format("{}: {} error {} (SXid)", names_of_devices(patient, events),
                  first.is_fatal ? "fatal" : "non-fatal", first.code),
      evidence_of(events),
      first.is_fatal
          ? "if a GPU fell off the bus or was reset before it, this follows from that; else reset "
            "all GPUs and NVSwitches of the board together, or restart the node, and read "
            "nvidia-fabricmanager's log"
          : "look it up in the Fabric Manager's user guide; many come from an error of a program",
      std::nullopt,
      look_at_switches(patient)};
}

bool has_device(const Patient& patient, const std::string& bus_id) {
  return device_at(patient.condition.cluster.node, bus_id) != core::kNoDevice ||
         std::ranges::any_of(patient.host.gpus,
                             [&](const core::GpuState& gpu) { return gpu.bus_id == bus_id; });
}

/// Whether the device is one that GPUs' traffic crosses, as far as the line or the machine says.
bool is_of_interest(const Patient& patient, const KernelEvent& event) {
  constexpr std::array<std::string_view, 4> kDrivers{"nvidia", "mlx5", "mlx4", "pcieport"};
  return has_device(patient, event.bus_id) ||
         std::ranges::any_of(
             kDrivers, [&](std::string_view driver) { return event.text.starts_with(driver); });
}

std::optional<Symptom> of_pcie(const Patient& patient, const Alike& events) {
  const bool is_fatal = events.front()->is_fatal;
  return Symptom{is_fatal ? Severity::Fault : Severity::Hint,
                 fmt::format("{} errors of PCIe at {}", is_fatal ? "uncorrected" : "corrected",
                             names_of_devices(patient, events)),
                 evidence_of(events),
                 is_fatal
                     ? "reseat the card or its riser and look at lspci -vvv of the device and the "
                       "port above it; drain the node"
                     : "many of them slow a link down: count them under load, and reseat the "
                       "card or its riser where they go on",
                 std::nullopt,
                 commands_for_pcie(bus_ids_of(events))};
}

/// Of GPUs and adapters, whose access to each other it is.
std::optional<Symptom> of_iommu(const Patient& patient, const Alike& events) {
  return Symptom{Severity::Fault,
                 fmt::format("the IOMMU refused accesses of {}", names_of_devices(patient, events)),
                 evidence_of(events),
                 "boot with iommu=pt, or switch the IOMMU off in the firmware (AMD-Vi, VT-d), and "
                 "ACS on the PCIe bridges, so that devices reach each other's memory; "
                 "NCCL_P2P_DISABLE=1 goes through host memory until then",
                 std::nullopt,
                 commands_for_iommu()};
}

std::optional<Symptom> of_memory(const Alike& events) {
  return Symptom{Severity::Warning,
                 "the kernel killed a process, since the host ran out of memory",
                 evidence_of(events),
                 "give the job more host memory, or let it use less (data loaders, pinned buffers, "
                 "checkpoints)",
                 std::nullopt,
                 Commands{{"free -g", "sudo dmesg | grep -i 'out of memory' | tail -n 20"}}};
}

std::optional<Symptom> symptom_of_events(const Patient& patient, const Alike& events) {
  switch (events.front()->kind) {
    case KernelEventKind::Xid:
      return of_xid(patient, events);
    case KernelEventKind::SwitchXid:
      return of_switch(patient, events);
    case KernelEventKind::PcieError:
      return of_pcie(patient, events);
    case KernelEventKind::IommuFault:
      return of_iommu(patient, events);
    case KernelEventKind::OutOfMemory:
      return of_memory(events);
  }
  return std::nullopt;
}

/// Events that one symptom reports. The action that the driver asks for (Xid 154), and whether an
/// error of an NVLink is fatal, are in the words of a line.
std::string group_of(const KernelEvent& event) {
  const std::string number =
      fmt::format("{}/{}/{}", static_cast<int>(event.kind), event.code, event.is_fatal);
  if (event.kind != KernelEventKind::Xid) return number;
  const auto meaning = meaning_of_xid(event);
  return meaning ? number + meaning->what : number;
}

}  // namespace

// In the order of the log: of equals, the first in time is the first.
Examination check_kernel_events(const Patient& patient) {
  if (patient.host.kernel_events.empty()) return {"unknown; dmesg or journalctl -k shows it", {}};
  std::vector<std::pair<std::string, Alike>> groups;
  for (const KernelEvent& event : patient.host.kernel_events) {
    const bool is_of_device =
        event.kind == KernelEventKind::PcieError || event.kind == KernelEventKind::IommuFault;
    if (is_of_device && !is_of_interest(patient, event)) continue;
    const std::string key = group_of(event);
    auto group = std::ranges::find(groups, key, &std::pair<std::string, Alike>::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
    group->second.push_back(&event);
  }
  Examination seen;
  for (const auto& [key, events] : groups) {
    if (auto symptom = symptom_of_events(patient, events))
      seen.symptoms.push_back(*std::move(symptom));
  }
  return seen;
}

}  // namespace treering::tuner::doctor
