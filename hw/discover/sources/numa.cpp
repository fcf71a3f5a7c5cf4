#include "hw/discover/sources/numa.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/catalogue/cpus.h"
#include "hw/discover/sources/cpumap.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kNodes = "/sys/devices/system/node";
constexpr const char* kProcessors = "/sys/devices/system/cpu";
constexpr const char* kCpuInfo = "/proc/cpuinfo";

std::optional<int> node_number(std::string_view name) {
  constexpr std::string_view kPrefix = "node";
  if (!name.starts_with(kPrefix)) return {};
  return core::whole_number<int>(name.substr(kPrefix.size()));
}

/// The first processor's fields of /proc/cpuinfo.
void read_cpuinfo(const std::string& text, NumaFacts& facts) {
  for (core::LineReader lines(text); lines.next();) {
    const std::string line(lines.line());
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
    } else if (key == "flags") {
      facts.has_hypervisor = (" " + value + " ").find(" hypervisor ") != std::string::npos;
    } else if (key == "CPU implementer") {
      facts.arch = "arm64";
    } else if (key == "cpu" && value.starts_with("POWER")) {
      facts.arch = "ppc64";
    } else if (const auto number = core::whole_number<int>(value); number && key == "cpu family") {
      facts.family = {catalogue::nccl_family(*number), origin};
    } else if (number && key == "model") {
      facts.model = {*number, origin};
    }
  }
}

/// The packages of one node's processors. One read for each package, not for each processor.
std::set<int> packages_of(const std::string& cpumap, FactReader& reader) {
  std::set<int> packages;
  std::set<int> left = cpus_in(cpumap);
  while (!left.empty()) {
    const std::string folder = fmt::format("{}/cpu{}/topology/", kProcessors, *left.begin());
    left.erase(left.begin());
    const auto package = reader.integer(folder + "physical_package_id");
    if (!package || package->value < 0) continue;  // -1: the firmware does not say
    packages.insert(package->value);
    for (const int cpu : cpus_in(reader.plain_text(folder + "core_siblings"))) left.erase(cpu);
  }
  return packages;
}

}  // namespace

NumaFacts discover_numa(const world::World& world) {
  FactReader reader(world);
  NumaFacts facts;
  for (const std::string& name : reader.names_of_source(kNodes)) {
    const auto number = node_number(name);
    if (!number) continue;
    const std::string cpumap = reader.plain_text(std::string(kNodes) + "/" + name + "/cpumap");
    for (const int package : packages_of(cpumap, reader)) facts.packages[package].insert(*number);
    facts.cpumaps[*number] = cpumap;
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

}  // namespace treering::hw::discover::sources
