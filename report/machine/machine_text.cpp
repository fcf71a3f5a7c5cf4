#include "report/machine/machine_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/topology/names.h"
#include "core/topology/node_classes.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/drawing/svg.h"
#include "report/fabric_text.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/link_title.h"
#include "report/machine/graphs_text.h"
#include "report/machine/host_text.h"
#include "report/machine/matrix_text.h"
#include "report/machine/rails_text.h"
#include "report/machine/tree_text.h"

namespace treering::report::machine {
namespace {

using core::Align;
using core::DeviceId;
using core::DeviceKind;
using core::Topology;

struct KindName {
  DeviceKind kind;
  std::string_view one;
  std::string_view many;
};
constexpr std::array<KindName, 7> kKinds{{
    {DeviceKind::Gpu, "GPU", "GPUs"},
    {DeviceKind::NvSwitch, "NVSwitch", "NVSwitches"},
    {DeviceKind::Cpu, "CPU", "CPUs"},
    {DeviceKind::PciSwitch, "PCIe switch", "PCIe switches"},
    {DeviceKind::Nic, "NIC", "NICs"},
    {DeviceKind::NicPort, "NIC port", "NIC ports"},
    {DeviceKind::NetworkSwitch, "network switch", "network switches"},
}};

std::string_view name_of_kind(DeviceKind kind) {
  return std::find_if(kKinds.begin(), kKinds.end(),
                      [&](const KindName& entry) { return entry.kind == kind; })
      ->one;
}

std::string summary(const Topology& node) {
  std::vector<std::string> parts;
  for (const KindName& entry : kKinds) {
    const std::size_t count = node.of_kind(entry.kind).size();
    if (count > 0)
      parts.push_back(fmt::format("{} {}", count, count == 1 ? entry.one : entry.many));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string origin_text(const core::Origin& origin) {
  return origin.source.empty() ? std::string(core::name_of(origin.kind))
                               : fmt::format("{}: {}", core::name_of(origin.kind), origin.source);
}

/// How many such nodes there are and how they are joined; nothing for a lone one.
std::string cluster_line(const core::Cluster& cluster, std::size_t width) {
  const std::string fabric = fabric_text(cluster.fabric);
  if (cluster.node_count == 1 && fabric.empty()) return "";
  const std::string source =
      fabric.empty() ? " (no fabric given: a network without bottleneck is assumed)"
                     : fmt::format(", {} ({})", fabric, origin_text(cluster.fabric.origin));
  const char* const kind = cluster.others.empty() ? "such " : "";
  return core::wrapped(fmt::format("{} {}{}{}", cluster.node_count, kind,
                                   cluster.node_count == 1 ? "node" : "nodes", source),
                       width, 0) +
         "\n";
}

/// What there is on nodes that differ from those that the text shows; nothing for equal nodes.
std::string other_nodes_lines(const core::Cluster& cluster, std::size_t width) {
  std::string text;
  for (const core::NodeClass& one : cluster.others) {
    text += core::wrapped(fmt::format("{}: {}", differing_text(one), summary(one.node)), width, 2) +
            "\n";
  }
  return text;
}

/// Equal links as one row: how many, between what, how wide, how fast, and who says so.
class LinkGroups {
 public:
  void add(const Topology& node, const core::Link& link, bool is_both_ways) {
    const std::size_t source = source_number(origin_text(link.origin));
    const std::vector<std::string> row{
        std::string(report::title_of(link.kind)),
        fmt::format("{} {} {}", name_of_kind(node.device(link.from).kind()),
                    is_both_ways ? "-" : "->", name_of_kind(node.device(link.to).kind())),
        fmt::format("{}", link.count),
        bandwidth_figure(link.bandwidth),
        link.latency.in_us() > 0 ? time_figure(link.latency) : "",
        fmt::format("[{}]", source)};
    const auto [known, is_new] = group_of_.try_emplace(row, groups_.size());
    if (is_new) {
      groups_.emplace_back(1, row);
    } else {
      ++groups_[known->second].first;
    }
  }

  std::string text(std::size_t width) const {
    FittedTable table({{{"links", Align::Right}},
                       {{"kind", Align::Left}},
                       {{"between", Align::Left}},
                       {{"wires", Align::Right, 0, "or lanes"}, 2},
                       {{"GB/s", Align::Right, 0, "each way"}},
                       {{"us", Align::Right}, 1},  // which few sources report
                       {{"source", Align::Left}}});
    for (const auto& [count, row] : groups_) {
      std::vector<std::string> cells{fmt::format("{}", count)};
      cells.insert(cells.end(), row.begin(), row.end());
      table.add_row(std::move(cells));
    }
    std::string text = fitted_text(std::move(table), width);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const std::string mark = fmt::format("[{}] ", i + 1);
      text += mark + core::wrapped(sources_[i], width - mark.size(), mark.size()) + "\n";
    }
    return text;
  }

 private:
  std::size_t source_number(const std::string& source) {
    const auto [known, is_new] = number_of_.try_emplace(source, sources_.size() + 1);
    if (is_new) sources_.push_back(source);
    return known->second;
  }

  std::vector<std::pair<int, std::vector<std::string>>> groups_;
  std::map<std::vector<std::string>, std::size_t> group_of_;
  std::vector<std::string> sources_;
  std::map<std::string, std::size_t> number_of_;
};

/// Whether `b` is the other direction of `a`.
bool is_mirror(const core::Link& a, core::Link b) {
  std::swap(b.from, b.to);
  return a == b;
}

std::string link_table(const Topology& node, std::size_t width) {
  LinkGroups groups;
  const auto& links = node.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool is_both_ways = i + 1 < links.size() && is_mirror(links[i], links[i + 1]);
    groups.add(node, links[i], is_both_ways);
    if (is_both_ways) ++i;
  }
  return groups.text(width);
}

/// Ports that are missing from the tree because they are down.
std::string idle_ports(const core::HostState& host, std::size_t width) {
  const std::string ports = idle_ports_text(host);
  if (ports.empty()) return "";
  return core::wrapped("Not among the devices, as NCCL uses active ports only: " + ports, width,
                       2) +
         "\n";
}

/// A line of its own; "" for none.
std::string paragraph(const std::string& text, std::size_t width) {
  return text.empty() ? "" : core::wrapped(text, width, 0) + "\n";
}

/// Below a table whose NVLinks are a guess.
std::string doubt_again(const std::string& doubt) {
  return doubt.empty() ? "" : "NVLinks: a guess, as said below the devices\n";
}

/// Above so many GPUs and NICs a matrix is no help to anybody.
constexpr std::size_t kMostMatrixRows = 64;

constexpr std::string_view kLegend =
    "  X    the device itself\n"
    "  NV#  # NVLinks, directly or through NVSwitch\n"
    "  PIX  at most one PCIe switch\n"
    "  PXB  several PCIe switches, no host bridge\n"
    "  PHB  a PCIe host bridge (the CPU)\n"
    "  NODE host bridges of one NUMA node\n"
    "  SYS  the link between NUMA nodes\n";

std::string nic_legend(const Topology& node, const sim::SmiMatrix& paths) {
  std::string text;
  for (const sim::SmiRow& row : paths.rows) {
    if (row.name.starts_with("NIC")) {
      text += fmt::format("  {}: {}\n", row.name, node.device(row.device).name);
    }
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string show_text(const app::MachineReport& report, const MachineTextOptions& options) {
  const std::string text = machine_text(report, options);
  return report.plan ? text + graphs_text(report, options.display.text_width()) : text;
}

std::string machine_svg(const app::MachineReport& report) {
  return drawing::to_svg(drawing::cluster::cluster_picture(
      report.setup.cluster, drawing::cluster::Shown{.remark = nvlinks_doubt(report.setup),
                                                    .job_gpus = report.setup.job.devices.size()}));
}

std::string machine_text(const app::MachineReport& report, const MachineTextOptions& options) {
  const Topology& node = report.setup.cluster.node;
  const Display& display = options.display;
  const auto title = [&](std::string_view text) {
    return fmt::format("\n{}\n", bold(text, display.is_terminal));
  };
  const std::size_t width = display.text_width();
  std::string text;
  const std::string doubt = nvlinks_doubt(report.setup);
  if (options.is_quiet && options.is_tree) return tree_text(node, display);
  if (!options.is_quiet) {
    text += fmt::format("{} ({})\n", bold(node.name(), display.is_terminal), node.fingerprint());
    if (!node.description().empty()) text += core::wrapped(node.description(), width, 0) + "\n";
    text += core::wrapped(summary(node), width, 0) + "\n" +
            cluster_line(report.setup.cluster, width) +
            other_nodes_lines(report.setup.cluster, width);
    const std::string tree = tree_text(node, display) + idle_ports(report.setup.host, width) +
                             paragraph(doubt, width) + paragraph(gpus_doubt(report.setup), width);
    if (options.is_tree) return text + "\n" + tree;
    text += title("Devices") + tree;
    const std::string rails = rails_text(report, width);
    if (!rails.empty()) text += title("Rails: the NIC that NCCL takes for each GPU") + rails;
    text += title("Links") + link_table(node, width) + doubt_again(doubt);
    text += title("Paths, as nvidia-smi topo -m shows them");
  }
  if (report.paths.rows.size() > kMostMatrixRows) {
    return text +
           core::wrapped(fmt::format("{} GPUs and NIC ports are too many for a matrix; ⟨format⟩ "
                                     "json or csv has it",
                                     report.paths.rows.size()),
                         width, 0) +
           "\n";
  }
  if (options.is_quiet) return matrix_text(report.paths);
  return text + matrix_text(report.paths, display.width) + doubt_again(doubt) + "\n" +
         std::string(kLegend) + nic_legend(node, report.paths);
}

}  // namespace treering::report::machine
