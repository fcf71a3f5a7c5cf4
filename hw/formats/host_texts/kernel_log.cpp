// Format "kernel-log": what the kernel reports of hardware, as dmesg, journalctl -k and syslog
// print it: Xid errors of NVIDIA's driver, SXid errors of NVSwitches (also as the fabric manager
// writes them), errors of PCIe (AER), processes that were killed for memory.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

using core::KernelEvent;
using core::KernelEventKind;

constexpr auto kNone = std::string_view::npos;
// A person reads no more; a log may repeat errors of every device.
constexpr std::size_t kMostEvents = 256;

// The words are those of NVIDIA's driver (open-gpu-kernel-modules:
// src/nvidia/arch/nvalloc/unix/src/ osapi.c and src/common/nvswitch/kernel/error_nvswitch.c) and of
// Linux (drivers/pci/pcie/aer.c, drivers/iommu/amd/iommu.c, drivers/iommu/intel/dmar.c,
// mm/oom_kill.c).
constexpr std::string_view kXid = "NVRM: Xid (";
constexpr std::string_view kSwitchXid = ": SXid (";
constexpr std::string_view kFallen = "has fallen off the bus";
constexpr std::string_view kBusError = "PCIe Bus Error: severity=";
constexpr std::string_view kKilled = "ut of memory: Kill";  // also "Memory cgroup out of memory"
constexpr std::string_view kManagedSwitch = "detected NVSwitch ";  // of the fabric manager
constexpr std::string_view kAmdFault = "AMD-Vi: Event logged [IO_PAGE_FAULT";
constexpr std::string_view kIntelFault = "DMAR: [DMA ";
constexpr std::size_t kXidSize = 3;  // of "Xid"
constexpr int kXidFallen = 79;
constexpr int kXidRecovery = 154;

/// "(PCI:0000:44:00): 79, pid=..." behind its opening bracket.
std::optional<KernelEvent> coded(KernelEventKind kind, std::string_view rest) {
  const std::size_t end = rest.find("): ");
  if (end == kNone) return {};
  const std::string_view text = rest.substr(end + 3);
  const auto code = leading_number(text);
  if (!code || *code < 0) return {};
  KernelEvent event{.kind = kind, .code = *code};
  event.bus_id = bus_id_of(rest.substr(0, end));
  event.text = core::trimmed(text);
  return event;
}

/// Of NVLink 5: "149, NETIR_LINK_EVT Fatal XC0 i0 Link 08 (...)", or "Nonfatal".
std::optional<KernelEvent> gpu_event(std::string_view rest) {
  auto event = coded(KernelEventKind::Xid, rest);
  if (event) event->is_fatal = event->text.find(" Fatal ") != kNone;
  return event;
}

/// Where "Xid" or "XID" stands as a word; kNone without.
std::size_t find_xid(std::string_view line) {
  for (std::size_t at = line.find_first_of('X'); at != kNone; at = line.find('X', at + 1)) {
    const std::string_view word = line.substr(at, kXidSize);
    const bool starts = at == 0 || !core::is_letter_or_digit(line[at - 1]);
    if (starts && (word == "Xid" || word == "XID")) return at;
  }
  return kNone;
}

/// The GPU that a line names anywhere: "PCI:0000:3b:00", "GPU 0000:3b:00.0:"; empty without.
std::string gpu_named_in(std::string_view line) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t(),;[]"), line.size());
    const std::string_view word = core::trimmed(line.substr(0, end), ":.");
    if (std::ranges::count(word, ':') >= 2) {
      if (std::string id = bus_id_of(word); !id.empty()) return id;
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return "";
}

/// Whether words before an Xid deny it ("don't") or ask for it.
bool is_only_mentioned(std::string_view before) {
  constexpr std::array<std::string_view, 12> kWords{"no",   "not",   "never",  "without",
                                                    "t",    "if",    "any",    "look",
                                                    "like", "check", "handle", "support"};
  return std::ranges::any_of(kWords,
                             [&](std::string_view word) { return core::has_word(before, word); });
}

