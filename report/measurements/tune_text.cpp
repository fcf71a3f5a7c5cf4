#include "report/measurements/tune_text.h"

#include <fmt/format.h>

#include "core/unit_text.h"
#include "report/grouped_table.h"
#include "report/measurements/knobs_text.h"
#include "report/remarks.h"

namespace treering::report::measurements {
namespace {

using app::tuning::Choice;
using app::tuning::Guess;
using app::tuning::Reason;
using app::tuning::TuneReport;
using tuner::tune::Ending;

std::vector<FittedColumn> tune_columns() {
  using core::Align;
  return {{{"  collective", Align::Left}},
          {{"from"}},
          {{"to"}},
          {{"use", Align::Left}},
          {{"gain"}},
          {{"80 % interval"}, 2},
          {{"confidence", Align::Right, 0, "(%)"}},
          {{"measured"}, 3, "cells of these sizes that were measured"},
          {{"why", Align::Left}}};
}

std::string way_text(const tuner::tune::Way& way) {
  if (is_default(way)) return "default";
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "/") + part;
  };
  add(way.algorithm);
  add(way.protocol);
  if (way.channels > 0) add(fmt::format("{} ch", way.channels));
  return text;
}

std::string why_text(Reason reason) {
  switch (reason) {
    case Reason::Faster:
      return "faster than the library's own choice, confirmed";
    case Reason::Tie:
      return "nothing is faster by more than a tie";
    case Reason::Undecided:
      return "undecided: nothing is known to be faster";
    case Reason::Fastest:
      return "the fastest; the library's own choice has no time";
    case Reason::OnlyWay:
      return "the only way";
    case Reason::AllFailed:
      return "every way failed";
  }
  return "";
}

std::vector<std::string> tune_cells(const Choice& one) {
  return {"  " + std::string(name_of(one.collective)),
          core::format_size(one.from_bytes),
          core::format_size(one.to_bytes),
          one.reason == Reason::AllFailed ? "-" : way_text(one.way),
          one.gain ? fmt::format("{:.2f} x", one.gain->mean) : "-",
          one.gain ? fmt::format("{:.2f}..{:.2f}", one.gain->low, one.gain->high) : "-",
          fmt::format("{:.0f}", 100 * one.confidence),
          fmt::format("{}", one.measured),
          why_text(one.reason)};
}

std::string guess_text(const Guess& one) {
  const std::string sizes =
      one.from_bytes == one.to_bytes
          ? core::format_size(one.from_bytes)
          : core::format_size(one.from_bytes) + " to " + core::format_size(one.to_bytes);
  return fmt::format(
      "{}, {}: {}, {:.2f} times as fast as the library's own choice, {:.2f} to {:.2f} at 80 %; "
      "faster at all with a chance of {:.0f} %",
      name_of(one.collective), sizes, way_text(one.way), one.gain.mean, one.gain.low, one.gain.high,
      100 * one.chance);
}

std::vector<std::string> guess_texts(const std::vector<Guess>& guesses) {
  std::vector<std::string> texts;
  for (const Guess& one : guesses) texts.push_back(guess_text(one));
  return texts;
}

std::string ending_text(Ending ending) {
  switch (ending) {
    case Ending::Settled:
      return "all choices are settled";
    case Ending::Spent:
      return "the budget is spent, and not all choices are settled";
    case Ending::Stopped:
      return "stopped before all choices were settled";
  }
  return "";
}

std::string title(const TuneReport& report) {
  const std::string library = report.library.empty() ? "" : " (" + report.library + ")";
  return fmt::format("treering: {} with {}{} on {} of {}",
                     report.is_emulated() ? "tuned on emulated GPUs, not measured," : "tuned",
                     report.runner, library, core::counted(report.ranks, "rank"),
                     core::counted(report.nodes, "node"));
}

std::string effort_text(const TuneReport& report) {
  const double share = report.exhaustive == 0 ? 0
                                              : 100 * static_cast<double>(report.measured) /
                                                    static_cast<double>(report.exhaustive);
  return fmt::format("{} in place of {} of a whole sweep ({:.0f} %): {}",
                     core::counted(static_cast<int>(report.measured), "measurement"),
                     report.exhaustive, share, ending_text(report.ending));
}

}  // namespace

std::string tune_text(const TuneReport& report, bool is_quiet, const Display& display) {
  TableRows rows;
  for (const Choice& one : report.choices) rows.push_back(tune_cells(one));
  if (is_quiet) return plain_rows(tune_columns(), rows);
  const std::size_t width = display.text_width();
  std::string text = remark(title(report), 0, width);
  text += remark(effort_text(report), 0, width);
  if (!report.expected_from.empty()) {
    text += remark("expected by " + report.expected_from, 0, width);
  }
  if (!rows.empty()) text += "#\n" + grouped_table(tune_columns(), rows, display.width);
  text += remark_list("best guess, not confirmed; no recommendation", guess_texts(report.guesses),
                      "", width);
  text += knobs_text(report, display);
  return text + remark_list("notes", report.notes, "", width);
}

std::string progress_text(const app::tuning::Progress& progress) {
  std::string text =
      fmt::format("{} of at most {} measurements", progress.measurements, progress.most);
  if (progress.last == nullptr) return text;
  const auto& one = progress.last->trial.configuration;
  const std::string way = tuner::measure::way_text(one);
  text += fmt::format(", {} {}{}{}", name_of(one.collective), core::format_size(one.bytes),
                      way.empty() ? "" : " ", way);
  if (!progress.last->error.empty()) return text + ": " + progress.last->error;
  if (!progress.last->median_us) return text;
  return text + ": " + core::format_duration(core::Duration::from_us(*progress.last->median_us));
}

}  // namespace treering::report::measurements
