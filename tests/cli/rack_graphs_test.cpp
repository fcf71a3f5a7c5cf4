// What NCCL itself decided on one and on two trays of a GB300 NVL72.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace rack_graphs_test {

using nlohmann::json;
using Orders = std::vector<std::vector<std::string>>;

struct Graph {
  int pattern;
  double intra, inter;
  Orders orders;
};

void expect_graph(const json& said, const Graph& real) {
  EXPECT_EQ(said["pattern"], real.pattern);
  EXPECT_EQ(said["channels"], real.orders.size());
  EXPECT_EQ(said["bw_intra_GBps"], real.intra);
  EXPECT_EQ(said["bw_inter_GBps"], real.inter);
  EXPECT_EQ(said["type_intra"], "NVL");
  EXPECT_EQ(said["type_inter"], "PIX");
  EXPECT_EQ(said["orders"], json(real.orders));
}

/// GPUs from `first` on, round to the one before it.
std::vector<std::string> round_of(int gpus, int first) {
  std::vector<std::string> order;
  for (int i = 0; i < gpus; ++i) order.push_back("GPU/" + std::to_string((first + i) % gpus));
  return order;
}

Orders rounds_of(int gpus, const std::vector<int>& firsts) {
  Orders orders;
  for (const int first : firsts) orders.push_back(round_of(gpus, first));
  return orders;
}

/// NVLS has a channel for each GPU.
Orders heads_of(int gpus) {
  Orders orders;
  for (int i = 0; i < gpus; ++i) orders.push_back({"GPU/" + std::to_string(i)});
  return orders;
}

json trays(int gpus) {
  const Outcome outcome =
      run("show gb300-nvl72 --graphs --nccl 2.29.7 --format json --quiet "
          "--gpus-per-node " +
          std::to_string(gpus));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

// NCCL 2.29.7's own graph dumps of a rack, mnnvl_graph_1tray_04.xml and
// mnnvl_graph_0405_healthy_control.xml of datacrunch-research/nccl-eBPF, and the channels that it
// logged: 32 for rings and trees, 24 for NVLS.
TEST(RackGraphs, OfOneTrayAreThoseOfARealOne) {
  const json shown = trays(4);
  EXPECT_EQ(shown["channels"]["ring_and_tree"], 32);
  EXPECT_EQ(shown["channels"]["nvls"], 24);
  expect_graph(shown["graphs"]["ring"], {4, 45, 45, rounds_of(4, std::vector<int>(16, 0))});
  expect_graph(shown["graphs"]["tree"],
               {3, 50, 50, rounds_of(4, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3})});
  expect_graph(shown["graphs"]["nvls"], {5, 90, 90, heads_of(4)});
}

TEST(RackGraphs, OfTwoTraysAreThoseOfRealOnes) {
  const json shown = trays(8);
  EXPECT_EQ(shown["channels"]["ring_and_tree"], 32);
  EXPECT_EQ(shown["channels"]["nvls"], 24);
  EXPECT_EQ(shown["nodes"], 1);
  expect_graph(shown["graphs"]["ring"], {4, 45, 45, rounds_of(8, std::vector<int>(16, 0))});
  expect_graph(shown["graphs"]["tree"], {1, 45, 45, rounds_of(8, std::vector<int>(16, 0))});
  expect_graph(shown["graphs"]["nvls"], {5, 80, 90, heads_of(8)});
}

}  // namespace rack_graphs_test
}  // namespace treering::cli
