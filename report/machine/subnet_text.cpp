
#include "report/machine/subnet_text.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "report/display.h"
#include "report/drawing/sheet.h"
#include "report/drawing/subnet_picture.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/remarks.h"

namespace treering::report::machine {
namespace {

using core::Align;
using hw::fabric::FabricNodeKind;

std::string gb_per_s(std::int64_t mbps) {
  return bandwidth_figure(core::Bandwidth::from_gbit_per_s(static_cast<double>(mbps) / 1000));
}

/// A line may stand for several cables where the source does not report them one by one.
std::string level_table(const hw::fabric::analysis::FatTree& tree, bool knows_cables,
                        std::size_t width) {
  FittedTable table({{{"level", Align::Right}},
                     {{"switches", Align::Right}},
                     {{"cables down", Align::Right}},
                     {{"up", Align::Right}},
                     {{"down (GB/s)", Align::Right}, 1},
                     {{"up (GB/s)", Align::Right}, 2},
                     {{"down : up", Align::Right}}});
  const auto rate = [&](std::int64_t mbps) { return tree.has_rates ? gb_per_s(mbps) : "-"; };
  for (std::size_t i = 0; i < tree.levels.size(); ++i) {
    const hw::fabric::analysis::TreeLevel& level = tree.levels[i];
    int down = 0;
    int up = 0;
    for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
      down += one.downlinks;
      up += one.uplinks;
    }
    const double ratio = static_cast<double>(level.down_mbps) / static_cast<double>(level.up_mbps);
    const auto cables = [&](int count) { return knows_cables ? fmt::format("{}", count) : "-"; };
    table.add_row({fmt::format("{}", i + 1), fmt::format("{}", level.switches.size()), cables(down),
                   cables(up), rate(level.down_mbps), rate(level.up_mbps),
                   up == 0 || !knows_cables ? "-" : fmt::format("{:.2f} : 1", ratio)});
  }
  return fitted_text(std::move(table), width);
}

std::string rail_list(const app::FabricReport& report, std::size_t width) {
  std::vector<std::string> items;
  for (const hw::fabric::analysis::RailGroup& group : report.found.rails.groups) {
    std::string item = fmt::format("{} hosts:", group.hosts.size());
    for (const hw::fabric::analysis::RailLeaf& leaf : group.leaves) {
      item += fmt::format(" {}{}{}", leaf.device, leaf.device.empty() ? "" : " at ",
                          report.found.names[static_cast<std::size_t>(leaf.leaf)]);
      item += &leaf == &group.leaves.back() ? "" : ",";
    }
    items.push_back(std::move(item));
  }
  std::string text;
  constexpr std::size_t kMostGroups = 16;
  for (const std::string& item :
       core::shortened(std::move(items), kMostGroups, "(⟨format⟩ json)")) {
    text += dashed(item, width);
  }
  return text;
}

std::string finding_list(const std::vector<hw::fabric::analysis::Finding>& findings,
                         std::size_t width) {
  std::vector<std::string> items;
  for (const hw::fabric::analysis::Finding& finding : findings) items.push_back(finding.text);
  std::string text;
  constexpr std::size_t kMostFindings = 40;
  for (const std::string& item :
       core::shortened(std::move(items), kMostFindings, "(⟨format⟩ json)")) {
    text += dashed(item, width);
  }
  return text;
}

std::string block_list(const std::vector<hw::fabric::HostBlock>& blocks, std::size_t width) {
  std::vector<std::string> items;
  for (const hw::fabric::HostBlock& block : blocks) {
    const std::size_t count = block.hosts.size();
    std::string item = fmt::format("{}: {} host{}", block.name, count, count == 1 ? "" : "s");
    if (count > 0) item += ", " + block.hosts.front();
    if (count > 1) item += " to " + block.hosts.back();
    items.push_back(std::move(item));
  }
  std::string text;
  constexpr std::size_t kMostBlocks = 32;
  for (const std::string& item :
       core::shortened(std::move(items), kMostBlocks, "(⟨format⟩ json)")) {
    text += dashed(item, width);
  }
  return text;
}

std::string summary(const app::FabricReport& report) {
  const hw::fabric::FabricGraph& subnet = report.text.graph;
  const auto count = subnet.count(FabricNodeKind::Switch);
  const std::string switches = count == 1 ? "1 switch" : fmt::format("{} switches", count);
  const std::string hosts = core::counted(report.found.host_count, "host");
  if (!subnet.knows_cables) {
    std::size_t in_blocks = 0;
    for (const hw::fabric::HostBlock& block : subnet.blocks) in_blocks += block.hosts.size();
    return subnet.blocks.empty()
               ? fmt::format("{}, {}\n", switches, hosts)
               : fmt::format("{} with {}\n", core::counted(subnet.blocks.size(), "block"),
                             core::counted(in_blocks, "host"));
  }
  return fmt::format("{}, {}, {}; {} known by name\n", switches,
                     core::counted(subnet.count(FabricNodeKind::Adapter), "adapter"),
                     core::counted(subnet.cables.size(), "cable"), hosts);
}

}  // namespace

drawing::Picture subnet_picture(const app::FabricReport& report, const drawing::Unfolded& unfolded,
                                drawing::Frame frame) {
  const hw::fabric::analysis::FoundFabric& found = report.found;
  report::drawing::Heading heading;
  heading.frame = frame;
  heading.title = fmt::format("{}: {} hosts", report.source.substr(report.source.rfind('/') + 1),
                              core::grouped(static_cast<std::uint64_t>(found.host_count)));
  heading.subtitle = summary(report);
  if (!heading.subtitle.empty()) heading.subtitle.pop_back();  // the end of the line
  heading.subtitle += "; " + (found.tree.is_fat_tree ? core::fabric_text(found.fabric)
                                                     : "no fat tree: " + found.tree.why_not);
  if (!found.findings.empty())
    heading.subtitle += fmt::format("; {} things are odd in the cabling, treering show lists them",
                                    found.findings.size());
  return drawing::subnet_picture(report.text.graph, found, heading, unfolded);
}

std::string subnet_svg(const app::FabricReport& report) {
  return to_svg(subnet_picture(report));
}

std::string subnet_text(const app::FabricReport& report, bool is_quiet, const Display& display) {
  const auto title = [&](std::string_view text) {
    return fmt::format("\n{}\n", bold(text, display.is_terminal));
  };
  const hw::fabric::analysis::FoundFabric& found = report.found;
  const std::size_t width = display.text_width();
  std::string text;
  if (!is_quiet) text += bold(report.source, display.is_terminal) + "\n" + summary(report);
  const hw::fabric::FabricGraph& subnet = report.text.graph;
  if (found.tree.is_fat_tree) {
    text += core::fabric_text(found.fabric) + "\n";
  } else if (subnet.blocks.empty()) {
    text += core::wrapped("no fat tree: " + found.tree.why_not, width, 0) + "\n";
  }
  if (!found.tree.levels.empty()) {
    text += title("Levels") + level_table(found.tree, subnet.knows_cables, width);
  }
  if (!subnet.blocks.empty()) text += title("NVLink domains") + block_list(subnet.blocks, width);
  if (found.rails.is_rail_optimised) text += title("Rails") + rail_list(report, width);
  if (!found.findings.empty()) text += title("Oddities") + finding_list(found.findings, width);
  return text;
}

}  // namespace treering::report::machine
