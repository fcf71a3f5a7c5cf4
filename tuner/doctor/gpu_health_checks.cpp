// GPUs that are lost, wait for a reset, lose memory or are slowed down, by nvidia-smi -q; NVLinks
// that have counted errors; and nvidia-smi that does not answer.
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
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/commands.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::GpuReading;

enum class Bad { Yes, Active, AboveZero, NotNone, NotFull, True, Any };

/// A field whose value is bad.
struct ReadingMeaning {
  std::string_view field;
  Bad bad = Bad::Yes;
  Severity severity = Severity::Fault;
  std::string_view what;  // behind the GPU's name; {} is the value
  std::string_view fix;
};

constexpr std::string_view kResetIdle =
    "reset the GPU when nothing runs on it (nvidia-smi -r), else restart the node";
constexpr std::string_view kReplaceGpu =
    "take the GPU out of service and have it replaced: NVIDIA's field diagnostic decides";
constexpr std::string_view kReadFabric =
    "read the logs of nvidia-fabricmanager, on racks of the NMX controller, and look at nvidia-smi "
    "nvlink -s and -e";
constexpr std::string_view kCool =
    "look at fans, airflow or coolant, and at other GPUs of the same tray";

// The fields are those of nvidia-smi -q (NVIDIA, nvidia-smi.1) and of nvmlDeviceGetGpuFabricInfoV;
// what they mean: the same page, and NVIDIA's "GPU Memory Error Management".
constexpr std::array kReadingMeanings{
    ReadingMeaning{
        "Device Handle", Bad::Any, Severity::Fault, "nvidia-smi cannot reach it: \"{}\"",
        "look for its Xid in dmesg (79: it fell off the bus), drain the node and restart "
        "it; check its power, cooling and slot where it comes back"},
    ReadingMeaning{
        "GPU Recovery Action", Bad::NotNone, Severity::Fault, "the driver asks for \"{}\"",
        "drain the node and do what it asks for: reset the GPU (nvidia-smi -r) or restart "
        "the node"},
    ReadingMeaning{"Reset Required", Bad::Yes, Severity::Fault, "it needs a reset", kResetIdle},
    ReadingMeaning{"HW Thermal Slowdown", Bad::Active, Severity::Fault,
                   "its clocks are held down, since it is too hot", kCool},
    ReadingMeaning{"HW Power Brake Slowdown", Bad::Active, Severity::Fault,
                   "its clocks are held down, since the system asserts the power brake",
                   "look at the power supplies and their limits in the BMC"},
    ReadingMeaning{"SW Thermal Slowdown", Bad::Active, Severity::Warning,
                   "its clocks are lowered to keep it cool enough", kCool},
    ReadingMeaning{"Volatile/SRAM Uncorrectable", Bad::AboveZero, Severity::Fault,
                   "uncorrectable errors of its SRAM since the driver was loaded: {}", kResetIdle},
    ReadingMeaning{"Volatile/SRAM Uncorrectable Parity", Bad::AboveZero, Severity::Fault,
                   "uncorrectable errors of its SRAM (parity) since the driver was loaded: {}",
                   kResetIdle},
    ReadingMeaning{"Volatile/SRAM Uncorrectable SEC-DED", Bad::AboveZero, Severity::Fault,
                   "uncorrectable errors of its SRAM (SEC-DED) since the driver was loaded: {}",
                   kResetIdle},
    ReadingMeaning{"Volatile/DRAM Uncorrectable", Bad::AboveZero, Severity::Fault,
                   "uncorrectable errors of its memory since the driver was loaded: {}",
                   kResetIdle},
    ReadingMeaning{"Aggregate/SRAM Threshold Exceeded", Bad::Yes, Severity::Fault,
                   "more uncorrectable errors of its SRAM than NVIDIA allows", kReplaceGpu},
    ReadingMeaning{"Channel Repair Pending", Bad::Yes, Severity::Warning,
                   "a repair of its memory waits for a reset", kResetIdle},
    ReadingMeaning{"TPC Repair Pending", Bad::Yes, Severity::Warning,
                   "a repair of its processors waits for a reset", kResetIdle},
    ReadingMeaning{"Unrepairable Memory", Bad::Yes, Severity::Fault,
                   "its memory cannot be repaired any more", kReplaceGpu},
    ReadingMeaning{"Pending Page Blacklist", Bad::Yes, Severity::Warning,
                   "pages of its memory wait for a reset to be retired", kResetIdle},
    ReadingMeaning{"Remapped Rows/Pending", Bad::Yes, Severity::Warning,
                   "rows of its memory wait for a reset to be remapped", kResetIdle},
    ReadingMeaning{"Remapping Failure Occurred", Bad::Yes, Severity::Fault,
                   "a row of its memory could not be remapped", kReplaceGpu},
    ReadingMeaning{"Replay Number Rollovers", Bad::AboveZero, Severity::Warning,
                   "its PCIe link was trained again after repeated errors, {} times",
                   "reseat the card or its riser, and look for PCIe errors (AER) in dmesg"},
    ReadingMeaning{"Fabric/Health/Bandwidth", Bad::NotFull, Severity::Fault,
                   "the bandwidth of its NVLink fabric is \"{}\"", kReadFabric},
    ReadingMeaning{"Fabric/Health/Route Unhealthy", Bad::True, Severity::Fault,
                   "a route of its NVLink fabric is unhealthy", kReadFabric},
    ReadingMeaning{"Fabric/Health/Access Timeout Recovery", Bad::True, Severity::Warning,
                   "its NVLink fabric recovers from a timeout", kReadFabric},
    ReadingMeaning{"Fabric/Health/Incorrect Configuration", Bad::NotNone, Severity::Fault,
                   "its NVLink fabric is not configured right: \"{}\"", kReadFabric},
};

