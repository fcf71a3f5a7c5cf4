// How long it takes to read ibnetdiscover's text of a large fabric and to find out what it is.
// Issue: 10,000 hosts and 1,000 switches in under 2 s and 500 MB.
//
//   build/release/bin/bench_subnet [RUNS]
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "hw/subnet/ibnetdiscover.h"
#include "hw/subnet/subnet_fabric.h"
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

/// Whether the targets are met. Memory is that of the process at its peak, with the text.
bool print_row(const Case& one, int runs) {
  const std::string text = treering::test::subnet_text(one.plan);
  std::vector<double> read_seconds;
  std::vector<double> look_seconds;
  bool is_tree = false;
  for (int i = 0; i < runs; ++i) {
    treering::hw::Subnet subnet;
    read_seconds.push_back(treering::test::processor_seconds([&] {
      auto read = treering::hw::read_ibnetdiscover(text, "net.txt");
      if (read) subnet = std::move(read->subnet);
    }));
    look_seconds.push_back(treering::test::processor_seconds(
        [&] { is_tree = treering::hw::fabric_of(subnet, "net.txt").tree.is_fat_tree; }));
  }
  std::ranges::sort(read_seconds);
  std::ranges::sort(look_seconds);
  const auto middle = static_cast<std::size_t>(runs / 2);
  const double peak = treering::test::peak_memory_mb();
  const bool is_reached =
      is_tree && peak <= kTargetMb && read_seconds[middle] + look_seconds[middle] <= kTargetSeconds;
  fmt::print("{:<50} {:>6.1f} {:>8.0f} {:>8.0f} {:>9.1f}   {}\n", one.what,
             static_cast<double>(text.size()) / 1e6, read_seconds[middle] * 1e3,
             look_seconds[middle] * 1e3, peak, is_reached ? "reached" : "MISSED");
  return is_reached;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  fmt::print("ibnetdiscover, median of {} runs; target: {} s CPU, {} MB\n", runs, kTargetSeconds,
             kTargetMb);
  fmt::print("{:<50} {:>6} {:>8} {:>8} {:>9}\n", "fabric", "MB", "read ms", "look ms", "peak MB");
  const std::array<Case, 3> cases{{
      {"1,000 hosts, 75 switches", {{20, 50}, {1, 25}, {1, 1}}},
      {"10,000 hosts, 1,000 switches", {{20, 20, 25}, {1, 10, 25}, {1, 1, 1}}},
      {"10,000 hosts with 8 ports", {{20, 160, 25}, {1, 8, 25}, {1, 1, 1}, 8}},
  }};
  bool all_reached = true;
  for (const Case& one : cases) all_reached = print_row(one, runs) && all_reached;
  return all_reached ? EXIT_SUCCESS : EXIT_FAILURE;
}