/// An Xid as people and their tools retype it: "NVRM: Xid 31, PCI:0000:3b:00, ...",
/// "Xid 31 PCI:0000:3b:00 pid=7" (flashinfer-ai/flashinfer#3869), "Xid: 31", "XID error 79".
std::optional<KernelEvent> retyped_gpu_event(std::string_view line) {
  const std::size_t at = find_xid(line);
  if (at == kNone || is_only_mentioned(line.substr(0, at))) return {};
  std::string_view rest = core::trimmed(line.substr(at + kXidSize), " \t:=#");
  for (const std::string_view word : {"errors", "error", "code"}) {
    if (rest.starts_with(word)) rest = core::trimmed(rest.substr(word.size()), " \t:=#");
  }
  const auto code = leading_number(rest);
  constexpr int kHighest = 999;
  if (!code || *code < 1 || *code > kHighest) return {};
  const std::string_view behind_code =
      rest.substr(std::min(rest.find_first_not_of("0123456789"), rest.size()));
  // A list or a page about Xids: "Xid 74 and 144 to 150", "Xid 31 is an MMU fault".
  constexpr std::array<std::string_view, 8> kLists{"-",    "/",       " and ", " or ",
                                                   " to ", " means ", " is ",  " ="};
  if (std::ranges::any_of(kLists,
                          [&](std::string_view list) { return behind_code.starts_with(list); })) {
    return {};
  }
  KernelEvent event{.kind = KernelEventKind::Xid, .code = *code};
  event.bus_id = gpu_named_in(line);
  event.text = rest;
  event.is_fatal = event.text.find(" Fatal ") != kNone;
  return event;
}

std::optional<KernelEvent> switch_event(std::string_view rest) {
  auto event = coded(KernelEventKind::SwitchXid, rest);
  // Further lines of an error have its data, and do not say how bad it is.
  const bool is_fatal = event && event->text.find(", Fatal") != kNone;
  if (!is_fatal && (!event || event->text.find(", Non-fatal") == kNone)) return {};
  event->is_fatal = is_fatal;
  return event;
}

/// "NVRM: GPU 0000:91:00.0: GPU has fallen off the bus", which may stand without an Xid.
std::optional<KernelEvent> fallen(std::string_view line) {
  const auto rest = behind(line, "NVRM: GPU ");
  if (!rest || line.find(kFallen) == kNone) return {};
  std::string_view word = rest->starts_with("at ") ? rest->substr(3) : *rest;
  word = word.substr(0, std::min(word.find(' '), word.size()));
  if (word.ends_with(':')) word.remove_suffix(1);
  KernelEvent event{.kind = KernelEventKind::Xid, .code = kXidFallen};
  event.bus_id = bus_id_of(word);
  if (event.bus_id.empty()) return {};
  event.text = core::trimmed(line.substr(line.find("NVRM: ") + 6));
  return event;
}

/// The GPU of "NVRM: The NVIDIA GPU 0000:b3:00.0", a sentence that goes on in the lines after it:
/// "NVRM: (PCI ID: ...) installed in this system has", "NVRM: fallen off the bus and ...".
std::string gpu_at_end(std::string_view line) {
  const auto rest = behind(line, "NVRM: The NVIDIA GPU ");
  return rest ? bus_id_of(core::trimmed(*rest)) : "";
}

std::optional<KernelEvent> fallen_in_lines(std::string_view line, const std::string& gpu) {
  const auto rest = behind(line, "NVRM: ");
  if (gpu.empty() || !rest || !rest->starts_with("fallen off the bus")) return {};
  return KernelEvent{.kind = KernelEventKind::Xid,
                     .code = kXidFallen,
                     .bus_id = gpu,
                     .text = "the NVIDIA GPU has " + std::string(core::trimmed(*rest))};
}

/// What the fabric manager says of NVSwitches: "detected NVSwitch non-fatal error 12028 on fid 0 on
/// NVSwitch pci bus id 00000000:86:00.0 physical id 3 port 61".
std::optional<KernelEvent> managed_switch_event(std::string_view line) {
  const auto rest = behind(line, kManagedSwitch);
  if (!rest) return {};
  const auto code = leading_number(behind(*rest, "error ").value_or(""));
  if (!code || *code < 0) return {};
  KernelEvent event{.kind = KernelEventKind::SwitchXid, .code = *code};
  event.is_fatal = rest->starts_with("fatal");
  const std::string_view id = behind(*rest, "pci bus id ").value_or("");
  event.bus_id = bus_id_of(id.substr(0, std::min(id.find(' '), id.size())));
  event.text = core::trimmed(line.substr(line.find(kManagedSwitch)));
  return event;
}

/// What stands before an error of a device: "nvidia 0000:41:00.0".
struct NamedDevice {
  std::string_view driver;
  std::string bus_id;
};

