#include "report/machine/machine_text.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/show.h"
#include "core/text/reading.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/drawing/sheet.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/machine_names.h"
#include "sim/smi_matrix.h"

namespace treering::report::machine {
namespace {

using sim::nccl::PathType;

// The NIC that NCCL takes for each GPU, and the ranks that share a rail.

/// The meaning of path types that the legend of the matrix does not have.
std::string_view meaning_of(PathType path) {
  switch (path) {
    case PathType::Pxn:
      return "NVLink to another GPU that is nearer to the NIC";
    case PathType::P2c:
      return "C2C to the CPU, then PCIe";
    case PathType::C2c:
      return "C2C to the CPU";
    default:
      return "";
  }
}

/// Ranks of all nodes that this rank of the first node stands for: "0, 8, ..., 120".
std::string ranks_text(std::size_t first, std::size_t per_node, int nodes) {
  constexpr int kMostShown = 4;
  std::vector<std::string> ranks;
  for (int node = 0; node < nodes; ++node) {
    if (nodes > kMostShown && node == 2) ranks.emplace_back("...");
    if (nodes > kMostShown && node >= 2 && node < nodes - 1) continue;
    ranks.push_back(fmt::format("{}", first + per_node * static_cast<std::size_t>(node)));
  }
  return fmt::format("{}", fmt::join(ranks, ", "));
}

std::string joined(const std::vector<sim::RailPort>& ports, auto&& text_of) {
  std::vector<std::string> texts;
  for (const sim::RailPort& port : ports) texts.push_back(text_of(port));
  return texts.empty() ? "-" : fmt::format("{}", fmt::join(texts, ", "));
}

std::int64_t total_mbps(const std::vector<sim::RailPort>& ports) {
  std::int64_t mbps = 0;
  for (const sim::RailPort& port : ports) mbps += port.speed_mbps;
  return mbps;
}

FittedTable table_of(const app::MachineReport& report) {
  using core::Align;
  const int nodes = report.setup.job.nodes;
  FittedTable table({{{"GPU", Align::Left}},
                     {{"NIC", Align::Left}},
                     {{"NCCL's", Align::Left, 0, "number"}, 3},
                     {{"rail", Align::Left}, 2},
                     {{"path", Align::Left}},
                     {{"GB/s", Align::Right}},
                     {{"ranks", Align::Left}, 4}});
  for (std::size_t rank = 0; rank < report.rails.size(); ++rank) {
    const sim::GpuRail& rail = report.rails[rank];
    std::string rate = rail.ports.empty() ? "-" : port_bandwidth(total_mbps(rail.ports));
    rate = rate.substr(0, rate.find(' '));
    std::vector<std::string> cells{
        report.setup.cluster.node.device(rail.gpu).name,
        joined(rail.ports, [](const sim::RailPort& port) { return port.name; }),
        joined(rail.ports,
               [](const sim::RailPort& port) { return fmt::format("NET/{}", port.net); }),
        joined(rail.ports, [](const sim::RailPort& port) { return fmt::format("{}", port.rail); }),
        rail.ports.empty() ? "-" : std::string(name_of(rail.path)),
        std::move(rate)};
    cells.push_back(nodes > 1 ? ranks_text(rank, report.rails.size(), nodes) : "");
    table.add_row(std::move(cells));
  }
  return table;
}

std::string legend_of(const std::vector<sim::GpuRail>& rails) {
  std::set<PathType> paths;
  for (const sim::GpuRail& rail : rails) paths.insert(rail.path);
  std::string text;
  for (const PathType path : paths) {
    if (!meaning_of(path).empty())
      text += fmt::format("  {:<4} {}\n", name_of(path), meaning_of(path));
  }
  return text;
}

std::string shortened_lines(const std::string& text) {
  constexpr std::size_t kMost = 32;
  std::vector<std::string> lines;
  for (core::LineReader rest(text); rest.next();) lines.emplace_back(rest.line());
  lines = core::shortened(std::move(lines), kMost, " (⟨format⟩ json has all)");
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

/// A table, and what its path types mean; empty where no rail is known.
/// \param width columns of a line
std::string rails_text(const app::MachineReport& report, std::size_t width) {
  const bool has_ports = std::ranges::any_of(
      report.rails, [](const sim::GpuRail& rail) { return !rail.ports.empty(); });
  if (!has_ports) return "";
  FittedTable table = table_of(report);
  const std::string left_out = table.fit(width);
  return table.heading("") + shortened_lines(table.body()) + left_out_note(left_out, width) +
         legend_of(report.rails);
}

using core::Align;
using core::TextTable;

// The path matrix as nvidia-smi topo -m prints it.

enum class Affinity { Shown, Left };

std::string or_not_known(const std::string& affinity, bool is_gpu) {
  return is_gpu && affinity.empty() ? "N/A" : affinity;
}

bool is_gpu(const sim::SmiRow& row) {
  return row.name.starts_with("GPU");
}

/// Columns `first` to before `last`, and those of affinity.
std::string block_of(const sim::SmiMatrix& paths, std::size_t first, std::size_t last,
                     Affinity affinity) {
  std::vector<core::Column> columns{{"", Align::Left}};
  for (std::size_t j = first; j < last; ++j) {
    columns.push_back({paths.rows[j].name, Align::Left, 4});
  }
  if (affinity == Affinity::Shown) {
    columns.push_back({"CPU Affinity", Align::Left});
    columns.push_back({"NUMA Affinity", Align::Left});
  }
  TextTable table(std::move(columns), 1);  // eight GPUs and eight NICs must fit into a terminal
  for (std::size_t i = 0; i < paths.rows.size(); ++i) {
    const sim::SmiRow& row = paths.rows[i];
    std::vector<std::string> cells{row.name};
    for (std::size_t j = first; j < last; ++j) {
      cells.push_back(i == j ? " X" : text_of(paths.cell(i, j)));
    }
    if (affinity == Affinity::Shown) {
      cells.push_back(or_not_known(row.cpu_affinity, is_gpu(row)));
      cells.push_back(or_not_known(row.numa_affinity, is_gpu(row)));
    }
    table.add_row(std::move(cells));
  }
  return table.heading() + table.body();
}

/// CPUs in a list such as "0-3,8".
int cpu_count(std::string_view list) {
  int count = 0;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view part = list.substr(0, end);
    const std::size_t dash = part.find('-');
    const auto first = core::whole_number<int>(part.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : core::whole_number<int>(part.substr(dash + 1));
    if (first && last) count += *last - *first + 1;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return count;
}

/// "0,2,4,...,86 (44 CPUs)" for a list that is too long for a line.
std::string short_list(const std::string& list) {
  constexpr std::size_t kMost = 40;
  constexpr int kShown = 3;
  if (list.size() <= kMost || std::ranges::count(list, ',') <= kShown) return list;
  std::size_t end = 0;
  for (int i = 0; i < kShown; ++i) end = list.find(',', end) + 1;
  return fmt::format("{}...,{} ({} CPUs)", list.substr(0, end), list.substr(list.rfind(',') + 1),
                     cpu_count(list));
}

/// A line for each GPU; those in a row that share both affinities are one.
std::string affinity_lines(const sim::SmiMatrix& paths) {
  TextTable table(
      {{"", Align::Left}, {"CPU Affinity", Align::Left}, {"NUMA Affinity", Align::Left}});
  for (std::size_t i = 0; i < paths.rows.size() && is_gpu(paths.rows[i]);) {
    const sim::SmiRow& first = paths.rows[i];
    std::size_t last = i;
    while (last + 1 < paths.rows.size() && is_gpu(paths.rows[last + 1]) &&
           paths.rows[last + 1].cpu_affinity == first.cpu_affinity &&
           paths.rows[last + 1].numa_affinity == first.numa_affinity) {
      ++last;
    }
    table.add_row({last == i ? first.name : first.name + " to " + paths.rows[last].name,
                   short_list(or_not_known(first.cpu_affinity, true)),
                   or_not_known(first.numa_affinity, true)});
    i = last + 1;
  }
  const std::string body = table.body();
  return body.empty() ? "" : "\n" + table.heading() + body;
}

/// In one piece, however wide: for programs.
std::string matrix_text(const sim::SmiMatrix& paths) {
  return block_of(paths, 0, paths.rows.size(), Affinity::Shown);
}

/// Within `width` columns: affinities in lines below where they do not fit, then the columns of the
/// matrix in blocks.
std::string matrix_text(const sim::SmiMatrix& paths, std::size_t width) {
  const std::size_t all = paths.rows.size();
  std::string whole = block_of(paths, 0, all, Affinity::Shown);
  if (width_of(whole) <= width) return whole;
  whole = block_of(paths, 0, all, Affinity::Left);
  if (width_of(whole) <= width) return whole + affinity_lines(paths);
  constexpr std::size_t kCell = 6;  // "NV18" or "NIC10" and a space
  const std::size_t columns = std::max<std::size_t>(width / kCell, 2) - 1;  // beside the names
  std::string text;
  for (std::size_t first = 0; first < all; first += columns) {
    if (first > 0) text += "\n";
    text += block_of(paths, first, std::min(first + columns, all), Affinity::Left);
  }
  return text + affinity_lines(paths);
}

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
    const auto devices = node.of_kind(entry.kind);
    const auto count = std::ranges::count_if(
        devices, [&](core::DeviceId id) { return !core::has_unknown_place(node.device(id)); });
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
  const std::string fabric = core::fabric_text(cluster.fabric);
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
        std::string(core::title_of(link.kind)),
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
  const std::size_t width = options.display.text_width();
  std::string text = machine_text(report, options);
  if (report.plan) text += graphs_text(report, width);
  if (report.lists_connections) text += connections_text(report, width);
  return text;
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
