#include "app/setup/trees.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/setup/graphs.h"
#include "app/setup/plan.h"
#include "core/text/quote.h"

namespace treering::app::setup {

namespace {

using core::TreeLinks;
using sim::nccl::Plan;

// Lines for more are no help to anybody.
constexpr int kMostRanksShown = 1024;

/// Links between nodes from `rank` up to the root.
int level_of(const Plan& plan, const std::vector<TreeLinks>& links, int rank) {
  int level = 0;
  for (int up = links[static_cast<std::size_t>(rank)].up; up >= 0;) {
    if (plan.channels.node_of(rank) != plan.channels.node_of(up)) ++level;
    rank = up;
    up = links[static_cast<std::size_t>(rank)].up;
  }
  return level;
}

Tree tree_of(const Plan& plan, int channel) {
  Tree tree;
  tree.channel = channel;
  tree.pattern = pattern_name(plan.graphs.tree.pattern);
  for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
    tree.links.push_back(plan.channels.tree(channel, rank));
    if (tree.links.back().up < 0) tree.root = rank;
  }
  for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
    const int level = level_of(plan, tree.links, rank);
    if (level <= tree.levels) continue;
    tree.levels = level;
    tree.farthest = rank;
  }
  return tree;
}

/// NCCL v2.28.9-1, src/init.cc: children/children/children->rank->parent for each channel.
std::string line_of(const Plan& plan, int rank) {
  std::string line = "Trees";
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    const TreeLinks links = plan.channels.tree(channel, rank);
    line += fmt::format(" [{}] {}/{}/{}->{}->{}", channel, links.down[0], links.down[1],
                        links.down[2], rank, links.up);
  }
  return line;
}

int root_of(const Plan& plan, int channel) {
  int rank = 0;
  for (int up = plan.channels.tree(channel, rank).up; up >= 0;) {
    rank = up;
    up = plan.channels.tree(channel, rank).up;
  }
  return rank;
}

/// The first channel with the other tree over nodes; 0 where all have the same.
int partner_of_first(const Plan& plan, const std::vector<int>& roots) {
  const auto node_of = [&](int rank) { return plan.channels.node_of(rank); };
  const auto found = std::ranges::find_if(
      roots, [&](int root) { return node_of(root) != node_of(roots.front()); });
  return found == roots.end() ? 0 : static_cast<int>(found - roots.begin());
}

}  // namespace

core::Result<Trees> trees_of(const JobRequest& request) {
  JobRequest asked = request;
  asked.nodes_may_differ = true;
  auto job = set_up(asked);
  if (!job) return core::fail(job.error());
  carry_over(*job);
  const auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());
  const int ranks = plan->shape.ranks();
  if (ranks < 2 || ranks > kMostRanksShown || plan->channels.count() == 0) {
    return core::bad_input(core::printable(request.topology),
                           fmt::format("a job of {} without trees to show", ranks),
                           fmt::format("expected 2 to {} ranks", kMostRanksShown));
  }
  Trees report{plan->shape.nodes, ranks, plan->channels.count(), {}, {}, {}};
  for (int channel = 0; channel < report.channels; ++channel) {
    report.roots.push_back(root_of(*plan, channel));
  }
  report.trees.push_back(tree_of(*plan, 0));
  if (const int partner = partner_of_first(*plan, report.roots); partner > 0) {
    report.trees.push_back(tree_of(*plan, partner));
  }
  for (int rank = 0; rank < ranks; ++rank) report.lines.push_back(line_of(*plan, rank));
  return report;
}

}  // namespace treering::app::setup
