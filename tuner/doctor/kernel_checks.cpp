// What the kernel's log reports: Xid errors of GPUs, SXid errors of NVSwitches, errors of PCIe,
// processes that were killed for memory.
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

namespace treering::tuner::doctor {
namespace {

using core::KernelEvent;
using core::KernelEventKind;

struct XidMeaning {
  int code = 0;
  Severity severity = Severity::Fault;
  std::string_view what;
  std::string_view fix;
};

constexpr std::string_view kReplace =
    "drain the node and restart it; before that look at the GPU's power and cooling, its riser and "
    "slot, and PCIe errors (AER) in the same log; have the GPU replaced where it comes back";
constexpr std::string_view kReset =
    "reset the GPU when nothing runs on it (nvidia-smi -r), else restart the node; have it "
    "examined "
    "where it comes back";
constexpr std::string_view kRetire =
    "take the GPU out of service and have it replaced: NVIDIA's field diagnostic decides";
constexpr std::string_view kNvLink =
    "look at nvidia-smi nvlink -s and -e and at SXid errors of the NVSwitches, reset all GPUs that "
    "the links join, and have the links' connectors or the board examined where it comes back";
constexpr std::string_view kProgram =
    "debug the program first (compute-sanitizer, cuda-gdb); a GPU on which programs fail that run "
    "elsewhere is to be tested with dcgmi diag";
constexpr std::string_view kGsp =
    "reset the GPU or restart the node, and update the driver, of which such errors often are";

// NVIDIA, "Xid Errors" (docs.nvidia.com/deploy/xid-errors), its catalog: what each says, and what
// it advises to do at once. Xids 144 to 150 are of NVLink 5.
constexpr std::array kMeanings{
    XidMeaning{13, Severity::Hint, "an exception in a program's kernel, as a rule its own fault",
               kProgram},
    XidMeaning{31, Severity::Hint,
               "a program's access to memory that it does not have (MMU fault), as a rule its own "
               "fault",
               kProgram},
    XidMeaning{43, Severity::Hint, "stopped for an error of a program", kProgram},
    XidMeaning{45, Severity::Hint,
               "work of a program was ended, since the program ended or after another error",
               "look for an earlier Xid of the same GPU"},
    XidMeaning{46, Severity::Fault, "it stopped processing", kReset},
    XidMeaning{48, Severity::Fault, "an uncorrectable (double-bit) error of its memory", kReset},
    XidMeaning{54, Severity::Fault, "its auxiliary power is not connected",
               "connect the power cable of the card"},
    XidMeaning{61, Severity::Fault, "its internal microcontroller stopped", kReset},
    XidMeaning{62, Severity::Fault, "its internal microcontroller halted", kReset},
    XidMeaning{63, Severity::Warning,
               "a row or page of its memory is marked to be replaced, which the next reset does",
               "reset the GPU when nothing runs on it (nvidia-smi -r)"},
    XidMeaning{64, Severity::Fault, "a row or page of its memory could not be replaced", kRetire},
    XidMeaning{69, Severity::Hint, "an exception of a program, as a rule its own fault", kProgram},
    XidMeaning{74, Severity::Fault, "an error of its NVLinks", kNvLink},
    XidMeaning{79, Severity::Fault,
               "fell off the bus: the driver cannot reach it over PCIe any more", kReplace},
    XidMeaning{92, Severity::Warning, "many errors of its memory, which were corrected",
               "watch its ECC counters (nvidia-smi -q -d ECC)"},
    XidMeaning{94, Severity::Warning,
               "an uncorrectable error of its memory, contained: it ended the program that it hit",
               "start that program again, and reset the GPU when nothing runs on it"},
    XidMeaning{95, Severity::Fault,
               "an uncorrectable error of its memory, not contained: any program on it may be hit",
               kReset},
    XidMeaning{109, Severity::Warning, "a change between programs took too long", kReset},
    XidMeaning{119, Severity::Fault, "its system processor (GSP) does not answer the driver", kGsp},
    XidMeaning{120, Severity::Fault, "an error of its system processor (GSP)", kGsp},
    XidMeaning{137, Severity::Hint,
               "a program's access over NVLink to memory that it does not have, as a rule its own "
               "fault",
               kProgram},
    XidMeaning{140, Severity::Fault, "an error of its memory that was not recovered", kReset},
    XidMeaning{143, Severity::Fault, "it could not be initialised", kReset},
};

constexpr int kFirstNvLink5 = 144;
constexpr int kLastNvLink5 = 150;
constexpr int kRecoveryAction = 154;

XidMeaning meaning_of_xid(int code) {
  const auto* const found = std::ranges::find(kMeanings, code, &XidMeaning::code);
  if (found != kMeanings.end()) return *found;
  if (code >= kFirstNvLink5 && code <= kLastNvLink5) {
    return {code, Severity::Fault, "an error of its NVLinks", kNvLink};
  }
  return {code, Severity::Warning, "an error that the driver reports",
          "look the number up in NVIDIA's list of Xid errors"};
}

/// "GPU Reset Required" of "154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset
/// Required)"; empty where none is required any more.
std::string_view action_in(std::string_view text) {
  const std::size_t to = text.rfind('(');
  if (to == std::string_view::npos) return "unknown";
  const std::string_view action = text.substr(to + 1, text.find(')', to) - to - 1);
  return action == "None" ? std::string_view() : action;
}

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

std::optional<Symptom> of_xid(const Patient& patient, const Alike& events) {
  const int code = events.front()->code;
  const XidMeaning meaning = meaning_of_xid(code);
  const std::string names = names_of_devices(patient, events);
  const std::string evidence = evidence_of(events);
  if (code == kRecoveryAction) {
    const std::string_view action = action_in(events.front()->text);
    if (action.empty()) return std::nullopt;
    return Symptom{
        Severity::Fault, fmt::format("{}: the driver asks for \"{}\" (Xid 154)", names, action),
        evidence,        std::string(kReset),
        std::nullopt,    commands_for_lost_gpu()};
  }
  // It is said of the GPU itself.
  const std::string_view joint = meaning.what.starts_with("fell ") ? "" : ":";
  Symptom symptom{meaning.severity,
                  fmt::format("{}{} {} (Xid {})", names, joint, meaning.what, code), evidence,
                  std::string(meaning.fix), std::nullopt};
  const core::Topology& node = patient.condition.cluster.node;
  if (meaning.severity != Severity::Hint) {
    symptom.commands =
        meaning.fix == kNvLink ? commands_for_nvlinks(node) : commands_for_lost_gpu();
  }
  symptom.host = events.front()->host;
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

/// Whether the device is one that GPUs' traffic crosses, as far as the line says.
bool is_of_interest(const KernelEvent& event) {
  constexpr std::array<std::string_view, 4> kDrivers{"nvidia", "mlx5", "mlx4", "pcieport"};
  return std::ranges::any_of(
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
    case KernelEventKind::OutOfMemory:
      return of_memory(events);
  }
  return std::nullopt;
}

}  // namespace

// In the order of the log: of equals, the first in time is the first.
Examination check_kernel_events(const Patient& patient) {
  if (patient.host.kernel_events.empty()) return {"unknown; dmesg or journalctl -k shows it", {}};
  std::vector<std::pair<std::string, Alike>> groups;
  for (const KernelEvent& event : patient.host.kernel_events) {
    if (event.kind == KernelEventKind::PcieError && !is_of_interest(event)) continue;
    const std::string key =
        fmt::format("{}/{}/{}", static_cast<int>(event.kind), event.code, event.is_fatal);
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
