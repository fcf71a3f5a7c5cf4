#include "hw/formats/host_texts/gpu_query.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/links.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

constexpr auto kNoPlace = std::string_view::npos;
constexpr std::size_t kMostFields = 1024;  // of one GPU; nvidia-smi 595 has some 250

/// "GPU 00000000:44:00.0", alone on its line.
std::string bus_id_of_heading(std::string_view line) {
  constexpr std::string_view kGpu = "GPU ";
  if (!line.starts_with(kGpu) || line.find('.') == kNoPlace) return "";
  const std::string_view word = core::trimmed(line.substr(kGpu.size()));
  return std::ranges::count(word, ':') == 2 ? bus_id_of(word) : "";
}

/// nvidia-smi sets fields into a column: a blank stands before the colon.
std::optional<Field> column_field(std::string_view line) {
  const std::size_t colon = line.find(" : ");
  const bool is_empty = colon == kNoPlace && line.ends_with(" :");
  if (colon == kNoPlace && !is_empty) return {};
  const std::size_t at = is_empty ? line.size() - 2 : colon;
  const Field field{core::trimmed(line.substr(0, at)),
                    core::trimmed(line.substr(std::min(at + 2, line.size())))};
  if (field.key.empty()) return {};
  return field;
}

/// With -i some GPUs are left out: the number of the driver's device file is then the better guess.
void number_gpus(GpuQuery& query) {
  const auto minor = [](const QueriedGpu& gpu) {
    return core::whole_number<int>(gpu.value("Minor Number"));
  };
  const bool is_part = query.attached > static_cast<int>(query.gpus.size()) &&
                       std::ranges::all_of(query.gpus, [&](const auto& gpu) {
                         return minor(gpu).has_value() && *minor(gpu) >= 0;
                       });
  for (std::size_t i = 0; i < query.gpus.size(); ++i) {
    query.gpus[i].index = is_part ? *minor(query.gpus[i]) : static_cast<int>(i);
  }
}

class QueryReader {
 public:
  void take(std::string_view line, std::size_t number) {
    const std::string_view words = core::trimmed(line);
    if (words.empty()) return;
    if (auto bus_id = bus_id_of_heading(words); !bus_id.empty()) {
      return begin_gpu(std::move(bus_id), number);
    }
    const auto indent = static_cast<std::size_t>(words.data() - line.data());
    while (!headings_.empty() && headings_.back().indent >= indent) headings_.pop_back();
    const auto field = column_field(words);
    if (query_.gpus.empty()) return take_head(field, number);
    if (!field) return take_heading(words, indent);
    if (field->key == "Attached GPUs") {
      ++logs_;
      return;
    }
    auto& fields = query_.gpus.back().fields;
    if (fields.size() < kMostFields) {
      fields.push_back({path_of(field->key), std::string(field->value), number});
    }
  }

  GpuQuery finish() && {
    merge_logs();
    number_gpus(query_);
    return std::move(query_);
  }

 private:
  /// A text may hold several logs, of one host with other fields (-d), or of several hosts: these
  /// have GPUs of other UUIDs at the same places, or more than the machine has.
  void merge_logs() {
    std::vector<QueriedGpu> all = std::move(query_.gpus);
    query_.gpus.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto known = std::ranges::find(query_.gpus, all[i].bus_id, &QueriedGpu::bus_id);
      const bool is_full = log_of_[i] > 0 && query_.attached > 0 &&
                           query_.gpus.size() >= static_cast<std::size_t>(query_.attached);
      if (known != query_.gpus.end() ? is_another(*known, all[i]) : is_full) {
        ++query_.of_others;
      } else if (known == query_.gpus.end()) {
        query_.gpus.push_back(std::move(all[i]));
      } else {
        std::ranges::move(all[i].fields, std::back_inserter(known->fields));
      }
    }
  }

  static bool is_another(const QueriedGpu& one, const QueriedGpu& other) {
    constexpr std::string_view kUuid = "GPU UUID";
    return !one.value(kUuid).empty() && !other.value(kUuid).empty() &&
           one.value(kUuid) != other.value(kUuid);
  }

  struct Heading {
    std::size_t indent = 0;
    std::string name;
  };

  void begin_gpu(std::string bus_id, std::size_t number) {
    headings_.clear();
    if (query_.gpus.size() >= static_cast<std::size_t>(core::kMaxGpus)) return;
    query_.gpus.push_back({0, std::move(bus_id), number, {}});
    log_of_.push_back(logs_);
  }

  void take_head(const std::optional<Field>& field, std::size_t number) {
    if (!field) return;
    if (field->key == "Driver Version") {
      query_.driver = field->value;
      query_.driver_line = number;
    }
    if (field->key == "Attached GPUs") {
      query_.attached = std::max(0, leading_number(field->value).value_or(0));
    }
  }

  void take_heading(std::string_view words, std::size_t indent) {
    constexpr std::size_t kDeepest = 8;
    if (headings_.size() < kDeepest) headings_.push_back({indent, std::string(words)});
  }

  std::string path_of(std::string_view key) const {
    std::string path;
    for (const Heading& heading : headings_) path += heading.name + "/";
    return path.append(key);
  }

  GpuQuery query_;
  int logs_ = 0;             // that the text has begun behind the first
  std::vector<int> log_of_;  // by GPU
  std::vector<Heading> headings_;
};

