#include "gui/models/run_words.h"

#include <QObject>

#include "gui/models/words.h"

namespace treering::gui::models {

QString way_text(const app::SimulateReport& run) {
  return QString::fromStdString(run.protocol.empty() ? run.algorithm
                                                     : run.algorithm + "/" + run.protocol);
}

QString times_text(const app::SimulateReport& run) {
  QString text = QObject::tr("%1: %2 simulated").arg(way_text(run), us_text(run.time.in_us()));
  if (!run.cost) return text;
  text += QObject::tr("; cost model %1").arg(us_text(run.cost->in_us()));
  if (!run.cost_interval) return text;
  return text + QObject::tr(" (4 of 5 runs %1 to %2)")
                    .arg(us_text(run.cost_interval->low.in_us()),
                         us_text(run.cost_interval->high.in_us()));
}

QString parts_text(const app::SimulateReport& run) {
  return QObject::tr("%1 before the first message + %2")
      .arg(us_text(run.before_messages.in_us()), us_text((run.time - run.before_messages).in_us()));
}

QString contrast(const app::SimulateReport& one, const app::SimulateReport& other) {
  if (one.algorithm == other.algorithm) return {};
  QStringList sentences;
  bool is_counted = false;  // before
  for (const app::SimulateReport* const run : {&one, &other}) {
    if (run->what_it_is.empty()) return {};
    QString sentence = QObject::tr("%1: %2").arg(QString::fromStdString(run->algorithm),
                                                 QString::fromStdString(run->what_it_is));
    if (run->hops) {
      const int hops = run->hops->inside + run->hops->between;
      sentence += is_counted ? QObject::tr("; %1 hops").arg(hops)
                             : QObject::tr("; %1 hops one after another").arg(hops);
      is_counted = true;
    }
    sentences << sentence + QLatin1Char('.');
  }
  return sentences.join(QLatin1Char(' '));
}

QString disagreement(const app::SimulateReport& one, const app::SimulateReport& other) {
  if (!one.cost || !other.cost || one.time == other.time || *one.cost == *other.cost) return {};
  const bool is_faster = one.time < other.time;
  if (is_faster == (*one.cost < *other.cost)) return {};
  const app::SimulateReport& simulated = is_faster ? one : other;
  const app::SimulateReport& by_cost = is_faster ? other : one;
  return QObject::tr(
             "Simulated, %1 is the faster; the cost model, which is fitted to published "
             "measurements, says %2: see Recommendation.")
      .arg(way_text(simulated), way_text(by_cost));
}

}  // namespace treering::gui::models
