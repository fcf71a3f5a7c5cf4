#include "hw/world/anonymise/harmless_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <sstream>

#include "core/text/lines.h"
#include "core/text/words.h"
#include "hw/world/anonymise/harmless_hwloc.h"
#include "hw/world/anonymise/harmless_mounts.h"
#include "hw/world/anonymise/harmless_pci_config.h"
#include "hw/world/anonymise/harmless_variables.h"
#include "hw/world/recording/recording.h"

namespace treering::hw::world::anonymise {
namespace {

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

/// Words of hexadecimal digits with commas between them, as bits of processors.
std::string of_cpumap(const std::string& text, SecretFilter& filter) {
  constexpr std::size_t kWordDigits = 8;
  std::istringstream stream{std::string(core::trimmed(text))};
  for (std::string word; std::getline(stream, word, ',');) {
    const bool is_word =
        !word.empty() && word.size() <= kWordDigits &&
        std::ranges::all_of(word, [](unsigned char c) { return std::isxdigit(c) != 0; });
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
