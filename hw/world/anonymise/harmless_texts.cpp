#include "hw/world/anonymise/harmless_texts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/formats/xml/document.h"
#include "hw/world/anonymise/harmless_words.h"
#include "hw/world/anonymise/secret_filter.h"
#include "hw/world/pci_config.h"
#include "hw/world/recording/recording.h"

namespace treering::hw::world::anonymise {
namespace {

// The part of a PCI Express function's configuration space that an anonymised recording keeps:
// whether it has access control, and what that redirects. No serial numbers, no vendor data.

constexpr std::size_t kWord = 4;

/// Little-endian, as far as there is room.
void put(std::string& config, std::size_t at, std::uint32_t word) {
  for (std::size_t i = 0; i < kWord && at + i < config.size(); ++i) {
    config[at + i] = static_cast<char>(word >> 8U * i & 0xffU);
  }
}

/// As many bytes as before, all 0 except for that part.
std::string harmless_pci_config(const std::string& config, SecretFilter& /*filter*/) {
  std::string kept(config.size(), '\0');
  if (!has_extended_capabilities(config)) {
    put(kept, kFirstExtendedCapability, 0xffffffff);  // as of a device that is off
    return kept;
  }
  const auto at = find_extended_capability(config, kAccessControlCapability);
  if (!at) return kept;
  // A list of it alone, or of an empty one before it.
  if (*at != kFirstExtendedCapability) {
    put(kept, kFirstExtendedCapability, static_cast<std::uint32_t>(*at) << 20U);
  }
  put(kept, *at, 1U << 16U | kAccessControlCapability);
  const bool redirects = is_redirecting(config).value_or(false);
  put(kept, *at + kWord, redirects ? kRedirectsRequests << 16U : 0);
  return kept;
}

// The parts of /proc/mounts and /proc/cmdline that an anonymised recording keeps: known options
// with known values. Others may hold an address, a path or a UUID.

/// Whether `text` is one of those.
template <std::size_t Count>
bool is_of(const std::array<std::string_view, Count>& known, std::string_view text) {
  return std::ranges::find(known, text) != known.end();
}

/// "65536k", "8g", "50%", "1073741824".
bool is_size(std::string_view text) {
  constexpr std::string_view kUnits = "kmgtKMGT%";
  if (!text.empty() && kUnits.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_harmless_mount_option(std::string_view option) {
  constexpr std::array<std::string_view, 16> kFlags{
      "rw",       "ro",          "nosuid", "nodev", "noexec",  "relatime", "noatime",  "nodiratime",
      "lazytime", "strictatime", "sync",   "async", "inode32", "inode64",  "defaults", "dirsync"};
  constexpr std::array<std::string_view, 3> kSizes{"size", "nr_inodes", "mode"};
  const std::size_t sign = option.find('=');
  if (sign == std::string_view::npos) return is_of(kFlags, option);
  constexpr std::size_t kLongest = 20;
  const std::string_view value = option.substr(sign + 1);
  return is_of(kSizes, option.substr(0, sign)) && value.size() <= kLongest && is_size(value);
}

/// The parts of a list that are harmless, in their order.
std::string kept_of(const std::string& list, char separator,
                    bool (*is_harmless)(std::string_view)) {
  std::istringstream stream(list);
  std::string kept;
  for (std::string part; std::getline(stream, part, separator);) {
    if (is_harmless(part)) kept += (kept.empty() ? "" : std::string(1, separator)) + part;
  }
  return kept;
}

bool is_harmless_kernel_option(std::string_view option) {
  // Linux, Documentation/admin-guide/kernel-parameters.txt.
  constexpr std::array<std::string_view, 9> kNames{
      "iommu", "intel_iommu", "amd_iommu",      "iommu.passthrough",      "iommu.strict",
      "pci",   "numa",        "numa_balancing", "arm-smmu.disable_bypass"};
  constexpr std::array<std::string_view, 25> kValues{
      "on",       "off",      "pt",     "nopt",   "force",   "noforce", "soft",
      "strict",   "nostrict", "lazy",   "merge",  "nomerge", "panic",   "nopanic",
      "biomerge", "0",        "1",      "sm_on",  "sm_off",  "realloc", "nocrs",
      "noaer",    "nommconf", "enable", "disable"};
  const std::size_t sign = option.find('=');
  if (sign == std::string_view::npos || !is_of(kNames, option.substr(0, sign))) return false;
  std::istringstream values{std::string(option.substr(sign + 1))};
  for (std::string value; std::getline(values, value, ',');) {
    for (std::string_view rest = value; !rest.empty();) {
      const std::size_t end = std::min(rest.find('='), rest.size());
      if (!is_of(kValues, rest.substr(0, end))) return false;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return true;
}

/// Lines of the root and /dev/shm, with neither device nor unknown options.
std::string harmless_mounts(const std::string& text, SecretFilter& filter) {
  std::string result;
  for (core::LineReader lines(text); lines.next();) {
    std::istringstream fields{std::string(lines.line())};
    std::string device, folder, kind, options;
    if (!(fields >> device >> folder >> kind >> options)) continue;
    if (folder != "/" && folder != "/dev/shm") continue;
    const std::string kept = kept_of(options, ',', is_harmless_mount_option);
    result += "device " + folder + " " + filter.text(kind, Trust::Words) + " " +
              (kept.empty() ? "rw" : kept) + " 0 0\n";
  }
  return result;
}

/// Options about IOMMU, PCI and NUMA.
std::string harmless_kernel_options(const std::string& text, SecretFilter& /*filter*/) {
  std::istringstream stream(text);
  std::string result;
  for (std::string word; stream >> word;) {
    if (is_harmless_kernel_option(word)) result += (result.empty() ? "" : " ") + word;
  }
  return result + "\n";
}

using formats::xml::Element;

// The part of hwloc's XML that an anonymised recording keeps: processors, memory, caches, bridges
// and PCI functions with their numbers. Names of devices and hosts, serial numbers, hardware
// addresses and all else that hwloc adds as infos go.

// Without operating system devices and Misc, which are names and serial numbers.
constexpr std::array<std::string_view, 19> kTypes{
    "Machine",  "Package", "Socket",  "Die",     "NUMANode", "Group",    "L1Cache",
    "L2Cache",  "L3Cache", "L4Cache", "L5Cache", "L1iCache", "L2iCache", "L3iCache",
    "MemCache", "Core",    "PU",      "Bridge",  "PCIDev"};

constexpr std::array<std::string_view, 23> kNumbers{"os_index",         "cpuset",
                                                    "complete_cpuset",  "allowed_cpuset",
                                                    "online_cpuset",    "nodeset",
                                                    "complete_nodeset", "allowed_nodeset",
                                                    "gp_index",         "local_memory",
                                                    "cache_size",       "depth",
                                                    "cache_linesize",   "cache_associativity",
                                                    "cache_type",       "kind",
                                                    "subkind",          "dont_merge",
                                                    "bridge_type",      "bridge_pci",
                                                    "pci_busid",        "pci_type",
                                                    "pci_link_speed"};

constexpr std::array<std::string_view, 4> kInfos{"Architecture", "CPUVendor", "CPUFamilyNumber",
                                                 "CPUModelNumber"};

constexpr std::string_view kGpuMemory = "GPUMemory";

bool is_among(std::string_view name, const auto& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Numbers, and what stands between them.
bool is_numeric(std::string_view value) {
  constexpr std::size_t kMostDigits = 20;  // local_memory: 64 bits in decimals
  std::size_t digits = 0;
  for (const char c : value) {
    const bool is_between = std::string_view("x,:.[]- ").find(c) != std::string_view::npos;
    if (!is_between && !core::is_hex_digit(c)) return false;
    digits = is_between ? 0 : digits + 1;
    if (digits > kMostDigits) return false;
  }
  return true;
}

std::string text_of(const Element& element, std::string_view attribute) {
  const std::string* const value = element.attribute(attribute);
  return value == nullptr ? "" : *value;
}

void write(const Element& object, std::string& to) {
  const std::string type = text_of(object, "type");
  if (object.name != "object" || !is_among(type, kTypes)) return;
  to += fmt::format("<object type=\"{}\"", type);
  for (const auto& [name, value] : object.attributes) {
    if (is_among(name, kNumbers) && is_numeric(value)) to += fmt::format(" {}=\"{}\"", name, value);
  }
  if (text_of(object, "subtype") == kGpuMemory) to += fmt::format(" subtype=\"{}\"", kGpuMemory);
  to += ">\n";
  for (const Element& child : object.children) {
    const std::string name = text_of(child, "name");
    const std::string value = text_of(child, "value");
    if (child.name == "info" && is_among(name, kInfos) && is_harmless(value, Trust::Words)) {
      to += fmt::format("<info name=\"{}\" value=\"{}\"/>\n", name, value);
    }
    write(child, to);
  }
  to += "</object>\n";
}

/// A text that is no hwloc XML becomes a placeholder.
std::string harmless_hwloc(const std::string& text, SecretFilter& filter) {
  const auto document = formats::xml::Document::parse(text, "hwloc");
  if (!document) return filter.whole(text);
  const auto root = std::ranges::find(document->roots(), "topology", &Element::name);
  if (root == document->roots().end()) return filter.whole(text);
  const std::string version = text_of(*root, "version");
  std::string kept = "<topology>\n";
  if (!version.empty() && is_numeric(version)) {
    kept = fmt::format("<topology version=\"{}\">\n", version);
  }
  for (const Element& child : root->children) write(child, kept);
  return kept + "</topology>\n";
}

/// Nothing for a line to be dropped.
using Line = std::optional<std::string>;
using Lines = Line (*)(std::string_view line, SecretFilter& filter);

/// Each line as `keep` gives it back.
std::string each_line(const std::string& text, SecretFilter& filter, Lines keep) {
  std::string result;
  for (core::LineReader lines(text); lines.next();) {
    const Line kept = keep(lines.line(), filter);
    if (!kept) continue;
    result += *kept;
    if (lines.has_end()) result += '\n';
  }
  return result;
}

std::string of_system(const std::string& text, SecretFilter& filter) {
  return filter.text(text, Trust::System);
}

std::string of_anybody(const std::string& text, SecretFilter& filter) {
  return filter.text(text, Trust::Words);
}

/// One number, with a sign or not, whatever its size: a speed, a NUMA node.
std::string of_number(const std::string& text, SecretFilter& filter) {
  const std::string_view value = core::trimmed(text);
  constexpr std::size_t kLongest = 10;
  const bool is_number = value.size() <= kLongest && core::whole_number<long long>(value);
  return is_number ? text : filter.whole(text);
}

/// "28.39.1002".
std::string of_version(const std::string& text, SecretFilter& filter) {
  const std::string_view value = core::trimmed(text);
  constexpr std::size_t kLongest = 20;
  const bool is_version = value.size() <= kLongest && has_form(value, "#.#.#");
  return is_version ? text : filter.whole(text);
}

/// Words of hexadecimal digits with commas between them, as bits of processors.
std::string of_cpumap(const std::string& text, SecretFilter& filter) {
  constexpr std::size_t kWordDigits = 8;
  std::istringstream stream{std::string(core::trimmed(text))};
  for (std::string word; std::getline(stream, word, ',');) {
    const bool is_word = !word.empty() && word.size() <= kWordDigits &&
                         std::ranges::all_of(word, core::is_hex_digit);
    if (!is_word) return filter.whole(text);
  }
  return text;
}

/// The value of "key : value", where the key is one of those.
Line of_line(std::string_view line, std::initializer_list<std::string_view> keys,
             SecretFilter& filter) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view key = core::trimmed(line.substr(0, colon));
  if (std::ranges::find(keys, key) == keys.end()) return {};
  const std::string_view value = line.substr(colon);
  const std::string unspaced(core::trimmed(value.substr(1)));
  const bool is_number = core::whole_number<std::uint32_t>(unspaced).has_value();
  return std::string(line.substr(0, colon)) +
         (is_number ? std::string(value) : filter.text(value, Trust::System));
}

Line cpuinfo_line(std::string_view line, SecretFilter& filter) {
  if (core::trimmed(line).empty()) return "";  // between processors
  if (line.starts_with("flags")) {
    const bool is_guest = (std::string(line) + " ").find(" hypervisor ") != std::string::npos;
    return is_guest ? "flags\t\t: fpu hypervisor" : "flags\t\t: fpu";
  }
  return of_line(line, {"processor", "vendor_id", "cpu family", "model", "CPU implementer", "cpu"},
                 filter);
}

std::string cpuinfo(const std::string& text, SecretFilter& filter) {
  return each_line(text, filter, cpuinfo_line);
}

std::string meminfo(const std::string& text, SecretFilter& filter) {
  return each_line(text, filter, [](std::string_view line, SecretFilter&) -> Line {
    constexpr std::string_view kTotal = "MemTotal:";
    if (!line.starts_with(kTotal)) return {};
    std::istringstream fields{std::string(line.substr(kTotal.size()))};
    std::uint64_t kib = 0;
    if (!(fields >> kib)) return {};
    return std::string(kTotal) + " " + std::to_string(kib) + " kB";
  });
}

std::string limits(const std::string& text, SecretFilter& filter) {
  return each_line(text, filter, [](std::string_view line, SecretFilter&) -> Line {
    constexpr std::string_view kLocked = "Max locked memory";
    if (!line.starts_with(kLocked)) return {};
    std::istringstream fields{std::string(line.substr(kLocked.size()))};
    std::string soft;
    fields >> soft;
    const bool is_known = soft == "unlimited" || core::whole_number<std::uint64_t>(soft);
    if (!is_known) return {};
    return std::string(kLocked) + " " + soft + " bytes";
  });
}

/// Numbers with dots between them at the start of "5.15.0-91-generic", as they are.
std::string kernel_release(const std::string& text, SecretFilter& filter) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view version = std::string_view(text).substr(0, end);
  const bool is_version =
      has_form(version, "#.#.#") || has_form(version, "#.#") || has_form(version, "#.#.");
  if (!is_version) return of_anybody(text, filter);
  std::string result(version);
  std::string_view rest = std::string_view(text).substr(end);
  // The package's number: "-91".
  const std::size_t part = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
  if (rest.starts_with('-') && has_form(rest.substr(0, part), "-#")) {
    result += rest.substr(0, part);
    rest.remove_prefix(part);
  }
  return result + filter.text(rest, Trust::Words);
}

/// The first line up to the version: behind it stands who built the module, and where.
std::string driver_version(const std::string& text, SecretFilter& filter) {
  std::istringstream stream(text.substr(0, text.find('\n')));
  std::string result;
  for (std::string word; stream >> word;) {
    result += result.empty() ? "" : " ";
    if (has_form(word, "#.#.#") || has_form(word, "#.#")) return result + word + "\n";
    result += filter.text(word, Trust::Words);
  }
  return result + "\n";
}

std::string gpu_information(const std::string& text, SecretFilter& filter) {
  return each_line(text, filter, [](std::string_view line, SecretFilter& to) -> Line {
    constexpr std::string_view kModel = "Model:";
    if (!line.starts_with(kModel)) return {};
    return std::string(kModel) + " " +
           harmless_gpu_model(core::trimmed(line.substr(kModel.size())), to);
  });
}

std::string loader_paths(const std::string& text, SecretFilter& filter) {
  return each_line(text, filter, [](std::string_view line, SecretFilter& to) -> Line {
    return to.text(line.substr(0, line.find('#')), Trust::Words);
  });
}

struct Rule {
  std::string_view folder;  // the start of the path
  std::string_view name;    // its end
  std::string (*keep)(const std::string& text, SecretFilter& filter);
};

// The first that fits counts.
constexpr std::array kRules{
    Rule{"/sys/", "/config", harmless_pci_config},
    Rule{"/sys/", "/class", of_system},
    Rule{"/sys/", "/vendor", of_system},
    Rule{"/sys/", "/device", of_system},
    Rule{"/sys/", "/subsystem_vendor", of_system},
    Rule{"/sys/", "/subsystem_device", of_system},
    Rule{"/sys/", "/max_link_speed", of_system},
    Rule{"/sys/", "/current_link_speed", of_system},
    Rule{"/sys/", "/max_link_width", of_number},
    Rule{"/sys/", "/current_link_width", of_number},
    Rule{"/sys/", "/numa_node", of_number},
    Rule{"/sys/", "/local_cpus", of_cpumap},
    Rule{"/sys/", "/cpumap", of_cpumap},
    Rule{"/sys/", "/core_siblings", of_cpumap},
    Rule{"/sys/", "/physical_package_id", of_number},
    Rule{"/sys/", "/speed", of_number},
    Rule{"/sys/", "/operstate", of_system},
    Rule{"/sys/", "/rate", of_system},
    Rule{"/sys/", "/state", of_system},
    Rule{"/sys/", "/phys_state", of_system},
    Rule{"/sys/", "/link_layer", of_system},
    Rule{"/sys/", "/hca_type", of_system},
    Rule{"/sys/", "/fw_ver", of_version},
    Rule{"/sys/", "/sys_image_guid", of_system},
    Rule{"/sys/", "/node_guid", of_system},
    Rule{"/sys/", "/type", of_system},
    Rule{"/sys/class/dmi/id/", "/sys_vendor", of_anybody},
    Rule{"/sys/class/dmi/id/", "/product_name", of_anybody},
    Rule{recording::kHwlocPath, "", harmless_hwloc},
    Rule{"/proc/cpuinfo", "", cpuinfo},
    Rule{"/proc/meminfo", "", meminfo},
    Rule{"/proc/self/limits", "", limits},
    Rule{"/proc/mounts", "", harmless_mounts},
    Rule{"/proc/cmdline", "", harmless_kernel_options},
    Rule{"/proc/", "/cgroup", of_system},
    Rule{"/proc/sys/kernel/osrelease", "", kernel_release},
    Rule{"/proc/sys/kernel/numa_balancing", "", of_number},
    Rule{"/proc/driver/nvidia/version", "", driver_version},
    Rule{"/proc/driver/nvidia/gpus/", "/information", gpu_information},
    Rule{"/etc/ld.so.conf.d/", ".conf", loader_paths},
    Rule{"/etc/nccl.conf", "", harmless_nccl_conf},
    Rule{"~/.nccl.conf", "", harmless_nccl_conf},
};

}  // namespace

std::string harmless_nccl_conf(const std::string& text, SecretFilter& filter) {
  return each_line(text, filter, [](std::string_view whole, SecretFilter& to) -> Line {
    // NCCL's line ends at the first NUL, as all texts of C.
    const std::string_view line = whole.substr(0, whole.find('\0'));
    const std::size_t sign = line.find('=');
    const bool is_setting = sign != std::string_view::npos && !line.starts_with('#') &&
                            line.substr(0, sign).find("NCCL_") != std::string_view::npos;
    if (!is_setting) return line.empty() ? "" : "#";
    const std::string name(line.substr(0, sign));
    return harmless_variable_name(name, to) + "=" +
           harmless_value(name, std::string(line.substr(sign + 1)), to);
  });
}

std::string harmless_text(std::string_view path, const std::string& text, SecretFilter& filter) {
  const auto* const rule = std::ranges::find_if(kRules, [&](const Rule& one) {
    return one.name.empty() ? path == one.folder
                            : path.starts_with(one.folder) && path.ends_with(one.name);
  });
  return rule == kRules.end() ? filter.whole(text) : rule->keep(text, filter);
}

}  // namespace treering::hw::world::anonymise
