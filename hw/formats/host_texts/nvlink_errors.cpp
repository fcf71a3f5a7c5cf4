// Formats "nvidia-smi-nvlink-errors" and "nvidia-smi-error": the error counters of NVLinks
// (nvidia-smi nvlink -e), and what nvidia-smi says in place of an answer.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

// Up to driver 570 for GPUs before Blackwell: the first three; later the others. FEC errors are
// corrected, and counted on every healthy link; bytes and packets are no errors.
constexpr std::array<std::string_view, 14> kCounters{
    "Replay Errors",
    "Recovery Errors",
    "CRC Errors",
    "Malformed packet Errors",
    "Buffer overrun Errors",
    "Rx Errors",
    "Rx remote Errors",
    "Rx General Errors",
    "Local link integrity Errors",
    "Tx discards",
    "Link recovery successful events",
    "Link recovery failed events",
    "Effective Errors",
    "Symbol Errors",
};

/// "Link 3: Replay Errors: 7", of any counter and value.
struct CounterLine {
  int link = 0;
  std::string_view counter;
  std::uint64_t count = 0;
};

std::optional<CounterLine> counter_in(std::string_view line) {
  if (!line.starts_with("Link ")) return {};
  const auto link = field_of(line.substr(5));
  if (!link) return {};
  const auto number = core::whole_number<int>(link->key);
  const auto counter = field_of(link->value);
  if (!number || *number < 0 || !counter) return {};
  if (std::ranges::find(kCounters, counter->key) == kCounters.end()) return {};
  const auto count = core::whole_number<std::uint64_t>(counter->value);
  if (!count) return {};
  return CounterLine{*number, counter->key, *count};
}

/// Counters only grow: of several readings the highest counts.
void add_reading(core::NvLinkErrors errors, std::vector<core::NvLinkErrors>& all) {
  const auto known = std::ranges::find_if(all, [&](const core::NvLinkErrors& other) {
    return other.gpu == errors.gpu && other.link == errors.link && other.counter == errors.counter;
  });
  if (known == all.end()) {
    all.push_back(std::move(errors));
  } else if (errors.count > known->count) {
    *known = std::move(errors);
  }
}

/// The number in "GPU 3: NVIDIA H100 80GB HBM3 (UUID: ...)".
std::optional<int> gpu_in(std::string_view line) {
  if (!line.starts_with("GPU ")) return {};
  const auto field = field_of(line.substr(4));
  if (!field) return {};
  const auto number = core::whole_number<int>(field->key);
  return number && *number >= 0 && *number < core::kMaxGpus ? number : std::nullopt;
}

constexpr std::string_view kNoHandle = "Unable to determine the device handle for ";

// What it prints where it cannot answer at all.
constexpr std::string_view kNoNvml = "Failed to initialize NVML: ";
constexpr std::string_view kNoDriver = "NVIDIA-SMI has failed because";
constexpr std::string_view kNoDevices = "No devices were found";

/// "GPU 0000:05:00.0: GPU is lost.  Reboot the system to recover this GPU", with the spellings of
/// several drivers: "GPU0000:41:00.0: ", "gpu 0000:08:00.0: ", "GPU0: 0000:01:00.0: ".
std::optional<core::GpuReading> lost_gpu(std::string_view line) {
  const auto rest = behind(line, kNoHandle);
  if (!rest) return {};
  const std::size_t colon = rest->rfind(": ");
  if (colon == std::string_view::npos) return {};
  std::string_view name = rest->substr(0, colon);
  name.remove_prefix(std::min(name.find_last_of(" uU") + 1, name.size()));
  core::GpuReading reading{.gpu = -1, .field = "Device Handle"};
  reading.value = core::trimmed(rest->substr(colon + 2));
  reading.bus_id = bus_id_of(name);
  return reading;
}

std::optional<core::GpuReading> smi_failure(std::string_view line) {
  line = core::trimmed(line);
  core::GpuReading reading{.gpu = -1, .field = "nvidia-smi"};
  if (const auto why = behind(line, kNoNvml)) {
    reading.value = *why;
  } else if (line.find(kNoDriver) != std::string_view::npos || line == kNoDevices) {
    reading.value = line;
  } else {
    return lost_gpu(line);
  }
  return reading;
}

/// Without them no line is a failure.
bool has_words_of_failure(std::string_view text) {
  return std::ranges::any_of(
      std::array{kNoHandle, kNoNvml, kNoDriver, kNoDevices},
      [text](std::string_view words) { return behind(text, words).has_value(); });
}

}  // namespace
}  // namespace host_texts

bool is_nvlink_errors(std::string_view text) {
  return text.find("Link ") != std::string_view::npos && any_line(text, [](std::string_view line) {
           return host_texts::counter_in(core::trimmed(line)).has_value();
         });
}

void add_nvlink_errors(const Source& source, HostFacts& facts) {
  int gpu = -1;
  bool is_other = false;
  std::size_t other = 0;  // the first line of another machine
  std::map<int, std::string_view> uuids;
  std::set<std::pair<int, int>> links;
  for (core::LineReader lines(source.text); lines.next();) {
    const std::string_view line = core::trimmed(lines.line());
    if (const auto number = host_texts::gpu_in(line)) {
      gpu = *number;
      const auto uuid = host_texts::behind(line, "(UUID:").value_or("");
      is_other = !uuid.empty() && uuids.emplace(gpu, uuid).first->second != uuid;
    }
    const auto counter = host_texts::counter_in(line);
    if (counter && is_other && other == 0) other = lines.number();
    if (gpu < 0 || !counter || is_other) continue;
    links.emplace(gpu, counter->link);
    if (counter->count == 0) continue;
    host_texts::add_reading({gpu, counter->link, std::string(counter->counter), counter->count,
                             host_texts::origin_at(source.path, lines.number())},
                            facts.host.nvlink_errors);
  }
  facts.read.push_back(
      fmt::format("nvidia-smi nvlink -e of {}", core::counted(links.size(), "NVLink")));
  if (other == 0) return;
  facts.notes.push_back({core::Severity::Warning, host_texts::origin_at(source.path, other).source,
                         "NVLinks of GPUs with other UUIDs than before: of another machine, which "
                         "is not read; give each machine in a file of its own"});
}

bool is_nvidia_smi_error(std::string_view text) {
  return host_texts::has_words_of_failure(text) && any_line(text, [](std::string_view line) {
           return host_texts::smi_failure(line).has_value();
         });
}

void add_nvidia_smi_error(const Source& source, HostFacts& facts) {
  for (core::LineReader lines(source.text); lines.next();) {
    auto reading = host_texts::smi_failure(lines.line());
    if (!reading) continue;
    reading->origin = host_texts::origin_at(source.path, lines.number());
    facts.host.gpu_readings.push_back(*std::move(reading));
  }
  facts.read.emplace_back("an error of nvidia-smi");
}

}  // namespace treering::hw::formats
