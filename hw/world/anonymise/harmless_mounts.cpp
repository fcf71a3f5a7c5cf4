#include "hw/world/anonymise/harmless_mounts.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "core/text/lines.h"
#include "core/text/words.h"

namespace treering::hw::world::anonymise {
namespace {

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

}  // namespace

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

std::string harmless_kernel_options(const std::string& text, SecretFilter& /*filter*/) {
  std::istringstream stream(text);
  std::string result;
  for (std::string word; stream >> word;) {
    if (is_harmless_kernel_option(word)) result += (result.empty() ? "" : " ") + word;
  }
  return result + "\n";
}

}  // namespace treering::hw::world::anonymise
