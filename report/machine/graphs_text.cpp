#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/graphs.h"
#include "app/setup/plan.h"
#include "core/text/table.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/machine/machine_text.h"

namespace treering::report::machine {
namespace {

using core::Align;
using core::TreeLinks;
using sim::nccl::ChannelGraph;
using sim::nccl::Plan;

/// "0, 8", "0-31": three or more in a row as a range. \pre ascending
std::string ranges_text(const std::vector<int>& numbers) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - i < 3) end = i + 1;
    parts.push_back(end - i == 1 ? fmt::format("{}", numbers[i])
                                 : fmt::format("{}-{}", numbers[i], numbers[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Texts with the channels that share them: "0, 8: ...".
class ByChannel {
 public:
  void add(int channel, const std::string& text) {
    const auto found = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const auto& group) { return group.first == text; });
    if (found == groups_.end()) {
      groups_.push_back({text, {channel}});
    } else {
      found->second.push_back(channel);
    }
  }

  /// A line per text, behind its channels, wrapped.
  std::string lines(std::size_t width) const {
    std::string result;
    for (const auto& [text, channels] : groups_) {
      const std::string label = fmt::format("  {:>5}: ", ranges_text(channels));
      result += label + core::wrapped(text, width - label.size(), label.size()) + "\n";
    }
    return result;
  }

  /// Below the channels, as they are.
  std::string blocks() const {
    std::string result;
    for (const auto& [text, channels] : groups_) {
      result += fmt::format("  channel{} {}:\n{}", channels.size() == 1 ? "" : "s",
                            ranges_text(channels), text);
    }
    return result;
  }

 private:
  std::vector<std::pair<std::string, std::vector<int>>> groups_;
};

std::string search_table(const Plan& plan, std::size_t width) {
  FittedTable table({{{"graph", Align::Left}},
                     {{"pattern", Align::Left}, 1},
                     {{"channels", Align::Right}},
                     {{"inside", Align::Right, 0, "(GB/s)"}},
                     {{"outside", Align::Right, 0, "(GB/s)"}},
                     {{"paths", Align::Left, 0, "inside/outside"}, 2, "paths"},
                     {{"crosses NICs", Align::Left}, 3}});
  for (const app::setup::NamedGraph& named : app::setup::graphs_of(plan)) {
    const ChannelGraph& graph = *named.graph;
    if (graph.channels.empty()) continue;
    table.add_row({std::string(named.name), std::string(app::setup::pattern_name(graph.pattern)),
                   fmt::format("{}", graph.channel_count()),
                   fmt::format("{:.1f}", static_cast<double>(graph.bw_intra)),
                   fmt::format("{:.1f}", static_cast<double>(graph.bw_inter)),
                   fmt::format("{}/{}", name_of(graph.type_intra), name_of(graph.type_inter)),
                   graph.cross_nic == 0 ? "no" : "yes"});
  }
  return fitted_text(std::move(table), width);
}

/// "9.3" where the pair is usable.
std::string latency_text(const sim::nccl::tuning::TuningCell& cell) {
  return cell.ruled_out.empty() ? fmt::format("{:.1f}", static_cast<double>(cell.latency_us)) : "-";
}

std::string bandwidth_text(const sim::nccl::tuning::TuningCell& cell) {
  return cell.ruled_out.empty()
             ? fmt::format("{:.1f}", static_cast<double>(cell.bandwidth_gb_per_s))
             : "-";
}

/// Two columns for each protocol; those of the last stay, and bandwidths go before latencies.
std::vector<FittedColumn> tuning_columns() {
  std::vector<FittedColumn> columns{{{"collective", Align::Left}}, {{"algorithm", Align::Left}}};
  for (int p = 0; p < sim::nccl::kProtocols; ++p) {
    const std::string protocol(name_of(static_cast<sim::nccl::Protocol>(p)));
    const int rank = 2 * (sim::nccl::kProtocols - 1 - p);
    columns.push_back(
        {{protocol, Align::Right, 7, "(us)"}, std::max(rank - 1, 0), protocol + " latency"});
    columns.push_back({{"", Align::Right, 7, "(GB/s)"}, rank, protocol + " bandwidth"});
  }
  return columns;
}

/// Algorithms that NCCL can use for a collective with at least one protocol.
std::string tuning_text(const Plan& plan, std::size_t width) {
  FittedTable table(tuning_columns());
  for (const core::Collective collective : sim::nccl::tuning::tuned_collectives()) {
    for (int a = 0; a < sim::nccl::kAlgorithms; ++a) {
      const auto algorithm = static_cast<sim::nccl::Algorithm>(a);
      std::vector<std::string> cells{std::string(core::name_of(collective)),
                                     std::string(name_of(algorithm))};
      bool is_usable = false;
      for (int p = 0; p < sim::nccl::kProtocols; ++p) {
        const auto& cell =
            plan.tuning.cell(collective, algorithm, static_cast<sim::nccl::Protocol>(p));
        is_usable = is_usable || cell.ruled_out.empty();
        cells.push_back(latency_text(cell));
        cells.push_back(bandwidth_text(cell));
      }
      if (is_usable) table.add_row(std::move(cells));
    }
  }
  return "\n" +
         core::wrapped(
             "NCCL's beliefs about each algorithm: latency and bandwidth by protocol (- ruled out)",
             width, 0) +
         "\n" + fitted_text(std::move(table), width);
}

std::string orders_text(const Plan& plan, std::size_t width) {
  std::string text;
  for (const app::setup::NamedGraph& named : app::setup::graphs_of(plan)) {
    if (named.graph->channels.empty()) continue;
    text += "\n" +
            core::wrapped(fmt::format("{}: each channel on one node (GPU/n is its n-th rank, NET/n "
                                      "its port n)",
                                      named.name),
                          width, 0) +
            "\n";
    ByChannel orders;
    for (int i = 0; i < named.graph->channel_count(); ++i) {
      orders.add(i, fmt::format("{}", fmt::join(app::setup::order_of(plan, *named.graph, i), " ")));
    }
    text += orders.lines(width);
  }
  return text;
}

std::string rings_text(const Plan& plan, std::size_t width) {
  ByChannel rings;
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    rings.add(channel, fmt::format("{}", fmt::join(plan.channels.ring(channel), " ")));
  }
  return "\nRings over all ranks, by channel\n" + rings.lines(width);
}

/// "0-1-2-3"; what is too long for a line goes on in the next, a little further in.
std::string chain_text(const std::vector<int>& ranks, std::size_t indent, std::size_t width) {
  constexpr std::size_t kFurther = 2;
  std::string text;
  std::string line(indent, ' ');
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const std::string part = fmt::format("{}{}", ranks[i], i + 1 < ranks.size() ? "-" : "");
    if (line.size() + part.size() > width && i > 0) {
      text += line + "\n";
      line = std::string(indent + kFurther, ' ');
    }
    line += part;
  }
  return text + line + "\n";
}

