#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/tuning/tune.h"
#include "cli/commands.h"
#include "cli/measure/interrupt.h"
#include "cli/measure/request.h"
#include "cli/options/hosts_request.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "core/text/quote.h"
#include "core/text/words.h"
#include "report/measurements/tune_text.h"

namespace treering::cli {
namespace {

using app::tuning::Choice;
using app::tuning::Guess;
using app::tuning::TuneReport;
using nlohmann::ordered_json;

/// Six launches are the fewest that make an interval of 95 % (docs/measuring.md).
constexpr int kLaunches = 6;

/// "15", "15%".
core::Result<double> budget_of(const Arguments& arguments, double usual) {
  const auto text = arguments.value("budget");
  if (!text) return usual;
  std::string digits(*text);
  if (digits.ends_with('%')) digits.pop_back();
  const auto percent = core::whole_number<int>(digits);
  if (!percent || *percent < 1 || *percent > 100) {
    return core::usage_error("--budget", core::in_quotes(*text), "expected 1 to 100, in percent");
  }
  return *percent / 100.0;
}

core::Result<app::tuning::TuneRequest> tune_request(const Arguments& arguments) {
  auto measure = measure_request(arguments);
  if (!measure) return core::fail(measure.error());
  app::tuning::TuneRequest request;
  request.measure = *std::move(measure);
  if (!arguments.value("algo")) request.measure.algorithms = {"all"};
  if (!arguments.value("launches")) request.measure.rules.launches = kLaunches;
  const auto budget = budget_of(arguments, request.budget);
  if (!budget) return core::fail(budget.error());
  request.budget = *budget;
  request.tries_knobs = arguments.has("knobs");
  request.time_model = time_model_request(arguments);
  if (arguments.positional(0).empty() || is_about_hosts(arguments)) {
    request.nic_rate = arguments.value("nic-rate");
    return request;
  }
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return request;
}

/// Of a Choice or a Guess: a way, and the sizes that it is for.
template <class Line>
ordered_json line_json(const Line& one) {
  ordered_json json;
  json["collective"] = name_of(one.collective);
  json["from_bytes"] = one.from_bytes;
  json["to_bytes"] = one.to_bytes;
  json["algorithm"] = or_null(one.way.algorithm);
  json["protocol"] = or_null(one.way.protocol);
  json["channels"] = or_null(one.way.channels);
  return json;
}

ordered_json choice_json(const Choice& one) {
  ordered_json json = line_json(one);
  json["gain"] = one.gain ? ordered_json(rounded(one.gain->mean)) : ordered_json();
  json["gain_low"] = one.gain ? ordered_json(rounded(one.gain->low)) : ordered_json();
  json["gain_high"] = one.gain ? ordered_json(rounded(one.gain->high)) : ordered_json();
  json["confidence"] = rounded(one.confidence);
  json["reason"] = name_of(one.reason);
  json["measured"] = one.measured;
  return json;
}

ordered_json guess_json(const Guess& one) {
  ordered_json json = line_json(one);
  json["believed_gain"] = rounded(one.gain.mean);
  json["believed_gain_low"] = rounded(one.gain.low);
  json["believed_gain_high"] = rounded(one.gain.high);
  json["chance"] = rounded(one.chance);
  return json;
}

ordered_json number_or_null(const std::optional<double>& value) {
  return value ? ordered_json(rounded(*value)) : ordered_json();
}

ordered_json value_json(const tuner::knobs::Value& value) {
  const auto* const best = best_change(value);
  const auto* const worst = worst_change(value);
  ordered_json calls = ordered_json::array();
  for (const auto& change : value.changes) {
    calls.push_back({{"collective", name_of(change.call.collective)},
                     {"bytes", change.call.bytes},
                     {"expected_gain", value.is_priced ? number_or_null(change.gain) : nullptr}});
  }
  return {{"value", value.text},
          {"expected_low", number_or_null(worst == nullptr ? std::nullopt : worst->gain)},
          {"expected_high", number_or_null(best == nullptr ? std::nullopt : best->gain)},
          {"calls", std::move(calls)}};
}

ordered_json knob_json(const tuner::knobs::Knob& knob) {
  ordered_json values = ordered_json::array();
  for (const auto& value : knob.values) values.push_back(value_json(value));
  return {{"variable", knob.name},
          {"can_matter", knob.can_matter()},
          {"reason", knob.reason},
          {"values", std::move(values)}};
}

ordered_json outcome_json(const tuner::knobs::Outcome& one) {
  const auto gain = one.gain.value_or(tuner::knobs::Outcome::Gain{});
  return {{"variable", one.setting.name},
          {"value", one.setting.value},
          {"collective", name_of(one.collective)},
          {"from_bytes", one.from_bytes},
          {"to_bytes", one.to_bytes},
          {"verdict", name_of(one.verdict)},
          {"gain", one.gain ? ordered_json(rounded(gain.mean)) : ordered_json()},
          {"gain_low", number_or_null(gain.low)},
          {"gain_high", number_or_null(gain.high)},
          {"confidence", rounded(one.confidence)},
          {"pairs", one.pairs}};
}

std::string_view name_of_ending(tuner::tune::Ending ending) {
  switch (ending) {
    case tuner::tune::Ending::Settled:
      return "settled";
    case tuner::tune::Ending::Spent:
      return "budget spent";
    case tuner::tune::Ending::Stopped:
      return "stopped";
  }
  return "";
}

std::string tune_json(const TuneReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.tune/1");
  lines.add("runner", report.runner);
  lines.add("library", or_null(report.library));
  lines.add("ranks", report.ranks);
  lines.add("nodes", report.nodes);
  lines.add("emulated", report.is_emulated());
  lines.add("measured", report.measured);
  lines.add("exhaustive", report.exhaustive);
  lines.add("ending", name_of_ending(report.ending));
  lines.add("expected_from", or_null(report.expected_from));
  lines.begin_array("choices");
  for (const Choice& one : report.choices) lines.add_element(choice_json(one));
  lines.begin_array("guesses");
  for (const Guess& one : report.guesses) lines.add_element(guess_json(one));
  lines.begin_array("knobs");
  for (const auto& knob : report.knobs) lines.add_element(knob_json(knob));
  lines.begin_array("knob_outcomes");
  for (const auto& one : report.outcomes) lines.add_element(outcome_json(one));
  lines.add("notes", report.notes);
  return lines.finish();
}

std::string tune_csv(const TuneReport& report) {
  std::string text =
      "collective,from_bytes,to_bytes,algorithm,protocol,channels,gain,gain_low,gain_high,"
      "confidence,reason,measured\n";
  for (const Choice& one : report.choices) text += csv_row(choice_json(one));
  return text;
}

}  // namespace

core::Result<Answer> run_tune(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto request = tune_request(arguments);
  if (!request) return core::fail(request.error());
  if (const auto done = app::measuring::become_rank(request->measure); !done) {
    return core::fail(done.error());
  }
  std::stop_source stop;
  request->measure.stop = stop.get_token();
  if (display.progress) {
    request->observe = [&](const app::tuning::Progress& progress) {
      display.progress(report::measurements::progress_text(progress));
    };
  }
  const Interrupt interrupt(stop);
  const auto report = app::tuning::answer(*request);
  if (display.progress) display.progress("");
  if (!report) return core::fail(report.error());
  Answer answer;
  if (*format == Format::Json) answer.text = tune_json(*report);
  if (*format == Format::Csv) answer.text = tune_csv(*report);
  if (*format == Format::Text) {
    answer.text = report::measurements::tune_text(*report, arguments.has("quiet"), display);
  }
  answer.has_written_output = true;  // the results themselves, one by one
  return answer;
}

}  // namespace treering::cli
