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
  all_reached = print_row("10,000 hosts, 500 leaves, 20 spines of Slurm", slurm_text(500, 20),
                          treering::hw::fabric::readers::read_slurm_topology, runs) &&
                all_reached;
  return all_reached ? EXIT_SUCCESS : EXIT_FAILURE;
}
