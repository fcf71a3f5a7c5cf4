#include "cli/command.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/import.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "core/topology/cluster.h"
#include "report/measurements/measure_text.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;
using tuner::Measurement;

ordered_json us_or_null(const std::optional<core::Duration>& time) {
  return time ? ordered_json(time->in_us()) : ordered_json();
}

template <class Name>
ordered_json name_or_null(const std::optional<Name>& value) {
  return value ? ordered_json(name_of(*value)) : ordered_json();
}

void add_rates(const Measurement& row, ordered_json& json) {
  const core::Bandwidth algbw = core::Bytes::of(row.bytes) / *time_of(row);
  json["algbw_GBps"] = algbw.in_gb_per_s();
  json["busbw_GBps"] = nullptr;
  if (row.ranks == 0) return;
  json["busbw_GBps"] = algbw.in_gb_per_s() * core::bus_factor(row.collective, row.ranks);
}

ordered_json row_json(const Measurement& row) {
  ordered_json json;
  json["id"] = or_null(row.id);
  json["collective"] = name_of(row.collective);
  json["bytes"] = row.bytes;
  json["datatype"] = name_or_null(row.type);
  json["op"] = name_or_null(row.op);
  json["nodes"] = or_null(row.nodes);
  json["ranks"] = or_null(row.ranks);
  json["gpus_per_node"] = or_null(row.gpus_per_node);
  json["gpus_per_process"] = or_null(row.gpus_per_process);
  json["gpu"] = or_null(row.gpu);
  json["network"] = or_null(row.network);
  json["algorithm"] = or_null(row.way.algorithm);
  json["protocol"] = or_null(row.way.protocol);
  json["channels"] = or_null(row.way.channels);
  json["fallback"] = row.is_fallback;
  json["nccl_version"] = or_null(row.nccl_version);
  json["out_of_place_us"] = us_or_null(row.out_of_place);
  json["in_place_us"] = us_or_null(row.in_place);
  json["time_derived"] = row.is_time_derived;
  add_rates(row, json);
  json["wrong"] = row.wrong ? ordered_json(*row.wrong) : ordered_json();
  json["file"] = row.file;
  json["line"] = or_null(row.line);
  return json;
}

ordered_json remarks_json(const std::vector<core::Diagnostic>& remarks) {
  ordered_json list = ordered_json::array();
  for (const core::Diagnostic& remark : remarks) {
    list.push_back({{"where", remark.where}, {"text", remark.text}});
  }
  return list;
}

std::string import_json(const app::ImportReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.import/1");
  lines.begin_array("rows");
  for (const Measurement& row : report.set.rows) lines.add_element(row_json(row));
  lines.add("rejected", remarks_json(report.set.rejected));
  lines.add("faults", remarks_json(tuner::as_diagnostics(report.set.faults)));
  lines.add("deduced", remarks_json(report.set.deduced));
  lines.add("notes", remarks_json(report.set.notes));
  return lines.finish();
}

core::Result<app::ImportRequest> import_request(const Arguments& arguments) {
  app::ImportRequest request;
  request.files = arguments.positionals;
  request.hints.id = arguments.value("id").value_or("");
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  request.hints.collective = *collective;
  const auto nodes = count_option(arguments, "nodes", core::kMaxRanks);
  if (!nodes) return core::fail(nodes.error());
  request.hints.nodes = nodes->value_or(0);
  return request;
}

std::string render(const app::ImportReport& report, Format format, bool is_quiet,
                   const Display& display) {
  return written(
      format, [&] { return report::measurements::import_text(report, is_quiet, display); },
      [&] { return import_json(report); }, [&] { return measurement_csv(report); });
}

}  // namespace

core::Result<Answer> run_import(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = import_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  Answer answer{.text = render(*report, *format, arguments.has("quiet"), display)};
  // Text and JSON have what is rejected and what is in doubt apart.
  if (*format == Format::Csv) answer.notes = notes_on(*report);
  return answer;
}

}  // namespace treering::cli
