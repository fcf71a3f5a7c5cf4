#include "hw/world/private_parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <vector>

#include "hw/pci_config.h"

namespace treering::hw {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Lines that `keep` gives back, which may change them; it gives "" for one to be dropped.
template <class Keep>
std::string lines_kept(const std::string& text, Keep keep) {
  std::istringstream stream(text);
  std::string result;
  for (std::string line; std::getline(stream, line);) {
    const std::string kept = keep(line);
    if (!kept.empty()) result += kept + "\n";
  }
  return result;
}

/// Without the device, which may be another machine's.
std::string mount_line(const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() < 4 || (words[1] != "/" && words[1] != "/dev/shm")) return "";
  return "device" + line.substr(words[0].size());
}

std::string kernel_options(const std::string& text) {
  constexpr std::array<std::string_view, 6> kKept{"iommu",    "intel_iommu", "amd_iommu",
                                                  "arm-smmu", "pci",         "numa"};
  std::string result;
  for (const std::string& word : words_of(text)) {
    const bool is_kept =
        std::ranges::any_of(kKept, [&](std::string_view start) { return word.starts_with(start); });
    if (is_kept) result += (result.empty() ? "" : " ") + word;
  }
  return result + "\n";
}

/// Ids of containers and users as zeros.
std::string without_ids(std::string text) {
  constexpr std::size_t kShortestId = 4;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end - at >= kShortestId) std::fill_n(text.begin() + static_cast<long>(at), end - at, '0');
    at = std::max(end, at + 1);
  }
  return text;
}

std::string without_serial_number(std::string config) {
  constexpr std::size_t kHeader = 4;
  constexpr std::size_t kBytes = 8;
  const auto at = find_extended_capability(config, kSerialNumberCapability);
  for (std::size_t i = 0; at && i < kBytes && *at + kHeader + i < config.size(); ++i) {
    config[*at + kHeader + i] = '\0';
  }
  return config;
}

}  // namespace

std::string without_home_names(std::string text) {
  constexpr std::string_view kHome = "/home/";
  for (std::size_t at = text.find(kHome); at != std::string::npos; at = text.find(kHome, at + 1)) {
    const std::size_t begin = at + kHome.size();
    const std::size_t end = std::min(text.find_first_of("/: \n", begin), text.size());
    if (end > begin) text.replace(begin, end - begin, "user");
  }
  return text;
}

std::string without_private_parts(std::string_view path, const std::string& text) {
  if (path == "/proc/mounts") return lines_kept(text, mount_line);
  if (path == "/proc/cmdline") return kernel_options(text);
  if (path.ends_with("/cgroup")) return without_ids(text);
  if (path.ends_with("/config")) return without_serial_number(text);
  if (!path.ends_with(".conf") || path.starts_with("/etc/ld.so")) return without_home_names(text);
  return lines_kept(text, [](const std::string& line) -> std::string {
    const std::size_t sign = line.find('=');
    if (!line.starts_with("NCCL_") || sign == std::string::npos) return "";
    const std::string name = line.substr(0, sign);
    return name + "=" + without_private_value(name, line.substr(sign + 1));
  });
}

std::string without_private_value(std::string_view name, const std::string& value) {
  // Addresses and names of hosts.
  if (name == "NCCL_COMM_ID" || name == "NCCL_HOSTID") return "anonymised";
  // Files of a job lie in folders that are named after people and projects.
  constexpr std::array kPublic{"/usr/", "/opt/", "/etc/", "/var/run/", "/run/", "/lib"};
  const bool is_public =
      std::ranges::any_of(kPublic, [&](const char* folder) { return value.starts_with(folder); });
  if (value.starts_with('/') && !is_public && name != "LD_LIBRARY_PATH") return "/anonymised";
  return without_home_names(value);
}

}  // namespace treering::hw
