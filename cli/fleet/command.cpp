// `treering fleet`; docs/json.md describes the fields of its JSON.
#include "cli/command.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/fleet/fleet.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/findings/fleet_words.h"
#include "report/findings/text.h"

namespace treering::cli {
namespace {

using app::fleet::FleetFinding;
using app::fleet::FleetReport;
using nlohmann::ordered_json;

ordered_json names_json(const FleetReport& report, const std::vector<std::size_t>& hosts) {
  ordered_json names = ordered_json::array();
  for (const std::size_t host : hosts) names.push_back(report.hosts[host]);
  return names;
}

/// Null for an infinite time.
ordered_json finite(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json losses_json(const FleetFinding& finding) {
  ordered_json json = ordered_json::array();
  for (const auto& loss : finding.cost.losses) {
    json.push_back({{"collective", name_of(loss.collective)},
                    {"bytes", loss.bytes},
                    {"nodes", loss.nodes},
                    {"time_us", finite(loss.as_is.in_us())},
                    {"mended_us", finite(loss.mended.in_us())},
                    {"factor", finite(loss.factor())}});
  }
  return json;
}

/// A port of 0 is unknown.
ordered_json cable_json(const tuner::fleet::CableEnd& end) {
  return {{"device", end.device},
          {"switch", end.switch_name},
          {"port", end.port == 0 ? ordered_json() : ordered_json(end.port)},
          {"rate", or_null(end.rate)}};
}

ordered_json finding_json(const FleetReport& report, const FleetFinding& finding) {
  const auto& deviation = finding.deviation;
  ordered_json json;
  json["topic"] = deviation.topic;
  json["weight"] = name_of(deviation.weight);
  json["hosts"] = names_json(report, deviation.hosts);
  json["devices"] = finding.devices;
  json["name"] = or_null(deviation.name);
  json["value"] = deviation.value;
  json["usual"] = deviation.usual;
  json["usual_hosts"] = deviation.usual_hosts;
  json["text"] = report::findings::deviation_text(report, finding);
  json["losses"] = losses_json(finding);
  json["cables"] = ordered_json::array();
  for (const auto& cable : finding.cables) {
    ordered_json one = cable_json(cable.end);
    one["host"] = report.hosts[cable.host];
    json["cables"].push_back(std::move(one));
  }
  return json;
}

ordered_json split_json(const FleetReport& report, const app::fleet::FleetSplit& split) {
  ordered_json json;
  json["topic"] = split.split.topic;
  json["weight"] = name_of(split.split.weight);
  json["devices"] = split.devices;
  json["name"] = or_null(split.split.name);
  json["values"] = ordered_json::array();
  for (const auto& [value, hosts] : split.split.values) {
    json["values"].push_back({{"value", value}, {"hosts", names_json(report, hosts)}});
  }
  return json;
}

ordered_json end_json(const FleetReport& report, const tuner::fleet::PairEnd& end) {
  return {{"rank", end.rank},
          {"host", end.host ? ordered_json(report.hosts[*end.host]) : ordered_json()}};
}

std::string_view name_of(tuner::fleet::PairCause::What what) {
  using What = tuner::fleet::PairCause::What;
  switch (what) {
    case What::Host:
      return "host";
    case What::Sends:
      return "sends";
    case What::Receives:
      return "receives";
    case What::Leaf:
      return "leaf";
    case What::None:
      break;
  }
  return "none";
}

ordered_json pairs_json(const FleetReport& report) {
  if (!report.pairs) return nullptr;
  ordered_json json{{"bytes", report.pairs->bytes},
                    {"pairs", report.pairs->pairs},
                    {"usual_us", report.pairs->usual_us}};
  json["slow"] = ordered_json::array();
  for (const auto& pair : report.pairs->slow) {
    json["slow"].push_back({{"from", end_json(report, pair.from)},
                            {"to", end_json(report, pair.to)},
                            {"time_us", pair.us}});
  }
  json["causes"] = ordered_json::array();
  for (const auto& cause : report.pairs->causes) {
    ordered_json one{{"of", name_of(cause.what)}};
    one["end"] = cause.end ? end_json(report, *cause.end) : ordered_json();
    one["leaves"] = cause.leaves;
    one["cables"] = ordered_json::array();
    for (const auto& cable : cause.cables) one["cables"].push_back(cable_json(cable));
    json["causes"].push_back(std::move(one));
  }
  return json;
}

std::string fleet_json(const FleetReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.fleet/1");
  lines.add("hosts", report.hosts);
  lines.add("profile", or_null(report.profile));
  lines.add("guesses", guesses_json(report.guesses));
  lines.begin_array("kinds");
  for (const auto& kind : report.kinds) {
    lines.add_element({{"text", kind.name}, {"hosts", names_json(report, kind.hosts)}});
  }
  lines.begin_array("findings");
  for (const FleetFinding& one : report.findings) lines.add_element(finding_json(report, one));
  lines.begin_array("splits");
  for (const auto& one : report.splits) lines.add_element(split_json(report, one));
  lines.begin_array("shared");
  for (const auto& one : report.shared) {
    lines.add_element(
        {{"switch", one.name}, {"hosts", names_json(report, one.hosts)}, {"of", one.of}});
  }
  lines.add("fabric", report.fabric_file.empty() ? ordered_json()
                                                 : ordered_json{{"file", report.fabric_file},
                                                                {"hosts", report.hosts_in_fabric},
                                                                {"findings", report.cabling}});
  lines.add("pairs", pairs_json(report));
  lines.begin_array("complaints");
  for (const auto& one : report.complaints) {
    const auto& symptom = one.finding.symptom;
    lines.add_element({{"hosts", one.hosts},
                       {"gravity", tuner::doctor::name_of(symptom.severity)},
                       {"text", symptom.what},
                       {"evidence", symptom.evidence},
                       {"fix", symptom.fix}});
  }
  lines.begin_array("left_out");
  for (const auto& one : report.left_out) {
    lines.add_element({{"file", one.file}, {"why", one.why}});
  }
  return lines.finish();
}

}  // namespace

core::Result<Answer> run_fleet(const Arguments& arguments, const Display& display) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto report = app::fleet::answer(app::fleet::FleetRequest{
      .folder = std::string(arguments.positional(0)), .time_model = time_model_request(arguments)});
  if (!report) return core::fail(report.error());
  return Answer{.text = *format == Format::Text
                            ? report::findings::fleet_text(*report, arguments.has("quiet"), display)
                            : fleet_json(*report),
                .form = form_of(*format),
                .exit_code = is_uneven(*report) ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
