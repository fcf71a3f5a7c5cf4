#include "report/drawing/cluster/cluster_picture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/topology/cluster.h"
#include "core/units.h"
#include "report/drawing/cluster/overview.h"
#include "report/drawing/machine_picture.h"
#include "report/drawing/sheet.h"

namespace treering::report::drawing::cluster {
namespace {

using core::FabricKind;

// Drawn in full for each kind of node. More kinds take longer to draw than a picture may.
constexpr std::size_t kMostNodeKinds = 16;

/// `machine` on a ground of its own, below the others.
Picture with_detail(const Picture& above, const Picture& machine, const std::string& title) {
  constexpr double kPad = 18;
  constexpr double kHead = 30;
  constexpr double kGap = 30;
  Picture whole;
  const double width = machine.width + 2 * kPad;
  whole.width = std::max(above.width, width);
  place(above, {(whole.width - above.width) / 2, 0}, whole);
  const double x = (whole.width - width) / 2;
  const double y = above.height + kGap;
  whole.boxes.push_back({Role::Panel, {x, y, width, machine.height + kPad + kHead}, {}});
  whole.labels.push_back({{x + kPad, y + 20},
                          title,
                          12,
                          Anchor::Start,
                          Tone::Strong,
                          {x + kPad, y, machine.width, kHead}});
  place(machine, {x + kPad, y + kHead}, whole);
  whole.height = y + machine.height + kPad + kHead;
  return whole;
}

std::optional<core::LinkKind> network_between(const core::Cluster& cluster) {
  const bool is_known = cluster.fabric.kind != FabricKind::Unspecified;
  return is_known ? std::optional(cluster.fabric.link) : std::nullopt;
}

/// How many nodes are like this one, with itself.
std::size_t nodes_like(const core::Cluster& cluster, int node) {
  std::size_t differing = 0;
  for (const core::NodeClass& other : cluster.others) {
    if (std::ranges::binary_search(other.nodes, node)) return other.nodes.size();
    differing += other.nodes.size();
  }
  return static_cast<std::size_t>(cluster.node_count) - differing;
}

/// What is in the nodes that are cells.
void add_insides(const core::Cluster& cluster, const Picture& usual, Picture& picture) {
  if (picture.cells.empty()) return;
  picture.insides = {usual};
  for (std::size_t i = 0; i < cluster.others.size(); ++i) {
    const core::NodeClass& other = cluster.others[i];
    for (const int node : other.nodes) picture.kind_of[node] = i + 1;
    if (i + 1 < kMostNodeKinds)
      picture.insides.push_back(machine_picture(other.node, network_between(cluster)));
  }
}

// Of numbers of nodes in a title.
constexpr std::size_t kMostLetters = 40;

/// " but 3, 12-13"; empty for equal nodes.
std::string exceptions_of(const core::Cluster& cluster) {
  std::vector<int> differing;
  for (const core::NodeClass& other : cluster.others) {
    differing.insert(differing.end(), other.nodes.begin(), other.nodes.end());
  }
  if (differing.empty()) return "";
  std::ranges::sort(differing);
  const std::string numbers = core::number_ranges(differing);
  return numbers.size() <= kMostLetters ? " but " + numbers
                                        : fmt::format(" but {} of them", differing.size());
}

/// "each node; marked: what is tried on node 3 (rates without it)", "node 3, ...; marked: ...".
std::string title_of_detail(const core::Cluster& cluster, const Shown& shown) {
  std::string title = node_title(cluster, shown.node);
  const std::size_t count = shown.marked.size();
  if (shown.node) {
    const bool is_marked = std::ranges::binary_search(shown.marked, *shown.node);
    return is_marked ? title + "; marked: what is tried on this one (rates without it)" : title;
  }
  if (count == 0) return title;
  const std::string numbers = core::number_ranges(shown.marked);
  const std::string nodes = numbers.size() > kMostLetters ? core::counted(count, "node")
                            : count == 1                  ? "node " + numbers
                                                          : "nodes " + numbers;
  return fmt::format("{}; marked: what is tried on {} (rates without it)", title, nodes);
}

/// "32 GPUs", "16 of 32 GPUs".
std::string gpus_text(const core::Cluster& cluster, std::size_t job_gpus) {
  const auto nodes = static_cast<std::size_t>(cluster.node_count);
  const auto each = static_cast<std::size_t>(cluster.node.gpu_count());
  const std::string all = core::counted(nodes * each, "GPU");
  return job_gpus == 0 || job_gpus == each ? all : fmt::format("{} of {}", nodes * job_gpus, all);
}

}  // namespace

std::string node_title(const core::Cluster& cluster, std::optional<int> node) {
  if (!node) return "each node" + exceptions_of(cluster);
  const std::string name = fmt::format("node {}", *node);
  const std::size_t alike = nodes_like(cluster, *node);
  if (std::cmp_equal(alike, cluster.node_count)) {
    return fmt::format("{}, as each of the {}: they are described alike", name, alike);
  }
  return alike == 1 ? name + ", unlike all others"
                    : fmt::format("{}, and {} like it", name, core::counted(alike - 1, "node"));
}

Picture cluster_picture(const core::Cluster& cluster, const std::string& remark) {
  return cluster_picture(cluster, Shown{.remark = remark});
}

Picture cluster_picture(const core::Cluster& cluster, const Shown& shown) {
  const core::Topology& node = shown.node ? core::topology_of(cluster, *shown.node) : cluster.node;
  const std::string lead = shown.remark.empty() ? "" : shown.remark + " ";
  const Picture machine = machine_picture(node, network_between(cluster), shown.unfolded);
  const std::string parts = fmt::format("{}{}{}", parts_of(node),
                                        node.description().empty() ? "" : ". ", node.description());
  const std::string name = node.name().empty() ? "a machine" : node.name();
  if (cluster.node_count == 1) {
    return on_sheet(machine, {fmt::format("{}: {}", name, gpus_text(cluster, shown.job_gpus)),
                              lead + parts, shown.frame});
  }
  Picture above = overview(cluster, std::max(machine.width, 900.0), shown.unfolded);
  add_insides(cluster, machine_picture(cluster.node, network_between(cluster)), above);
  return on_sheet(with_detail(above, machine, title_of_detail(cluster, shown)),
                  {fmt::format("{} nodes of {}: {}", cluster.node_count, name,
                               gpus_text(cluster, shown.job_gpus)),
                   lead + "each node" + exceptions_of(cluster) + ": " + parts, shown.frame});
}

}  // namespace treering::report::drawing::cluster