bool is_nothing(std::string_view value) {
  constexpr std::array<std::string_view, 5> kNothing{"", "N/A", "[N/A]", "Not Supported",
                                                     "[Not Supported]"};
  return std::ranges::find(kNothing, value) != kNothing.end();
}

/// The fields that the doctor reads (tuner/doctor/gpu_health_checks.cpp), by the end of their path:
/// older drivers write "Clocks Throttle Reasons" for "Clocks Event Reasons".
constexpr std::array<std::string_view, 22> kReadings{
    "GPU Recovery Action",
    "Reset Required",
    "HW Slowdown",
    "HW Thermal Slowdown",
    "HW Power Brake Slowdown",
    "SW Thermal Slowdown",
    "Volatile/SRAM Uncorrectable",
    "Volatile/SRAM Uncorrectable Parity",
    "Volatile/SRAM Uncorrectable SEC-DED",
    "Volatile/DRAM Uncorrectable",
    "Aggregate/SRAM Threshold Exceeded",
    "Channel Repair Pending",
    "TPC Repair Pending",
    "Unrepairable Memory",
    "Pending Page Blacklist",
    "Remapped Rows/Pending",
    "Remapping Failure Occurred",
    "Replay Number Rollovers",
    "Fabric/Health/Bandwidth",
    "Fabric/Health/Route Unhealthy",
    "Fabric/Health/Access Timeout Recovery",
    "Fabric/Health/Incorrect Configuration",
};

