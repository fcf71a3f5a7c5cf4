// JSON of a fabric; docs/json.md describes the fields.
#include <nlohmann/json.hpp>

#include "app/setup/setup.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "cli/show/forms.h"
#include "report/machine/subnet_text.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

ordered_json gbps(const app::FabricReport& report, std::int64_t mbps) {
  return report.found.tree.has_rates ? ordered_json(static_cast<double>(mbps) / 8000)
                                     : ordered_json();
}

ordered_json cables(const app::FabricReport& report, int count) {
  return report.text.graph.knows_cables ? ordered_json(count) : ordered_json();
}

ordered_json levels_json(const app::FabricReport& report) {
  ordered_json json = ordered_json::array();
  for (const hw::fabric::analysis::TreeLevel& level : report.found.tree.levels) {
    ordered_json switches = ordered_json::array();
    for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
      switches.push_back({{"name", hw::fabric::name_of(report.text.graph.node(one.node))},
                          {"id", report.text.graph.node(one.node).id},
                          {"hosts", one.hosts},
                          {"downlinks", cables(report, one.downlinks)},
                          {"uplinks", cables(report, one.uplinks)},
                          {"down_GBps", gbps(report, one.down_mbps)},
                          {"up_GBps", gbps(report, one.up_mbps)}});
    }
    json.push_back({{"down_GBps", gbps(report, level.down_mbps)},
                    {"up_GBps", gbps(report, level.up_mbps)},
                    {"switches", std::move(switches)}});
  }
  return json;
}

ordered_json hosts_json(const app::FabricReport& report) {
  ordered_json json = ordered_json::array();
  for (const hw::fabric::analysis::FabricHost& host : report.found.hosts.hosts) {
    ordered_json ports = ordered_json::array();
    for (const hw::fabric::analysis::HostPort& port : host.ports) {
      const auto& cable = report.text.graph.cables[static_cast<std::size_t>(port.cable)];
      ports.push_back({{"device", or_null(port.device)},
                       {"port", port.port.number},
                       {"switch", hw::fabric::name_of(report.text.graph.node(port.switch_node))},
                       {"speed_mbps", cable.rate.mbps()}});
      if (cable.rate.mbps() == 0) ports.back()["speed_mbps"] = nullptr;
    }
    json.push_back({{"name", host.name}, {"ports", std::move(ports)}});
  }
  return json;
}

std::string json_of(const app::FabricReport& report) {
  const hw::fabric::analysis::FoundFabric& found = report.found;
  ordered_json json;
  json["schema"] = "treering.subnet/1";
  json["fabric"] = fabric_json(found.fabric);
  json["why_no_fat_tree"] = or_null(found.tree.why_not);
  json["rails"] = found.rails.is_rail_optimised ? ordered_json(found.rails.rails) : ordered_json();
  json["levels"] = levels_json(report);
  json["hosts"] = hosts_json(report);
  json["blocks"] = ordered_json::array();
  for (const hw::fabric::HostBlock& block : report.text.graph.blocks) {
    json["blocks"].push_back({{"name", block.name}, {"hosts", block.hosts}});
  }
  json["findings"] = ordered_json::array();
  for (const hw::fabric::analysis::Finding& finding : found.findings)
    json["findings"].push_back(finding.text);
  return to_lines(json);
}

}  // namespace

Answer fabric_answer(const app::FabricReport& report, const Arguments& arguments, Format format,
                     const Display& display) {
  Answer answer{.form = form_of(format)};
  answer.notes = app::setup::texts_of(report.text.notes);
  answer.text = format == Format::Json
                    ? json_of(report)
                    : report::machine::subnet_text(report, arguments.has("quiet"), display);
  return answer;
}

}  // namespace treering::cli
