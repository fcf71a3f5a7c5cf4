#include "hw/world/anonymise/harmless_hwloc.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "core/text/words.h"
#include "hw/formats/xml/document.h"
#include "hw/world/anonymise/harmless_words.h"

namespace treering::hw::world::anonymise {
namespace {

using formats::xml::Element;

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

}  // namespace

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

}  // namespace treering::hw::world::anonymise
