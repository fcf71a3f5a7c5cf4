#include "tests/support/parity.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tests/support/parity_call.h"

namespace treering::testing {
namespace {

using core::TreeLinks;
using nlohmann::json;
using sim::nccl::Algorithm;
using sim::nccl::ChannelGraph;
using sim::nccl::kAlgorithms;
using sim::nccl::kProtocols;
using sim::nccl::NodeChannel;
using sim::nccl::Plan;
using sim::nccl::Protocol;
using sim::nccl::tuning::TuningCell;

void note(Tally& tally, const std::string& where, const std::string& ours,
          const std::string& recorded) {
  ++tally.compared;
  if (ours != recorded) {
    tally.differences.push_back(fmt::format("{}: {}, NCCL has {}", where, ours, recorded));
  }
}

std::string summary(const ChannelGraph& graph) {
  return fmt::format("pattern {} channels {} bw {:.2f}/{:.2f} type {}/{} same {} cross {}",
                     static_cast<int>(graph.pattern), graph.channel_count(), graph.bw_intra,
                     graph.bw_inter, name_of(graph.type_intra), name_of(graph.type_inter),
                     graph.same_channels, graph.cross_nic);
}

std::string order(const std::vector<NodeChannel>& channels) {
  std::string text;
  for (const NodeChannel& one : channels) {
    text += fmt::format("[{}>{}<{}]", one.nets[0], fmt::join(one.gpus, " "), one.nets[1]);
  }
  return text;
}

void compare_graph(const char* name, const ChannelGraph& recorded, const ChannelGraph& ours,
                   Comparison& result) {
  note(result.of(Aspect::Graphs), name, summary(ours), summary(recorded));
  note(result.of(Aspect::Orders), name, order(ours.channels), order(recorded.channels));
}

/// Of a recording without the file of graphs: what NCCL prints of ring and tree.
void compare_printed(const OracleCase& recorded, const Plan& ours, Tally& tally) {
  note(tally, "ring", summary(ours.graphs.ring), summary(recorded.graphs.ring));
  note(tally, "tree", summary(ours.graphs.tree), summary(recorded.graphs.tree));
}

void compare_graphs(const OracleCase& recorded, const Plan& ours, Comparison& result) {
  const auto& theirs = recorded.graphs;
  if (!recorded.has_graph_file) {
    compare_printed(recorded, ours, result.of(Aspect::Graphs));
  } else {
    compare_graph("ring", theirs.ring, ours.graphs.ring, result);
    compare_graph("tree", theirs.tree, ours.graphs.tree, result);
    compare_graph("nvls", theirs.nvls, ours.graphs.nvls, result);
    compare_graph("collnet_chain", theirs.collnet_chain, ours.graphs.collnet_chain, result);
    compare_graph("collnet_direct", theirs.collnet_direct, ours.graphs.collnet_direct, result);
  }
  const json& channels = recorded.json->at("channels");
  note(result.of(Aspect::Graphs), "channel counts",
       fmt::format("{} and {} NVLS", ours.channels.count(), ours.channels.nvls_count()),
       fmt::format("{} and {} NVLS", channels.at("coll").get<int>(),
                   channels.at("nvls").get<int>()));
}

void compare_rings(const json& rings, const Plan& plan, Tally& tally) {
  if (rings.empty()) return;  // NCCL's log cuts rings of some lengths
  for (std::size_t c = 0; c < rings.size(); ++c) {
    if (static_cast<int>(c) >= plan.channels.count()) break;
    auto expected = rings.at(c).get<std::vector<int>>();
    std::vector<int> ours = plan.channels.ring(static_cast<int>(c));
    if (expected.size() < ours.size()) {
      // NCCL's log cuts long rings; the last number may be cut as well.
      expected.pop_back();
      ours.resize(expected.size());
    }
    note(tally, fmt::format("ring {}", c), fmt::format("{}", fmt::join(ours, " ")),
         fmt::format("{}", fmt::join(expected, " ")));
  }
}

json links_of(const TreeLinks& links, int channel) {
  json down = json::array();
  for (const int rank : links.down) {
    if (rank >= 0) down.push_back(rank);
  }
  return {{"channel", channel}, {"down", down}, {"up", links.up}};
}

void compare_trees(const json& trees, const Plan& plan, Tally& tally) {
  for (const auto& [rank, channels] : trees.items()) {
    for (const json& recorded : channels) {
      const int channel = recorded.at("channel");
      if (channel >= plan.channels.count()) continue;
      const json ours = links_of(plan.channels.tree(channel, std::stoi(rank)), channel);
      note(tally, fmt::format("tree of rank {}", rank), ours.dump(), recorded.dump());
    }
  }
}

/// Calls check(name, our cell, recorded cell) for each cell of a recorded table.
template <class Check>
void for_each_cell(const Plan& plan, const json& table, Check check) {
  for (const auto& [name, row] : table.items()) {
    const auto collective = core::parse_collective(name);
    for (int i = 0; collective && i < kAlgorithms * kProtocols; ++i) {
      const auto algorithm = static_cast<Algorithm>(i / kProtocols);
      const auto protocol = static_cast<Protocol>(i % kProtocols);
      const std::string column(name_of(algorithm));
      const std::string cell(name_of(protocol));
      if (!row.contains(column) || !row.at(column).contains(cell)) continue;
      check(fmt::format("{} {} {}", name, column, cell),
            plan.tuning.cell(*collective, algorithm, protocol), row.at(column).at(cell));
    }
  }
}

void compare_table(const json& tuning, const Plan& plan, Tally& tally) {
  const auto printed = [](float latency, float bandwidth) {
    return fmt::format("{:.1f} us {:.1f} GB/s", latency, bandwidth);
  };
  for_each_cell(plan, tuning.at("table"),
                [&](const std::string& where, const TuningCell& ours, const json& cell) {
                  note(tally, where, printed(ours.latency_us, ours.bandwidth_gb_per_s),
                       printed(cell.at("lat_us"), cell.at("bw_GBs")));
                });
  const auto is_near = [](float ours, double recorded) {
    return std::abs(static_cast<double>(ours) - recorded) <= 1e-4 * std::abs(recorded);
  };
  for_each_cell(plan, tuning.at("exact"),
                [&](const std::string& where, const TuningCell& ours, const json& cell) {
                  ++tally.compared;
                  if (!is_near(ours.latency_us, cell.at("lat_us")) ||
                      !is_near(ours.bandwidth_gb_per_s, cell.at("bw_GBs"))) {
                    tally.differences.push_back(fmt::format("{}: {} us {} GB/s, NCCL has {}", where,
                                                            ours.latency_us,
                                                            ours.bandwidth_gb_per_s, cell.dump()));
                  }
                });
}

void compare_threads(const json& tuning, const Plan& plan, Tally& tally) {
  if (tuning.at("max_threads").empty()) return;  // one rank: NCCL makes no table
  const json& limits = tuning.at("max_threads");
  for (int i = 0; i < kAlgorithms * kProtocols; ++i) {
    const auto algorithm = static_cast<Algorithm>(i / kProtocols);
    const auto protocol = static_cast<Protocol>(i % kProtocols);
    const int recorded =
        limits.at(std::string(name_of(algorithm))).at(std::string(name_of(protocol)));
    note(tally, fmt::format("threads of {} {}", name_of(algorithm), name_of(protocol)),
         fmt::format("{}", plan.tuning.max_threads(algorithm, protocol)),
         fmt::format("{}", recorded));
  }
  // "tree | ring | CollNetDirect | CollNetChain", of the first two all protocols.
  const auto threshold = [&](Algorithm a, Protocol p) {
    return plan.tuning.thread_threshold(a, p);
  };
  const auto all = [&](Algorithm a) {
    return fmt::format("{}/{}/{}", threshold(a, Protocol::Ll), threshold(a, Protocol::Ll128),
                       threshold(a, Protocol::Simple));
  };
  note(tally, "thread thresholds",
       fmt::format("{} | {} | {} | {}", all(Algorithm::Tree), all(Algorithm::Ring),
                   threshold(Algorithm::CollNetDirect, Protocol::Simple),
                   threshold(Algorithm::CollNetChain, Protocol::Simple)),
       tuning.at("thread_thresholds"));
}

}  // namespace

std::string_view name_of(Aspect aspect) {
  static constexpr std::array<std::string_view, kAspects> kNames{
      "graphs", "orders", "tuning", "costs", "choices", "schedules", "connections"};
  return kNames[static_cast<std::size_t>(aspect)];
}

bool Comparison::is_equal() const {
  return std::ranges::all_of(tallies, [](const Tally& one) { return one.differences.empty(); });
}

Comparison compare(const OracleCase& recorded, const Plan& ours) {
  Comparison result;
  compare_graphs(recorded, ours, result);
  compare_rings(recorded.json->at("rings"), ours, result.of(Aspect::Orders));
  compare_trees(recorded.json->at("trees"), ours, result.of(Aspect::Orders));
  compare_table(recorded.json->at("tuning"), ours, result.of(Aspect::Tuning));
  compare_threads(recorded.json->at("tuning"), ours, result.of(Aspect::Tuning));
  compare_calls(recorded, ours, result);
  return result;
}

}  // namespace treering::testing
