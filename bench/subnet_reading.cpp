// Times the reading and the analysis of large fabrics.
// Target: 10,000 hosts and 1,000 switches within 2 s and 500 MB.
//
//   build/release/bin/bench_subnet [RUNS]
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/formats.h"
#include "tests/support/peak_memory.h"
#include "tests/support/processor_time.h"
#include "tests/support/subnet_text.h"

namespace {

using treering::test::FatTreePlan;

constexpr double kTargetSeconds = 2;
constexpr double kTargetMb = 500;

struct Case {
  std::string_view what;
  FatTreePlan plan;
};

using ReadText = treering::core::Result<treering::hw::fabric::readers::FabricText> (*)(
    std::string_view, const std::string&);

/// The cables of a fabric as opensm lists them, each from both ends.
std::string lst_text(const treering::hw::fabric::FabricGraph& graph) {
  const auto end = [&](const treering::hw::fabric::FabricPort& port) {
    const auto& node = graph.node(port.node);
    const bool is_switch = node.kind == treering::hw::fabric::FabricNodeKind::Switch;
    return fmt::format(
        "{{ {} Ports:41 SystemGUID:{:016x} NodeGUID:{:016x} PortGUID:{:016x} {{{}}} "
        "LID:0001 PN:{:02X} }}",
        is_switch ? "SW" : "CA", node.guid, node.guid, node.guid, node.description, port.number);
  };
  std::string text;
  for (const auto& cable : graph.cables) {
    const std::string near = end(cable.ends[0]);
    const std::string far = end(cable.ends[1]);
    text +=
        fmt::format("{0} {1} PHY=4x LOG=ACT SPD=100\n{1} {0} PHY=4x LOG=ACT SPD=100\n", near, far);
  }
  return text;
}

/// Slurm's topology.conf of leaves with 20 hosts each, below `spines` switches.
std::string slurm_text(int leaves, int spines) {
  std::string text;
  for (int i = 0; i < leaves; ++i) {
    text += fmt::format("SwitchName=leaf{} Nodes=node[{:05}-{:05}]\n", i, i * 20, i * 20 + 19);
  }
  for (int i = 0; i < spines; ++i) {
    text += fmt::format("SwitchName=spine{} Switches=leaf[0-{}]\n", i, leaves - 1);
  }
  return text;
}

/// Whether the targets are met. Memory is that of the process at its peak, with the text.
bool print_row(std::string_view what, const std::string& text, ReadText reader, int runs) {
  std::vector<double> read_seconds;
  std::vector<double> look_seconds;
  bool is_tree = false;
  for (int i = 0; i < runs; ++i) {
    treering::hw::fabric::FabricGraph graph;
    read_seconds.push_back(treering::test::processor_seconds([&] {
      auto read = reader(text, "net.txt");
      if (read) graph = std::move(read->graph);
    }));
    look_seconds.push_back(treering::test::processor_seconds([&] {
      is_tree = treering::hw::fabric::analysis::fabric_of(graph, "net.txt").tree.is_fat_tree;
    }));
  }
  std::ranges::sort(read_seconds);
  std::ranges::sort(look_seconds);
  const auto middle = static_cast<std::size_t>(runs / 2);
  const double peak = treering::test::peak_memory_mb();
  const bool is_reached =
      is_tree && peak <= kTargetMb && read_seconds[middle] + look_seconds[middle] <= kTargetSeconds;
  fmt::print("{:<50} {:>6.1f} {:>8.0f} {:>8.0f} {:>9.1f}   {}\n", what,
             static_cast<double>(text.size()) / 1e6, read_seconds[middle] * 1e3,
             look_seconds[middle] * 1e3, peak, is_reached ? "reached" : "MISSED");
  return is_reached;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  fmt::print("fabrics, median of {} runs; target: {} s CPU, {} MB\n", runs, kTargetSeconds,
             kTargetMb);
  fmt::print("{:<50} {:>6} {:>8} {:>8} {:>9}\n", "fabric", "MB", "read ms", "look ms", "peak MB");
  const std::array<Case, 3> cases{{
      {"1,000 hosts, 75 switches", {{20, 50}, {1, 25}, {1, 1}}},
      {"10,000 hosts, 1,000 switches", {{20, 20, 25}, {1, 10, 25}, {1, 1, 1}}},
      {"10,000 hosts with 8 ports", {{20, 160, 25}, {1, 8, 25}, {1, 1, 1}, 8}},
  }};
  bool all_reached = true;
  for (const Case& one : cases) {
    const std::string text = treering::test::subnet_text(one.plan);
    all_reached =
        print_row(one.what, text, treering::hw::fabric::readers::read_ibnetdiscover, runs) &&
        all_reached;
  }
  const auto read = treering::hw::fabric::readers::read_ibnetdiscover(
      treering::test::subnet_text(cases[1].plan), "");
  if (!read) return EXIT_FAILURE;
  all_reached = print_row("the second as subnet.lst", lst_text(read->graph),
                          treering::hw::fabric::readers::read_subnet_lst, runs) &&
                all_reached;
  all_reached = print_row("10,000 hosts, 500 leaves, 20 spines of Slurm", slurm_text(500, 20),
                          treering::hw::fabric::readers::read_slurm_topology, runs) &&
                all_reached;
  return all_reached ? EXIT_SUCCESS : EXIT_FAILURE;
}
