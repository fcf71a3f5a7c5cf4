// The tables and pictures of docs/guides/ring-or-tree.md: rules of thumb about NCCL's algorithms
// beside predictions and published measurements.
//   bench_rules [FOLDER]   with ring-or-tree.csv, into which pictures go (default: docs/guides)
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/rules/times.h"
#include "core/units.h"

namespace treering::bench {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = kKiB * 1024;
constexpr std::uint64_t kGiB = kMiB * 1024;

struct Machine {
  std::string name;
  std::vector<int> nodes;
};

void print_row(const std::vector<std::string>& cells) {
  fmt::print("| {} |\n", fmt::join(cells, " | "));
}

std::string ratio_text(std::optional<double> one, std::optional<double> other) {
  return one && other ? fmt::format("{:.2f}", *one / *other) : "-";
}

/// At which sizes Ring is faster than Tree, by the number of nodes.
void print_crossovers() {
  const std::vector<int> counts{1, 2, 4, 8, 16, 32, 64, 128, 512};
  fmt::print("## Ring is faster than Tree (predicted)\n\n");
  std::vector<std::string> head{"machine", "GPUs of a node"};
  for (const int nodes : counts) head.push_back(core::counted(nodes, "node"));
  print_row(head);
  print_row(std::vector<std::string>(head.size(), "---"));
  for (const auto& [machine, gpus] :
       {std::pair("dgx-h100", 8), std::pair("dgx-a100", 8), std::pair("marenostrum5", 4),
        std::pair("alps", 4), std::pair("summit", 6)}) {
    std::vector<std::string> cells{machine, fmt::format("{}", gpus)};
    for (const int nodes : counts) {
      cells.push_back(faster_at(curves_for({machine, nodes}), "Ring", "Tree"));
    }
    print_row(cells);
  }
}

/// Ring / Tree at each size.
void add_ratios(const app::overview::Curves& curves, const std::vector<std::uint64_t>& sizes,
                std::vector<std::string>& cells) {
  for (const std::uint64_t bytes : sizes) {
    cells.push_back(ratio_text(time_at(curves, "Ring", bytes), time_at(curves, "Tree", bytes)));
  }
}

/// Ring / Tree of two nodes beside other numbers, by our model and by NCCL's own.
void print_two_nodes() {
  fmt::print("\n## Time of Ring / time of Tree (predicted)\n\n");
  const std::vector<std::uint64_t> sizes{64 * kKiB, kMiB, 16 * kMiB, 256 * kMiB, kGiB};
  std::vector<std::string> head{"machine", "nodes", "model"};
  for (const std::uint64_t bytes : sizes) head.push_back(core::format_size(bytes));
  print_row(head);
  print_row(std::vector<std::string>(head.size(), "---"));
  for (const char* const machine : {"dgx-h100", "dgx-a100"}) {
    for (const int nodes : {1, 2, 3, 4, 8}) {
      for (const sim::Model model : {sim::Model::Cost, sim::Model::Nccl}) {
        const auto curves = curves_for({machine, nodes, 0, 64 * kKiB, kGiB, 2, model});
        std::vector<std::string> cells{machine, fmt::format("{}", nodes),
                                       model == sim::Model::Cost ? "cost" : "nccl"};
        add_ratios(curves, sizes, cells);
        print_row(cells);
      }
    }
  }
}

std::optional<double> least(const app::overview::Curves& curves,
                            const std::vector<std::string>& algorithms, std::uint64_t bytes) {
  std::optional<double> best;
  for (const std::string& one : algorithms) {
    const auto us = time_at(curves, one, bytes);
    if (us && (!best || *us < *best)) best = us;
  }
  return best;
}

/// The better of NVLS and NVLSTree beside the better of Ring and Tree.
void print_nvls() {
  fmt::print("\n## Time of NVLS or NVLSTree / time of Ring or Tree (predicted)\n\n");
  const std::vector<std::uint64_t> sizes{8, 64 * kKiB, kMiB, 16 * kMiB, 256 * kMiB, kGiB, 8 * kGiB};
  std::vector<std::string> head{"machine", "nodes"};
  for (const std::uint64_t bytes : sizes) head.push_back(core::format_size(bytes));
  print_row(head);
  print_row(std::vector<std::string>(head.size(), "---"));
  for (const char* const machine : {"dgx-h100", "dgx-h200", "dgx-b200"}) {
    for (const int nodes : {1, 2, 4, 16, 64}) {
      const auto curves = curves_for({machine, nodes});
      std::vector<std::string> cells{machine, fmt::format("{}", nodes)};
      for (const std::uint64_t bytes : sizes) {
        cells.push_back(ratio_text(least(curves, {"NVLS", "NVLSTree"}, bytes),
                                   least(curves, {"Ring", "Tree"}, bytes)));
      }
      print_row(cells);
    }
  }
}

using Call = std::tuple<std::string, int, int, std::uint64_t>;  // machine, nodes, GPUs, bytes

/// Ring / other of measured pairs, and the same as predicted.
void print_measured(const std::vector<PublishedTime>& published) {
  fmt::print("\n## Measured: time of Ring / time of the other\n\n");
  print_row({"run", "machine", "GPUs", "size", "other", "measured", "predicted"});
  print_row({"---", "---", "---:", "---:", "---", "---:", "---:"});
  std::map<Call, PublishedTime> rings;
  for (const PublishedTime& one : published) {
    if (one.algorithm == "Ring") {
      rings[{one.topology, one.nodes, one.gpus_per_node, one.bytes}] = one;
    }
  }
  constexpr double kDifferent = 1.1;
  int judged = 0;
  int right = 0;
  for (const PublishedTime& one : published) {
    const auto ring = rings.find({one.topology, one.nodes, one.gpus_per_node, one.bytes});
    if (one.algorithm == "Ring" || ring == rings.end()) continue;
    const double measured = ring->second.us / one.us;
    std::optional<double> predicted;
    if (!one.topology.empty()) {
      const auto curves =
          curves_for({one.topology, one.nodes, one.gpus_per_node, one.bytes, one.bytes});
      const auto first = time_at(curves, "Ring", one.bytes);
      const auto second = time_at(curves, one.algorithm, one.bytes);
      if (first && second) predicted = *first / *second;
    }
    print_row({one.run, one.topology.empty() ? "-" : one.topology, fmt::format("{}", one.gpus()),
               core::format_size(one.bytes), one.algorithm, fmt::format("{:.2f}", measured),
               predicted ? fmt::format("{:.2f}", *predicted) : "-"});
    if (!predicted || std::abs(std::log(measured)) < std::log(kDifferent)) continue;
    ++judged;
    if ((measured > 1) == (*predicted > 1)) ++right;
  }
  fmt::print(
      "\nWhere the two differ by 10 % or more, the model names the faster one in {} of {} "
      "cases.\n",
      right, judged);
}

}  // namespace
}  // namespace treering::bench

int main(int argc, char** argv) {
  using namespace treering::bench;
  const std::string folder = argc > 1 ? argv[1] : "docs/guides";
  const auto published = read_published(folder + "/ring-or-tree.csv");
  if (published.empty()) {
    fmt::print(stderr, "{}/ring-or-tree.csv: not found, or without rows\n", folder);
    return 1;
  }
  print_crossovers();
  print_two_nodes();
  print_nvls();
  print_measured(published);
  draw_pictures(published, folder);
  return 0;
}