NamedDevice device_at_end(std::string_view before) {
  const std::size_t blank = before.rfind(' ');
  const std::string_view others = before.substr(0, std::min(blank, before.size()));
  return {others.substr(others.rfind(' ') + 1), bus_id_of(before.substr(blank + 1))};
}

/// With the name of the device's driver, where it is known.
std::string with_driver(const NamedDevice& device, std::string_view error) {
  return device.driver.empty() ? std::string(error)
                               : fmt::format("{} {}: {}", device.driver, device.bus_id, error);
}

/// "nvidia 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, ...".
std::optional<KernelEvent> bus_error(std::string_view line) {
  const auto rest = behind(line, kBusError);
  if (!rest) return {};
  KernelEvent event{.kind = KernelEventKind::PcieError};
  event.is_fatal = rest->starts_with("Uncorrect");
  std::string_view before = core::trimmed(line.substr(0, line.find(kBusError)), " :");
  if (before.ends_with("AER")) before = core::trimmed(before.substr(0, before.size() - 3), " :");
  const NamedDevice device = device_at_end(before);
  event.bus_id = device.bus_id;
  event.text = with_driver(device, core::trimmed(line.substr(line.find(kBusError))));
  return event;
}

/// "nvidia 0000:41:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x000e ...", before Linux 5.5
/// "AMD-Vi: Event logged [IO_PAGE_FAULT device=41:00.0 domain=...", of Intel's "DMAR: [DMA Write]
/// Request device [41:00.0] fault addr ...".
std::optional<KernelEvent> iommu_fault(std::string_view line) {
  const std::size_t amd = line.find(kAmdFault);
  const std::size_t intel = line.find(kIntelFault);
  if (amd == kNone && (intel == kNone || line.find(" fault addr") == kNone)) return {};
  const std::size_t at = std::min(amd, intel);
  KernelEvent event{.kind = KernelEventKind::IommuFault};
  const auto named = behind(line, amd == kNone ? "Request device [" : "[IO_PAGE_FAULT device=");
  const NamedDevice device =
      named ? NamedDevice{{}, bus_id_of(named->substr(0, named->find_first_of(" ]")))}
            : device_at_end(core::trimmed(line.substr(0, at), " :"));
  if (device.bus_id.empty()) return {};
  event.bus_id = device.bus_id;
  event.text = with_driver(device, core::trimmed(line.substr(at)));
  return event;
}

std::optional<KernelEvent> event_in(std::string_view line) {
  if (const auto rest = behind(line, kXid)) {
    if (auto event = gpu_event(*rest)) return event;
  }
  if (const auto rest = behind(line, kSwitchXid)) return switch_event(*rest);
  if (auto event = managed_switch_event(line)) return event;
  if (auto event = fallen(line)) return event;
  if (auto event = bus_error(line)) return event;
  if (auto event = iommu_fault(line)) return event;
  if (const auto rest = behind(line, kKilled)) {
    KernelEvent event{.kind = KernelEventKind::OutOfMemory};
    event.text = "o" + std::string(core::trimmed(line.substr(line.find(kKilled))));
    return event;
  }
  return retyped_gpu_event(line);
}

/// "gpu7" of "May 18 19:02:39 gpu7 kernel: ..."; empty where there is none.
std::string host_in(std::string_view line) {
  const std::size_t kernel = line.find(" kernel:");
  if (kernel == kNone) return "";
  const std::string_view before = line.substr(0, kernel);
  const std::string_view word = before.substr(before.rfind(' ') + 1);
  // Without a host the time stands there.
  return before.find(' ') == kNone || word.find(':') != kNone ? "" : std::string(word);
}

/// A line that names no GPU is of one that another line names.
bool is_alike(const KernelEvent& one, const KernelEvent& other) {
  if (one.kind != other.kind || one.code != other.code) return false;
  const bool is_xid = one.kind == KernelEventKind::Xid;
  if (is_xid && (one.bus_id.empty() || other.bus_id.empty())) return true;
  return one.bus_id == other.bus_id && one.host == other.host && one.is_fatal == other.is_fatal;
}

void add_event(KernelEvent event, std::vector<KernelEvent>& events) {
  const auto known = std::ranges::find_if(
      events, [&](const KernelEvent& other) { return is_alike(event, other); });
  if (known != events.end()) {
    ++known->count;
    if (known->bus_id.empty() && !event.bus_id.empty()) {
      event.count = known->count;
      event.origin = known->origin;
      *known = std::move(event);
      return;
    }
    // Each line of it says what the driver asks for from then on.
    if (event.kind == KernelEventKind::Xid && event.code == kXidRecovery)
      known->text = std::move(event.text);
  } else if (events.size() < kMostEvents) {
    events.push_back(std::move(event));
  }
}