/// The name in kReadings; empty for other fields.
std::string_view reading_of(std::string_view path) {
  const auto found = std::ranges::find_if(kReadings, [&](std::string_view name) {
    return path.ends_with(name) &&
           (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
  });
  return found == kReadings.end() ? std::string_view() : *found;
}

void add_readings(const QueriedGpu& gpu, const std::string& path, core::HostState& host) {
  for (const QueriedField& field : gpu.fields) {
    const std::string_view name = reading_of(field.path);
    if (name.empty() || is_nothing(field.value)) continue;
    host.gpu_readings.push_back(
        {gpu.index, std::string(name), field.value, gpu.bus_id, origin_at(path, field.line)});
  }
}

bool is_zero_uuid(std::string_view uuid) {
  return uuid.find_first_not_of("0-") == kNoPlace;
}

core::GpuState state_of_gpu(const QueriedGpu& gpu, const std::string& path) {
  core::GpuState state{.gpu = gpu.index, .model = std::string(gpu.value("Product Name"))};
  state.bus_id = gpu.bus_id;
  state.origin = origin_at(path, gpu.line);
  if (const auto mig = gpu.value("MIG Mode/Current"); !mig.empty())
    state.has_mig = mig == "Enabled";
  const std::string_view registration = gpu.value("Fabric/State");
  if (registration.empty()) return state;
  const std::string_view status = gpu.value("Fabric/Status");
  if (!status.empty() && status != "Success") state.fabric_fault = status;
  state.in_fabric = registration == "Completed" && state.fabric_fault.empty();
  const std::string_view uuid = gpu.value("Fabric/ClusterUUID");
  const std::string_view clique = gpu.value("Fabric/CliqueId");
  if (*state.in_fabric && !uuid.empty() && !is_zero_uuid(uuid)) {
    state.fabric_clique = fmt::format("{}/{}", uuid, clique);
  }
  for (const QueriedField& field : gpu.fields) {
    if (field.path == "Fabric/State") state.origin = origin_at(path, field.line);
  }
  return state;
}

/// "4" and "16x"; a width without its x is cut.
core::PcieRate rate_of_link(std::string_view generation, std::string_view width) {
  const int number = leading_number(generation).value_or(0);
  constexpr int kMostLanes = 32;
  const int lanes = width.ends_with('x') ? leading_number(width).value_or(0) : 0;
  return {std::string(number > 0 ? catalogue::link_speed_of_generation(number) : ""),
          lanes > 0 && lanes <= kMostLanes ? lanes : 0};
}

/// Of the port above, nvidia-smi knows only the generation ("Host Max"), and that not always.
void add_link(const QueriedGpu& gpu, const std::string& path, core::HostState& host) {
  constexpr std::string_view kLink = "PCI/GPU Link Info/";
  const auto value = [&](std::string_view name) {
    return gpu.value(fmt::format("{}{}", kLink, name));
  };
  core::PcieLinkState link{.bus_id = gpu.bus_id};
  std::string_view device = value("PCIe Generation/Device Max");
  if (device.empty()) device = value("PCIe Generation/Max");
  link.device = rate_of_link(device, value("Link Width/Max"));
  link.port = rate_of_link(value("PCIe Generation/Host Max"), "");
  link.now = rate_of_link(value("PCIe Generation/Current"), value("Link Width/Current"));
  if (link.now.width == 0) return;
  link.kind = core::PcieDevice::Gpu;
  link.origin = origin_at(path, gpu.line);
  for (const QueriedField& field : gpu.fields) {
    if (field.path == "PCI/GPU Link Info/Link Width/Current")
      link.origin = origin_at(path, field.line);
  }
  host.pcie_links.push_back(std::move(link));
}

// The tags of -x (nvsmi_device_v*.dtd) that stand for the fields above. A tag that is not here is
// its own name.
struct TagName {
  std::string_view tag;
  std::string_view name;
};
constexpr std::array kTagNames{
    TagName{"product_name", "Product Name"},
    TagName{"minor_number", "Minor Number"},
    TagName{"mig_mode", "MIG Mode"},
    TagName{"current_mig", "Current"},
    TagName{"gpu_recovery_action", "GPU Recovery Action"},
    TagName{"reset_required", "Reset Required"},
    TagName{"pci", "PCI"},
    TagName{"pci_gpu_link_info", "GPU Link Info"},
    TagName{"pcie_gen", "PCIe Generation"},
    TagName{"max_link_gen", "Max"},
    TagName{"current_link_gen", "Current"},
    TagName{"max_device_link_gen", "Device Max"},
    TagName{"max_host_link_gen", "Host Max"},
    TagName{"link_widths", "Link Width"},
    TagName{"max_link_width", "Max"},
    TagName{"current_link_width", "Current"},
    TagName{"replay_rollover_counter", "Replay Number Rollovers"},
    TagName{"clocks_event_reason_hw_slowdown", "HW Slowdown"},
    TagName{"clocks_event_reason_hw_thermal_slowdown", "HW Thermal Slowdown"},
    TagName{"clocks_event_reason_hw_power_brake_slowdown", "HW Power Brake Slowdown"},
    TagName{"clocks_event_reason_sw_thermal_slowdown", "SW Thermal Slowdown"},
    TagName{"clocks_throttle_reason_hw_slowdown", "HW Slowdown"},
    TagName{"clocks_throttle_reason_hw_thermal_slowdown", "HW Thermal Slowdown"},
    TagName{"clocks_throttle_reason_hw_power_brake_slowdown", "HW Power Brake Slowdown"},
    TagName{"clocks_throttle_reason_sw_thermal_slowdown", "SW Thermal Slowdown"},
    TagName{"volatile", "Volatile"},
    TagName{"aggregate", "Aggregate"},
    TagName{"sram_uncorrectable", "SRAM Uncorrectable"},
    TagName{"sram_uncorrectable_parity", "SRAM Uncorrectable Parity"},
    TagName{"sram_uncorrectable_secded", "SRAM Uncorrectable SEC-DED"},
    TagName{"dram_uncorrectable", "DRAM Uncorrectable"},
    TagName{"sram_threshold_exceeded", "SRAM Threshold Exceeded"},
    TagName{"channel_repair_pending", "Channel Repair Pending"},
    TagName{"tpc_repair_pending", "TPC Repair Pending"},
    TagName{"unrepairable_memory", "Unrepairable Memory"},
    TagName{"pending_blacklist", "Pending Page Blacklist"},
    TagName{"pending_retirement", "Pending Page Blacklist"},
    TagName{"remapped_rows", "Remapped Rows"},
    TagName{"remapped_row_pending", "Pending"},
    TagName{"remapped_row_failure", "Remapping Failure Occurred"},
    TagName{"fabric", "Fabric"},
    TagName{"state", "State"},
    TagName{"status", "Status"},
    TagName{"cliqueId", "CliqueId"},
    TagName{"clusterUuid", "ClusterUUID"},
    TagName{"health", "Health"},
    TagName{"bandwidth", "Bandwidth"},
    TagName{"route_unhealthy", "Route Unhealthy"},
    TagName{"access_timeout_recovery", "Access Timeout Recovery"},
    TagName{"incorrect_configuration", "Incorrect Configuration"},
};

std::string_view name_of_tag(std::string_view tag) {
  const auto found = std::ranges::find(kTagNames, tag, &TagName::tag);
  return found == kTagNames.end() ? tag : found->name;
}

/// The lines of elements that are asked for in the order of the text: it is counted through once.
class ElementLines {
 public:
  explicit ElementLines(std::string_view text) : text_(text) {}

  std::size_t line_of(const xml::Element& element) {
    line_ += static_cast<std::size_t>(
        std::ranges::count(text_.substr(counted_, element.offset - counted_), '\n'));
    counted_ = element.offset;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t counted_ = 0;  // bytes
  std::size_t line_ = 1;
};

/// Its fields, and those of the elements in it. \pre the document is at most xml::kMaxXmlDepth deep
void collect(const xml::Element& element, const std::string& path, QueriedGpu& gpu,
             ElementLines& lines) {
  for (const xml::Element& child : element.children) {
    const std::string own = fmt::format("{}{}", path, name_of_tag(child.name));
    if (child.children.empty() && gpu.fields.size() < kMostFields) {
      gpu.fields.push_back({own, child.text, lines.line_of(child)});
    }
    collect(child, own + "/", gpu, lines);
  }
}

}  // namespace

std::string_view QueriedGpu::value(std::string_view path) const {
  const auto found = std::ranges::find(fields, path, &QueriedField::path);
  return found == fields.end() || is_nothing(found->value) ? std::string_view()
                                                           : std::string_view(found->value);
}

GpuQuery parse_gpu_query(std::string_view text) {
  QueryReader reader;
  for (core::LineReader lines(text); lines.next();) reader.take(lines.line(), lines.number());
  return std::move(reader).finish();
}

GpuQuery gpu_query_of(const xml::Document& document, std::string_view text) {
  ElementLines lines(text);
  GpuQuery query;
  for (const xml::Element& root : document.roots()) {
    for (const xml::Element& child : root.children) {
      if (child.name == "driver_version") {
        query.driver = child.text;
        query.driver_line = lines.line_of(child);
      }
      if (child.name == "attached_gpus") {
        query.attached =
            std::max(0, core::whole_number<int>(core::trimmed(child.text)).value_or(0));
      }
      const std::string* const id = child.attribute("id");
      if (child.name != "gpu" || id == nullptr) continue;
      if (query.gpus.size() >= static_cast<std::size_t>(core::kMaxGpus)) break;
      QueriedGpu gpu{static_cast<int>(query.gpus.size()), bus_id_of(*id), lines.line_of(child), {}};
      collect(child, "", gpu, lines);
      query.gpus.push_back(std::move(gpu));
    }
  }
  number_gpus(query);
  return query;
}

void add_gpu_query(const GpuQuery& query, const std::string& path, HostFacts& facts) {
  if (!query.driver.empty()) {
    facts.host.driver_version = {query.driver, origin_at(path, query.driver_line)};
  }
  for (const QueriedGpu& gpu : query.gpus) {
    facts.host.gpus.push_back(state_of_gpu(gpu, path));
    add_link(gpu, path, facts.host);
    add_readings(gpu, path, facts.host);
  }
  facts.read.push_back(fmt::format("nvidia-smi -q of {}", core::counted(query.gpus.size(), "GPU")));
  if (query.of_others == 0) return;
  facts.notes.push_back(
      {core::Severity::Warning, path,
       fmt::format(
           "nvidia-smi -q of several hosts: the first counts, and {} of others {} left out; "
           "give each host in a file of its own",
           core::counted(query.of_others, "GPU"), query.of_others == 1 ? "is" : "are")});
}

}  // namespace host_texts

bool is_nvidia_smi_query(std::string_view text) {
  return text.find(" : ") != std::string_view::npos && any_line(text, [](std::string_view line) {
           return !host_texts::bus_id_of_heading(core::trimmed(line)).empty();
         });
}

void add_nvidia_smi_query(const Source& source, HostFacts& facts) {
  host_texts::add_gpu_query(host_texts::parse_gpu_query(source.text), source.path, facts);
}

}  // namespace treering::hw::formats
