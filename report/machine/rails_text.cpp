#include "report/machine/rails_text.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/lines.h"
#include "core/text/table.h"
#include "report/device_names.h"
#include "report/fitted_table.h"

namespace treering::report::machine {
namespace {

using sim::nccl::PathType;

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

}  // namespace

std::string rails_text(const app::MachineReport& report, std::size_t width) {
  const bool has_ports = std::ranges::any_of(
      report.rails, [](const sim::GpuRail& rail) { return !rail.ports.empty(); });
  if (!has_ports) return "";
  FittedTable table = table_of(report);
  const std::string left_out = table.fit(width);
  return table.heading("") + shortened_lines(table.body()) + left_out_note(left_out, width) +
         legend_of(report.rails);
}

}  // namespace treering::report::machine
