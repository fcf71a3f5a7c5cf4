#include "cli/check/floors.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/check_floors.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "core/named_values.h"
#include "report/prediction/expect_text.h"

namespace treering::cli {
namespace {

using app::CheckFloorsReport;
using nlohmann::ordered_json;

constexpr std::string_view kJunit = "junit";

/// Options of a check that say nothing here: machine and job are those of the floors.
core::Result<void> refuse_others(const Arguments& arguments) {
  constexpr std::array<std::string_view, 8> kTaken{"floors", "junit",  "collective", "id",
                                                   "format", "output", "quiet",      "help"};
  const auto refuse = [](std::string_view name) {
    return core::usage_error(fmt::format("--{}", name), "given together with --floors",
                             "expected one of the two",
                             "machine and job are those that the floors were made for");
  };
  for (const auto& [name, value] : arguments.values) {
    if (std::ranges::find(kTaken, name) == kTaken.end()) return refuse(name);
  }
  for (const auto& [name, values] : arguments.lists) {
    if (!values.empty()) return refuse(name);
  }
  return {};
}

core::Result<app::CheckFloorsRequest> floors_request(const Arguments& arguments) {
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  app::CheckFloorsRequest request;
  request.files = arguments.positionals;
  request.floors = text_option(arguments, "floors").value_or("");
  request.wanted.id = text_option(arguments, "id");
  if (*collective) request.wanted.collectives = {**collective};
  request.wanted.unnamed = *collective;
  return request;
}

ordered_json judged_json(const tuner::floors::JudgedRow& row) {
  ordered_json json;
  json["id"] = or_null(row.measurement.id);
  json["collective"] = core::name_of(row.measurement.collective);
  json["bytes"] = row.measurement.bytes;
  json["busbw_GBps"] = row.busbw.in_gb_per_s();
  json["floor_GBps"] = row.floor ? ordered_json(row.floor->in_gb_per_s()) : ordered_json();
  json["below"] = row.is_below();
  json["wrong"] = row.measurement.wrong ? ordered_json(*row.measurement.wrong) : ordered_json();
  json["why_not_judged"] = or_null(row.why_not);
  return json;
}

std::string floors_json(const CheckFloorsReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.check_floors/1");
  lines.add("topology", or_null(report.sheet.topology));
  lines.add("nodes", report.sheet.nodes);
  lines.add("ranks", report.sheet.ranks);
  lines.add("judged", report.judged);
  lines.add("below", report.below);
  lines.add("wrong_rows", report.wrong);
  lines.begin_array("rows");
  for (const auto& row : report.rows) lines.add_element(judged_json(row));
  return lines.finish();
}

std::string floors_csv(const CheckFloorsReport& report) {
  std::string text = "id,collective,bytes,busbw_GBps,floor_GBps,below,wrong,why_not_judged\n";
  for (const auto& row : report.rows) text += csv_row(judged_json(row));
  return text;
}

}  // namespace

core::Result<void> expect_floors(const Arguments& arguments) {
  const bool is_junit = core::is_same_name(arguments.value("format").value_or(""), kJunit);
  if (!is_junit && !arguments.has("junit")) return {};
  return core::usage_error(is_junit ? "--format" : "--junit",
                           is_junit ? "junit given without --floors" : "given without --floors",
                           "expected the file of floors that rows are judged by",
                           "treering expect TOPOLOGY --nodes N --format json makes one");
}

core::Result<Answer> check_floors(const Arguments& arguments, const Display& display) {
  if (const auto others = refuse_others(arguments); !others) return core::fail(others.error());
  const std::string_view asked = arguments.value("format").value_or("text");
  const bool is_junit = core::is_same_name(asked, kJunit);
  const auto format = is_junit ? core::Result<Format>(Format::Text) : parse_format(asked);
  if (!format) {
    constexpr std::array<std::string_view, 4> kForms{"text", "json", "csv", kJunit};
    return core::unknown_name("--format", asked, kForms);
  }
  const auto request = floors_request(arguments);
  if (!request) return core::fail(request.error());
  auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  Answer answer{.form = is_junit ? Form::Other : form_of(*format),
                .notes = report->notes,
                .exit_code = report->is_passed() ? ExitCode::Done : ExitCode::CheckFailed};
  if (const auto file = arguments.value("junit")) {
    answer.beside.push_back({std::string(*file), app::junit_text(*report)});
  }
  if (is_junit) {
    answer.text = app::junit_text(*report);
    return answer;
  }
  answer.text = written(
      *format,
      [&] {
        return report::prediction::check_floors_text(*report, arguments.has("quiet"), display);
      },
      [&] { return floors_json(*report); }, [&] { return floors_csv(*report); });
  return answer;
}

}  // namespace treering::cli
