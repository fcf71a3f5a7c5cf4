#include "hw/discover/numa.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "core/words.h"
#include "hw/cpu_family.h"

namespace treering::hw {
namespace {

constexpr const char* kNodes = "/sys/devices/system/node";
constexpr const char* kCpuInfo = "/proc/cpuinfo";

std::optional<int> node_number(std::string_view name) {
  constexpr std::string_view kPrefix = "node";
  if (!name.starts_with(kPrefix)) return {};
  return core::whole_number<int>(name.substr(kPrefix.size()));
}

/// The first processor's fields of /proc/cpuinfo.
void read_cpuinfo(const std::string& text, NumaFacts& facts) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) {
      if (!facts.arch.empty() && line.empty()) return;
      continue;
    }
    const std::string key = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
    const std::string value = line.size() > colon + 2 ? line.substr(colon + 2) : "";
    const core::Origin origin{core::Origin::Kind::Discovered, kCpuInfo};
    if (key == "vendor_id") {
      facts.arch = "x86_64";
      facts.vendor = value;
    } else if (key == "CPU implementer") {
      facts.arch = "arm64";
    } else if (key == "cpu" && value.starts_with("POWER")) {
      facts.arch = "ppc64";
    } else if (const auto number = core::whole_number<int>(value); number && key == "cpu family") {
      facts.family = {nccl_family(*number), origin};
    } else if (number && key == "model") {
      facts.model = {*number, origin};
    }
  }
}

}  // namespace

NumaFacts discover_numa(const World& world) {
  FactReader reader(world);
  NumaFacts facts;
  for (const std::string& name : reader.names_of_source(kNodes)) {
    const auto number = node_number(name);
    if (!number) continue;
    facts.cpumaps[*number] = reader.plain_text(std::string(kNodes) + "/" + name + "/cpumap");
  }
  facts.unread = reader.take_unread();
  const auto cpuinfo = world.read(kCpuInfo);
  if (cpuinfo) {
    read_cpuinfo(*cpuinfo, facts);
  } else {
    facts.unread.push_back({kCpuInfo, cpuinfo.error()});
  }
  return facts;
}

}  // namespace treering::hw
