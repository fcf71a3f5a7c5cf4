#include "report/tuning/tune_text.h"

#include <fmt/format.h>

#include "core/units.h"
#include "report/display.h"
#include "report/fitted_table.h"
#include "report/remarks.h"

namespace treering::report::tuning {
namespace {

using app::tuning::Choice;
using app::tuning::Guess;
using app::tuning::TuneReport;

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

std::vector<std::string> guess_texts(const std::vector<Guess>& guesses) {
  std::vector<std::string> texts;
  for (const Guess& one : guesses) texts.push_back(guess_text(one));
  return texts;
}

}  // namespace

std::string tune_text(const TuneReport& report, bool is_quiet, const Display& display) {
  TableRows rows;
  for (const Choice& one : report.choices) {
    rows.push_back(choice_cells(one));
    rows.back().front().insert(0, "  ");
  }
  if (is_quiet) return plain_rows(tune_columns(), rows);
  const std::size_t width = display.text_width();
  std::string text = remark("treering: " + title_text(report), 0, width);
  text += remark(effort_text(report), 0, width);
  if (!report.expected_from.empty()) {
    text += remark("expected by " + report.expected_from, 0, width);
  }
  if (!rows.empty()) text += "#\n" + grouped_table(tune_columns(), rows, display.width);
  if (const std::string between = between_ranges_text(report.choices); !between.empty()) {
    text += remark(between, 0, width);
  }
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
  text += fmt::format(", {} {}{}{}", name_of(one.call.collective),
                      core::format_size(one.call.bytes), way.empty() ? "" : " ", way);
  if (!progress.last->error.empty()) return text + ": " + progress.last->error;
  if (!progress.last->median_us) return text;
  return text + ": " + core::format_duration(core::Duration::from_us(*progress.last->median_us));
}

}  // namespace treering::report::tuning
