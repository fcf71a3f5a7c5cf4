#include "tests/support/hwloc_xml.h"

#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace treering::testing {
namespace {

class Writer {
 public:
  /// \param node -1: of all
  std::string object(const char* type, int number, std::uint64_t cpus, int node) {
    const unsigned nodes = node < 0 ? all_nodes : 1U << static_cast<unsigned>(node);
    return fmt::format(
        R"(<object type="{}" os_index="{}" cpuset="0x{:08x}" complete_cpuset="0x{:08x}" )"
        R"(nodeset="0x{:08x}" complete_nodeset="0x{:08x}" gp_index="{}")",
        type, number, cpus, cpus, nodes, nodes, ++objects_);
  }
  std::string device(const std::string& address, std::size_t bridge) {
    const std::string bus = address.substr(5, 2);
    objects_ += 2;
    return fmt::format(
        R"(<object type="Bridge" gp_index="{}" bridge_type="0-1" depth="0" )"
        R"(bridge_pci="0000:[{}-{}]" os_index="{}">)"
        R"(<object type="PCIDev" gp_index="{}" pci_busid="{}" )"
        R"(pci_type="0302 [10de:2330] [10de:16c1] a1" pci_link_speed="63.015385"/></object>)"
        "\n",
        objects_ - 1, bus, bus, bridge, objects_, address);
  }

  unsigned all_nodes = 1;

 private:
  int objects_ = 0;
};

std::uint64_t bits(int first, int count) {
  return ((std::uint64_t{1} << static_cast<unsigned>(count)) - 1) << static_cast<unsigned>(first);
}

}  // namespace

std::string hwloc_xml(const SmallMachine& machine) {
  Writer writer;
  writer.all_nodes = static_cast<unsigned>(bits(0, machine.packages));
  const int width = 2 * machine.cores;
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
      "<topology version=\"2.0\">\n" +
      writer.object("Machine", 0, bits(0, width * machine.packages), -1) + ">\n";
  for (int package = 0; package < machine.packages; ++package) {
    const int first = package * width;
    const std::uint64_t all = bits(first, width);
    text += writer.object("Package", package, all, package) + ">\n" +
            writer.object("NUMANode", package, all, package) + "/>\n";
    for (int core = 0; core < machine.cores; ++core) {
      const int unit = first + 2 * core;
      text += writer.object("Core", core, bits(unit, 2), package) + ">" +
              writer.object("PU", unit, bits(unit, 1), package) + "/>" +
              writer.object("PU", unit + 1, bits(unit + 1, 1), package) + "/></object>\n";
    }
    const auto number = static_cast<std::size_t>(package);
    if (number < machine.gpus.size()) {
      for (std::size_t i = 0; i < machine.gpus[number].size(); ++i) {
        text += writer.device(machine.gpus[number][i], 8 * number + i);
      }
    }
    text += "</object>\n";
  }
  return text + "</object>\n</topology>\n";
}

}  // namespace treering::testing
