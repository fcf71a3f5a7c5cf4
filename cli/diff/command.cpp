// `treering diff`; docs/json.md describes the fields of its JSON.
#include "cli/command.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/diff.h"
#include "cli/options/options.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/machine/machine_text.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

ordered_json side_json(const app::DiffSide& side) {
  const core::Topology& node = side.cluster.node;
  ordered_json json{{"source", side.source},
                    {"name", node.name()},
                    {"fingerprint", node.fingerprint()},
                    {"nodes", side.cluster.node_count},
                    {"gpus_per_node", node.gpu_count()}};
  json["time_us"] = side.time ? ordered_json(side.time->in_us()) : ordered_json();
  json["guesses"] = guesses_json(side.guesses);
  return json;
}

std::string diff_json(const app::DiffReport& report) {
  ordered_json json;
  json["schema"] = "treering.diff/1";
  json["alike"] = report.is_alike;
  json["a"] = side_json(report.sides[0]);
  json["b"] = side_json(report.sides[1]);
  json["call"] = {
      {"collective", "all_reduce"}, {"bytes", app::kDiffBytes}, {"nodes", report.nodes}};
  json["differences"] = ordered_json::array();
  for (const tuner::diff::Difference& difference : report.differences) {
    json["differences"].push_back({{"topic", difference.topic},
                                   {"weight", name_of(difference.weight)},
                                   {"devices", difference.devices},
                                   {"text", difference.what}});
  }
  return to_lines(json);
}

}  // namespace

core::Result<Answer> run_diff(const Arguments& arguments, const Display& display) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto report = app::answer(app::DiffRequest{
      {std::string(arguments.positional(0)), std::string(arguments.positional(1))}});
  if (!report) return core::fail(report.error());
  Answer answer{.form = form_of(*format), .notes = report->notes};
  answer.text = *format == Format::Json
                    ? diff_json(*report)
                    : report::machine::diff_text(*report, arguments.has("quiet"), display);
  if (!report->is_alike) answer.exit_code = ExitCode::CheckFailed;
  return answer;
}

}  // namespace treering::cli
