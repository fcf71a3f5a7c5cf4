#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "report/display.h"
#include "report/fitted_table.h"
#include "report/remarks.h"
#include "report/tuning/tune_text.h"

namespace treering::report::tuning {
namespace {

using app::tuning::TuneReport;
using tuner::knobs::Knob;
using tuner::knobs::KnobVerdict;
using tuner::knobs::Outcome;
using tuner::knobs::Value;

std::string value_sizes_text(const Value& value) {
  const auto [least, most] = std::ranges::minmax(
      value.changes, {}, [](const tuner::knobs::Change& one) { return one.call.call.bytes; });
  const std::string from = core::format_size(least.call.call.bytes);
  const std::string to = core::format_size(most.call.call.bytes);
  return from == to ? "at " + from : fmt::format("from {} to {}", from, to);
}

/// "0.98 to 1.02 x, most at 4 MiB".
std::string expected_text(const Value& value) {
  const auto* const best = best_change(value);
  const auto* const worst = worst_change(value);
  if (best == nullptr) return "the model knows of no effect";
  const auto text = [](double gain) { return fmt::format("{:.2f}", gain); };
  const std::string from = text(*worst->gain);
  const std::string to = text(*best->gain);
  if (from == to && from == text(1)) return "the model expects next to no effect";
  const std::string range = from == to ? from : fmt::format("{} to {}", from, to);
  return fmt::format("the model expects {} x, most at {}", range,
                     core::format_size(best->call.call.bytes));
}

/// "8388608 from 4 MiB to 1 GiB (the model expects 0.98 to 1.02 x, most at 4 MiB)".
std::string value_text(const Value& value) {
  return fmt::format("{} {} ({})", value.text, value_sizes_text(value), expected_text(value));
}

std::string knob_text(const Knob& knob) {
  if (!knob.can_matter()) return fmt::format("{} cannot matter: {}", knob.name, knob.reason);
  std::string values;
  for (const Value& one : knob.values) {
    values += (values.empty() ? "" : "; ") + value_text(one);
  }
  return fmt::format("{} can matter: {}; {}", knob.name, knob.reason, values);
}

std::vector<FittedColumn> outcome_columns() {
  using core::Align;
  return {{{"  collective", Align::Left}},
          {{"variable", Align::Left}},
          {{"from"}},
          {{"to"}},
          {{"gain"}},
          {{"80 % interval"}, 2},
          {{"confidence", Align::Right, 0, "(%)"}},
          {{"pairs"}, 3, "of launches, with the value and as it is"},
          {{"verdict", Align::Left}}};
}

std::string gain_interval(const Outcome& one) {
  if (!one.gain || !one.gain->low) return "-";
  return fmt::format("{:.2f}..{:.2f}", *one.gain->low, *one.gain->high);
}

/// Of a variable the value that gains most for a collective.
bool is_best_of_variable(const TuneReport& report, const Outcome& one) {
  return std::ranges::none_of(report.outcomes, [&](const Outcome& other) {
    return other.setting.name == one.setting.name && other.verdict == KnobVerdict::Faster &&
           other.gain->mean > one.gain->mean;
  });
}

std::string losses_text(const TuneReport& report, const Outcome& gaining) {
  std::string text;
  for (const Outcome& one : report.outcomes) {
    if (one.setting != gaining.setting || one.verdict != KnobVerdict::Slower) continue;
    text += fmt::format(", but {} {:.2f} x", name_of(one.collective), one.gain->mean);
  }
  return text;
}

/// "95 %"; what rounds to 100 is still no certainty.
std::string percent_text(double share) {
  return share >= 0.995 ? "> 99 %" : fmt::format("{:.0f} %", 100 * share);
}

std::string tried_text(const TuneReport& report, const Display& display) {
  TableRows rows;
  for (const Outcome& one : report.outcomes) {
    rows.push_back(outcome_cells(one));
    rows.back().front().insert(0, "  ");
  }
  const std::string settings = settings_text(report);
  const std::string end =
      settings.empty()
          ? "No value is known to be faster: leave these variables as they are."
          : "Each value was tried alone, beside NCCL's own choice: several may not add up.";
  return "#\n" + grouped_table(outcome_columns(), rows, display.width) + settings +
         remark(end, 0, display.text_width());
}

}  // namespace

std::vector<std::string> outcome_cells(const Outcome& one) {
  return {std::string(name_of(one.collective)),
          one.setting.text(),
          core::format_size(one.from_bytes),
          core::format_size(one.to_bytes),
          one.gain ? fmt::format("{:.2f} x", one.gain->mean) : "-",
          gain_interval(one),
          fmt::format("{:.0f}", 100 * one.confidence),
          fmt::format("{}", one.pairs),
          std::string(name_of(one.verdict))};
}

std::string settings_text(const TuneReport& report) {
  std::string text;
  for (const Outcome& one : report.outcomes) {
    if (one.verdict != KnobVerdict::Faster || !is_best_of_variable(report, one)) continue;
    text += fmt::format("export {}\n# {} {:.2f} x ({}){}; undo: unset {}\n", one.setting.text(),
                        name_of(one.collective), one.gain->mean, percent_text(one.confidence),
                        losses_text(report, one), one.setting.name);
  }
  return text;
}

std::vector<std::string> knob_texts(const TuneReport& report) {
  std::vector<std::string> texts;
  for (const Knob& one : report.knobs) texts.push_back(knob_text(one));
  return texts;
}

std::string knobs_text(const TuneReport& report, const Display& display) {
  std::string text =
      remark_list("variables of new communicators", knob_texts(report), "", display.text_width());
  if (!report.outcomes.empty()) text += tried_text(report, display);
  return text;
}

}  // namespace treering::report::tuning
