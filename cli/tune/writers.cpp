#include "cli/tune/writers.h"

#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"

namespace treering::cli {
namespace {

using app::tuning::Choice;
using app::tuning::Guess;
using app::tuning::Times;
using app::tuning::TuneReport;
using nlohmann::ordered_json;

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

ordered_json number_or_null(const std::optional<double>& value) {
  return value ? ordered_json(rounded(*value)) : ordered_json();
}

ordered_json choice_json(const Choice& one) {
  ordered_json json = line_json(one);
  json["gain"] = one.gain ? ordered_json(rounded(one.gain->mean)) : ordered_json();
  json["gain_low"] = one.gain ? ordered_json(rounded(one.gain->low)) : ordered_json();
  json["gain_high"] = one.gain ? ordered_json(rounded(one.gain->high)) : ordered_json();
  json["confidence"] = number_or_null(one.confidence);
  json["chance_fastest"] = number_or_null(one.chance_fastest);
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

ordered_json value_json(const tuner::knobs::Value& value) {
  const auto* const best = best_change(value);
  const auto* const worst = worst_change(value);
  ordered_json calls = ordered_json::array();
  for (const auto& change : value.changes) {
    calls.push_back({{"collective", name_of(change.call.call.collective)},
                     {"bytes", change.call.call.bytes},
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

/// Of a way: what it is, and its points.
ordered_json curve_json(const app::tuning::WayCurve& curve, ordered_json points) {
  return {{"algorithm", or_null(curve.way.algorithm)},
          {"protocol", or_null(curve.way.protocol)},
          {"channels", or_null(curve.way.channels)},
          {"points", std::move(points)}};
}

ordered_json point_json(std::uint64_t bytes, const Times& times, double bus_factor) {
  return {{"bytes", bytes},
          {"time_us", times.us},
          {"low_us", times.low_us},
          {"high_us", times.high_us},
          {"busbw_GBps", bus_factor * static_cast<double>(bytes) / 1000 / times.us}};
}

ordered_json curves_json(const app::tuning::Curves& curves, int ranks) {
  const double factor = core::bus_factor(curves.collective, ranks);
  ordered_json ways = ordered_json::array();
  ordered_json shown = ordered_json::array();
  for (const auto& curve : curves.ways) {
    ordered_json believed = ordered_json::array();
    ordered_json measured = ordered_json::array();
    for (const auto& one : curve.points) {
      believed.push_back(point_json(one.bytes, one.believed, factor));
      if (one.measured_us.empty()) continue;
      measured.push_back(point_json(one.bytes, one.measured(), factor));
      measured.back()["launches"] = one.measured_us.size();
    }
    ways.push_back(curve_json(curve, std::move(believed)));
    shown.push_back(curve_json(curve, std::move(measured)));
  }
  return {{"collective", name_of(curves.collective)},
          {"cells", curves.cells},
          {"measured_cells", curves.measured},
          {"ways", std::move(ways)},
          {"measured", std::move(shown)}};
}

std::string_view name_of_ending(const TuneReport& report) {
  switch (report.ending) {
    case tuner::tune::Ending::Settled:
      return report.has_undecided() ? "undecided" : "settled";
    case tuner::tune::Ending::Spent:
      return "budget spent";
    case tuner::tune::Ending::Stopped:
      return "stopped";
  }
  return "";
}

}  // namespace

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
  lines.add("ending", name_of_ending(report));
  lines.add("expected_from", or_null(report.expected_from));
  lines.begin_array("choices");
  for (const Choice& one : report.choices) lines.add_element(choice_json(one));
  lines.begin_array("guesses");
  for (const Guess& one : report.guesses) lines.add_element(guess_json(one));
  lines.begin_array("curves");
  for (const auto& one : report.curves) lines.add_element(curves_json(one, report.ranks));
  lines.begin_array("knobs");
  for (const auto& knob : report.knobs) lines.add_element(knob_json(knob));
  lines.begin_array("knob_outcomes");
  for (const auto& one : report.outcomes) lines.add_element(outcome_json(one));
  return lines.finish();
}

std::string tune_csv(const TuneReport& report) {
  std::string text =
      "collective,from_bytes,to_bytes,algorithm,protocol,channels,gain,gain_low,gain_high,"
      "confidence,chance_fastest,reason,measured\n";
  for (const Choice& one : report.choices) text += csv_row(choice_json(one));
  return text;
}

}  // namespace treering::cli
