#include <algorithm>

#include "core/units.h"
#include "gui/lessons/lesson.h"
#include "gui/models/words.h"

namespace treering::gui::lessons {

const app::SimulateReport* report_of(const models::Answer<app::SimulateReport>& answer) {
  return answer && *answer ? &**answer : nullptr;
}

QString run_line(const models::Answer<app::SimulateReport>& answer) {
  const app::SimulateReport* const run = report_of(answer);
  if (run == nullptr) return {};
  return QObject::tr("%1, %2: %3 over %4, simulated")
      .arg(models::way_text(*run), QString::fromStdString(core::format_size(run->asked_bytes)),
           models::duration_text(run->time.in_us()),
           QString::fromStdString(core::counted(run->way.channels, "channel")));
}

Figures shown_run(const Known& known) {
  Figures figures;
  if (const QString line = run_line(known.run); !line.isEmpty()) figures.lines << line;
  return figures;
}

Figures compared_runs(const Known& known) {
  Figures figures = shown_run(known);
  if (const QString line = run_line(known.rival); !line.isEmpty()) figures.lines << line;
  const app::SimulateReport* const run = report_of(known.run);
  const app::SimulateReport* const rival = report_of(known.rival);
  if (run == nullptr || rival == nullptr) return figures;
  const bool is_run_slower = run->time > rival->time;
  const app::SimulateReport& slow = is_run_slower ? *run : *rival;
  const app::SimulateReport& fast = is_run_slower ? *rival : *run;
  figures.lines << QObject::tr("%1 takes %2 times as long as %3, simulated")
                       .arg(models::way_text(slow))
                       .arg(slow.time / fast.time, 0, 'f', slow.time / fast.time < 10 ? 2 : 0)
                       .arg(models::way_text(fast));
  return figures;
}

std::optional<app::setup::Trees> trees_of(const Known& known) {
  auto report = app::setup::trees_of(known.question.job);
  if (!report) return {};
  return *std::move(report);
}

std::optional<core::Duration> time_of(const Known& known, core::Collective collective) {
  models::Question question = known.question;
  question.collective = collective;
  app::SimulateRequest request = simulate_request(question, models::Side::Shown);
  request.is_recorded = false;
  const auto report = app::answer(request);
  if (!report) return {};
  return report->time;
}

std::optional<core::Duration> predicted(const Known& known, const sim::Way& way) {
  app::PredictRequest request = predict_request(known.question);
  request.is_summarised = false;
  request.calls.sizes.minbytes = known.question.bytes;
  request.calls.sizes.maxbytes = known.question.bytes;
  const auto report = app::answer(request);
  if (!report) return {};
  std::optional<core::Duration> best;
  for (const auto& row : report->rows) {
    if (row.way.algorithm != way.algorithm) continue;
    if (!way.protocol.empty() && row.way.protocol != way.protocol) continue;
    if (const auto time = row.time(); time && (!best || *time < *best)) best = time;
  }
  return best;
}

}  // namespace treering::gui::lessons