bool is_bad(Bad bad, std::string_view value) {
  switch (bad) {
    case Bad::Yes:
      return value == "Yes";
    case Bad::Active:
      return value == "Active";
    case Bad::AboveZero:
      return core::whole_number<std::uint64_t>(value).value_or(0) > 0;
    case Bad::NotNone:
      return core::lower_case(value) != "none";
    case Bad::NotFull:
      return value == "Degraded";
    case Bad::True:
      return core::lower_case(value) == "true";
    case Bad::Any:
      return true;
  }
  return false;
}

Commands commands_for_field(std::string_view field) {
  if (field.starts_with("Fabric/")) return commands_for_fabric_manager();
  if (field == "Replay Number Rollovers") return commands_for_pcie(std::vector<std::string>());
  return commands_for_lost_gpu();
}

/// "GPU 0 and GPU 3: ..." of all GPUs on which the field has the same bad value.
std::vector<Symptom> symptoms_of_field(const Patient& patient, const ReadingMeaning& meaning) {
  std::map<std::string, std::vector<const GpuReading*>> alike;
  for (const GpuReading& reading : patient.host.gpu_readings) {
    if (reading.field == meaning.field && is_bad(meaning.bad, reading.value)) {
      alike[reading.value].push_back(&reading);
    }
  }
  std::vector<Symptom> symptoms;
  for (const auto& [value, readings] : alike) {
    std::vector<std::string> names;
    for (const GpuReading* one : readings)
      names.push_back(gpu_name(patient, one->gpu, one->bus_id));
    symptoms.push_back(
        {meaning.severity,
         fmt::format("{}: {}", in_words(names), fmt::format(fmt::runtime(meaning.what), value)),
         fmt::format("{}: {}: {}", readings.front()->origin.source, meaning.field, value),
         std::string(meaning.fix), std::nullopt, commands_for_field(meaning.field)});
  }
  return symptoms;
}

/// Slowed down by hardware, where no field says why.
std::vector<Symptom> slowed_down(const Patient& patient) {
  constexpr ReadingMeaning kSlowed{
      "HW Slowdown", Bad::Active, Severity::Warning,
      "its clocks are held down by the hardware: heat, or the power brake",
      "look at temperatures, fans and power supplies"};
  const bool is_explained = std::ranges::any_of(patient.host.gpu_readings, [](const auto& reading) {
    return (reading.field == "HW Thermal Slowdown" || reading.field == "HW Power Brake Slowdown") &&
           reading.value == "Active";
  });
  return is_explained ? std::vector<Symptom>() : symptoms_of_field(patient, kSlowed);
}

struct SmiFailure {
  std::string_view words;
  std::string_view what;
  std::string_view fix;
};

// NVIDIA/nvidia-container-toolkit, troubleshooting, for the second.
constexpr std::array kSmiFailures{
    SmiFailure{"version mismatch",
               "the driver's module in the kernel and its libraries are of different versions, as "
               "after an update",
               "restart the machine, or unload and load the nvidia modules"},
    SmiFailure{
        "Unknown Error",
        "nvidia-smi cannot start NVML, in a container often since its access to the GPUs was "
        "taken away",
        "start the container again, and name the GPUs as devices (--device) or switch its "
        "runtime's cgroup driver to cgroupfs; outside containers read dmesg"},
    SmiFailure{"communicate with the NVIDIA driver", "the NVIDIA driver is not loaded",
               "load it (modprobe nvidia) and read dmesg; install it for the running kernel"},
    SmiFailure{"Driver Not Loaded", "the NVIDIA driver is not loaded",
               "load it (modprobe nvidia) and read dmesg; install it for the running kernel"},
    SmiFailure{"No devices were found", "the driver has no GPU that it can use",
               "look for the GPUs in lspci and for the driver's errors in dmesg"},
};