struct TreeView {
  const Plan& plan;
  const std::vector<TreeLinks>& links;  // by rank
  std::size_t width;                    // columns of a line
};

/// The tree below `rank`: a line for the ranks that follow on the same node, then, further in, the
/// lines of other nodes.
std::string tree_lines(const TreeView& tree, int rank, std::size_t indent) {
  std::vector<int> chain;
  std::string below;
  const int node = tree.plan.channels.node_of(rank);
  for (int at = rank; at >= 0;) {
    chain.push_back(at);
    int next = -1;
    for (const int child : tree.links[static_cast<std::size_t>(at)].down) {
      if (child < 0) continue;
      if (next < 0 && tree.plan.channels.node_of(child) == node) {
        next = child;
      } else {
        below += tree_lines(tree, child, indent + 4);
      }
    }
    at = next;
  }
  return chain_text(chain, indent, tree.width) + below;
}

std::string trees_text(const Plan& plan, std::size_t width) {
  ByChannel trees;
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    std::vector<TreeLinks> links;
    int root = 0;
    for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
      links.push_back(plan.channels.tree(channel, rank));
      if (links.back().up < 0) root = rank;
    }
    trees.add(channel, tree_lines({plan, links, width}, root, 4));
  }
  return "\n" +
         core::wrapped(
             "Trees over all ranks: a line is a chain of ranks, indented below it those "
             "that send to it",
             width, 0) +
         "\n" + trees.blocks();
}

}  // namespace

std::string graphs_text(const app::MachineReport& report, std::size_t width) {
  const Plan& plan = *report.plan;
  std::string text = "\n" + settings_line(report.setup, width);
  text += core::wrapped(
              fmt::format("NCCL {}, {}: {} channels for rings and trees, {} for NVLS",
                          plan.job.nccl_version, app::setup::shape_text(plan.shape, plan.job.nodes),
                          plan.channels.count(), plan.channels.nvls_count()),
              width, 0) +
          "\n";
  text += search_table(plan, width) + orders_text(plan, width);
  if (plan.shape.ranks() > 1) text += tuning_text(plan, width);
  if (plan.shape.ranks() > app::kMostRanksShown) {
    return text + fmt::format("\nRings and trees over all {} ranks are left out, as above {}.\n",
                              plan.shape.ranks(), app::kMostRanksShown);
  }
  if (plan.shape.ranks() > 1) text += rings_text(plan, width) + trees_text(plan, width);
  return text;
}

}  // namespace treering::report::machine
