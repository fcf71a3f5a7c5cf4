#include "app/measuring/compare.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/measure/measure.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "core/units.h"
#include "report/measurements/measure_text.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

/// No test tells smaller ones from each other, and 0 would say that it cannot be.
double not_zero(double p) {
  constexpr double kLeast = 1e-6;
  return std::max(p, kLeast);
}

std::string compare_json(const app::measuring::CompareReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.compare/1");
  lines.add("before", report.before);
  lines.add("after", report.after);
  lines.begin_array("rows");
  for (const app::measuring::ComparedRow& row : report.rows) lines.add_element(row_json(row));
  lines.add("only_before", report.only_before);
  lines.add("only_after", report.only_after);
  return lines.finish();
}

std::string compare_csv(const app::measuring::CompareReport& report) {
  std::string text =
      "collective,bytes,id,runner,ranks,algorithm,protocol,channels,from,to,in_place,cache,before_"
      "us,"
      "after_us,ratio,"
      "low,high,p,adjusted_p,units,before_units,after_units,verdict\n";
  for (const app::measuring::ComparedRow& row : report.rows) text += csv_row(row_json(row));
  return text;
}

}  // namespace

ordered_json row_json(const app::measuring::ComparedRow& row) {
  const auto& one = row.configuration;
  const auto& judged = row.judgement;
  ordered_json json;
  json["collective"] = name_of(one.call.collective);
  json["bytes"] = one.call.bytes;
  json["id"] = or_null(row.series);
  json["runner"] = or_null(row.runner);
  json["ranks"] = or_null(row.ranks);
  json["algorithm"] = or_null(one.way.algorithm);
  json["protocol"] = or_null(one.way.protocol);
  json["channels"] = or_null(one.way.channels);
  json["from"] = one.pair ? ordered_json(one.pair->from) : ordered_json();
  json["to"] = one.pair ? ordered_json(one.pair->to) : ordered_json();
  json["in_place"] = one.is_in_place;
  json["cache"] = one.cache == tuner::measure::Cache::Cold ? "cold" : "warm";
  json["before_us"] = row.before_us;
  json["after_us"] = row.after_us;
  json["ratio"] = judged.ratio;
  json["low"] = judged.interval ? ordered_json(judged.interval->low) : ordered_json();
  json["high"] = judged.interval ? ordered_json(judged.interval->high) : ordered_json();
  json["p"] = not_zero(judged.p);
  json["adjusted_p"] = not_zero(judged.adjusted_p);
  json["units"] = row.is_general() ? "launches" : "blocks";
  json["before_units"] = judged.before_units;
  json["after_units"] = judged.after_units;
  json["verdict"] = name_of(judged.verdict);
  return json;
}

core::Result<Answer> compare_answer(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (arguments.positionals.size() != 2) {
    return core::usage_error("--compare", core::counted(arguments.positionals.size(), "file"),
                             "expected two, before and after");
  }
  app::measuring::CompareRequest request{
      arguments.positionals.front(), arguments.positionals.back(), {}};
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  request.collective = *collective;
  const auto report = app::measuring::answer(request);
  if (!report) return core::fail(report.error());
  Answer answer{.form = form_of(*format), .notes = report->notes, .lists_notes = true};
  if (*format == Format::Json) answer.text = compare_json(*report);
  if (*format == Format::Csv) answer.text = compare_csv(*report);
  if (*format == Format::Text) {
    answer.text = report::measurements::compare_text(*report, arguments.has("quiet"), display);
  }
  if (report->count(tuner::stats::Verdict::Slower) > 0) answer.exit_code = ExitCode::CheckFailed;
  return answer;
}

}  // namespace treering::cli