std::optional<Symptom> silent_smi(const GpuReading& reading) {
  if (reading.field != "nvidia-smi") return std::nullopt;
  for (const SmiFailure& failure : kSmiFailures) {
    if (reading.value.find(failure.words) == std::string::npos) continue;
    return Symptom{Severity::Fault,
                   std::string(failure.what),
                   fmt::format("{}: {}", reading.origin.source, reading.value),
                   std::string(failure.fix),
                   std::nullopt,
                   commands_for_lost_gpu()};
  }
  return Symptom{Severity::Fault,
                 "nvidia-smi does not answer",
                 fmt::format("{}: {}", reading.origin.source, reading.value),
                 "read dmesg",
                 std::nullopt,
                 commands_for_lost_gpu()};
}

/// Counters of which one alone is a fault: a link that had to be trained again, or was not
/// (NVIDIA/DCGM, dcgm_gpu_hardware_limits.h and its health watch of NVLinks).
bool is_grave(std::string_view counter) {
  return counter == "Recovery Errors" || counter == "Link recovery failed events";
}

/// "replay errors", "CRC errors".
std::string counter_words(std::string_view counter) {
  constexpr std::string_view kCrc = "CRC";
  if (!counter.starts_with(kCrc)) return core::lower_case(counter);
  return fmt::format("{}{}", kCrc, core::lower_case(counter.substr(kCrc.size())));
}

Symptom link_errors_of(const std::string& name,
                       const std::vector<const core::NvLinkErrors*>& errors, Commands commands) {
  std::map<std::string, std::uint64_t> sums;
  std::set<int> links;
  for (const core::NvLinkErrors* one : errors) {
    sums[one->counter] += one->count;
    links.insert(one->link);
  }
  std::vector<std::string> counts;
  for (const auto& [counter, sum] : sums) {
    counts.push_back(fmt::format("{} {}", sum, counter_words(counter)));
  }
  std::vector<std::string> numbers;
  for (const int link : links) numbers.push_back(fmt::format("{}", link));
  const bool has_grave =
      std::ranges::any_of(errors, [](const auto* one) { return is_grave(one->counter); });
  const core::NvLinkErrors& first = *errors.front();
  return {has_grave ? Severity::Fault : Severity::Warning,
          fmt::format("{}: {} {} counted {} since the driver was loaded", name,
                      links.size() == 1 ? "its NVLink" : "its NVLinks", in_words(numbers),
                      fmt::join(counts, ", ")),
          fmt::format("{}: link {}, {}: {}", first.origin.source, first.link, first.counter,
                      first.count),
          "read the counters again under load: where they rise, reset the GPU, and have the link's "
          "connector, bridge or board examined; look for Xid 74 in dmesg",
          std::nullopt,
          std::move(commands)};
}

}  // namespace

Examination check_gpu_health(const Patient& patient) {
  const auto& readings = patient.host.gpu_readings;
  if (readings.empty()) return {"unknown; nvidia-smi -q shows it", {}};
  Examination seen;
  for (const GpuReading& reading : readings) {
    if (auto symptom = silent_smi(reading)) seen.symptoms.push_back(*std::move(symptom));
  }
  for (const ReadingMeaning& meaning : kReadingMeanings) {
    std::ranges::move(symptoms_of_field(patient, meaning), std::back_inserter(seen.symptoms));
  }
  std::ranges::move(slowed_down(patient), std::back_inserter(seen.symptoms));
  return seen;
}

Examination check_nvlink_errors(const Patient& patient) {
  const auto& all = patient.host.nvlink_errors;
  if (all.empty()) return {"no counter above 0 is known; nvidia-smi nvlink -e shows them", {}};
  const core::Topology& node = patient.condition.cluster.node;
  std::map<int, std::vector<const core::NvLinkErrors*>> by_gpu;
  for (const core::NvLinkErrors& one : all) by_gpu[one.gpu].push_back(&one);
  Examination seen;
  for (const auto& [gpu, errors] : by_gpu) {
    seen.symptoms.push_back(link_errors_of(gpu_name(patient, gpu, ""), errors,
                                           commands_for_nvlinks(node, gpu_of_index(node, gpu))));
  }
  return seen;
}

}  // namespace treering::tuner::doctor