/// The Xid of which an event is a consequence, where its line names it: "45, pid=7, name=a, Ch 02
/// caused by previous Xid 149".
std::optional<KernelEvent> cause_of(const KernelEvent& event) {
  const auto rest = behind(event.text, "caused by previous Xid ");
  const auto code = rest ? leading_number(*rest) : std::nullopt;
  const bool is_other = event.kind == KernelEventKind::Xid && code && *code > 0;
  if (!is_other || *code == event.code) return {};
  KernelEvent cause = event;
  cause.code = *code;
  return cause;
}

/// Adds it where the log has no line of its own about it.
void add_cause(KernelEvent cause, std::vector<KernelEvent>& events) {
  const bool has_own = std::ranges::any_of(events, [&](const KernelEvent& other) {
    return other.kind == cause.kind && other.code == cause.code && other.bus_id == cause.bus_id &&
           other.host == cause.host && leading_number(other.text) == other.code;
  });
  if (!has_own) add_event(std::move(cause), events);
}

/// "[ 1843.308145] ": seconds since the start, as dmesg prints them; "<6>[ 1843.308145] " with the
/// priority. Not "[1724660483.123456] ", of UCX: seconds since 1970.
bool is_dmesg_line(std::string_view line) {
  if (line.size() > 3 && line[0] == '<' && core::is_digit(line[1]) && line[2] == '>')
    line.remove_prefix(3);
  if (!line.starts_with('[')) return false;
  const std::size_t end = line.find("] ");
  if (end == kNone) return false;
  const std::string_view time = core::trimmed(line.substr(1, end - 1));
  const std::size_t dot = time.find('.');
  constexpr std::size_t kDigitsSinceEpoch = 10;
  return dot != kNone && dot > 0 && dot < kDigitsSinceEpoch && time.size() - dot == 7 &&
         time.find_first_not_of("0123456789.") == kNone;
}

/// "May 18 19:02:39 gpu7 kernel: ": a time stands before it.
bool is_journal_line(std::string_view line) {
  const std::size_t kernel = line.find(" kernel: ");
  if (kernel == kNone) return false;
  const std::string_view before = line.substr(0, kernel);
  const std::size_t colon = before.find(':');
  return colon != kNone && colon > 0 && colon + 1 < before.size() &&
         core::is_digit(before[colon - 1]) && core::is_digit(before[colon + 1]);
}

bool has_event_words(std::string_view text) {
  constexpr std::array<std::string_view, 7> kWords{
      kXid, kSwitchXid, kFallen, kBusError, kAmdFault, kManagedSwitch, "NVRM: fallen off the bus"};
  return core::has_any(text, kWords);
}

bool has_retyped_event(std::string_view text) {
  if (!core::has_any(text, std::array<std::string_view, 2>{"Xid", "XID"})) return false;
  return any_line(text, [](std::string_view line) { return retyped_gpu_event(line).has_value(); });
}

}  // namespace
}  // namespace host_texts

// A log from the start of the machine says a lot before an error of a GPU.
bool is_kernel_log(std::string_view text) {
  if (host_texts::has_event_words(text) || host_texts::has_retyped_event(text)) return true;
  return any_line(head_of(text), [](std::string_view line) {
    return host_texts::is_dmesg_line(core::trimmed(line)) || host_texts::is_journal_line(line);
  });
}

void add_kernel_log(const Source& source, HostFacts& facts) {
  std::size_t events = 0;
  std::string gpu;  // of a sentence that goes on in the next lines
  for (core::LineReader reader(source.text); reader.next();) {
    auto event = host_texts::event_in(reader.line());
    if (!event) event = host_texts::fallen_in_lines(reader.line(), gpu);
    if (auto named = host_texts::gpu_at_end(reader.line()); !named.empty()) gpu = std::move(named);
    if (!event) continue;
    ++events;
    event->host = host_texts::host_in(reader.line());
    event->origin = host_texts::origin_at(source.path, reader.number());
    if (auto cause = host_texts::cause_of(*event))
      host_texts::add_cause(*std::move(cause), facts.host.kernel_events);
    host_texts::add_event(*std::move(event), facts.host.kernel_events);
  }
  facts.read.push_back(
      fmt::format("a kernel log with {} about errors of hardware", core::counted(events, "line")));
}

}  // namespace treering::hw::formats
