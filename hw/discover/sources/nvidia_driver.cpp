#include "hw/discover/sources/nvidia_driver.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/names.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kGpus = "/proc/driver/nvidia/gpus";
constexpr const char* kVersion = "/proc/driver/nvidia/version";

/// The first number with two dots or one in "NVRM version: NVIDIA UNIX x86_64 Kernel Module
/// 550.54.15  Tue Mar ..."; "" for none.
std::string version_in(const std::string& text) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    const bool is_number =
        std::ranges::all_of(word, [](char c) { return core::is_digit(c) || c == '.'; });
    if (is_number && word.find('.') != std::string::npos) return word;
  }
  return "";
}

/// The value of a line "Model: \t\t NVIDIA H100 80GB HBM3"; "" when there is no such line.
std::string field_in(const std::string& text, std::string_view key) {
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || core::trimmed(line.substr(0, colon)) != key) continue;
    return std::string(core::trimmed(line.substr(colon + 1)));
  }
  return "";
}

}  // namespace

DriverFacts discover_nvidia_driver(const world::World& world) {
  FactReader reader(world);
  DriverFacts facts;
  if (const auto text = reader.text(kVersion)) {
    const std::string version = version_in(text->value);
    if (!version.empty()) facts.version = {version, text->origin};
  }
  for (const std::string& name : reader.names(kGpus)) {
    if (!core::is_pci_function(name)) continue;
    const auto text = reader.text(fmt::format("{}/{}/information", kGpus, name));
    if (!text) continue;
    facts.models[core::lower_case(name)] = {field_in(text->value, "Model"), text->origin};
  }
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
