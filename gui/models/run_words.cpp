#include <QObject>

#include "gui/models/words.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::models {

namespace {

bool is_tree(const app::SimulateReport& run) {
  return run.way.algorithm == "Tree";
}

bool is_ring(const app::SimulateReport& run) {
  return run.way.algorithm == "Ring";
}

int hops_of(const app::SimulateReport& run) {
  return run.hops ? run.hops->inside + run.hops->between : 0;
}

/// Those between nodes alone: what an NVSwitch combines and copies in a node is no hop.
bool counts_between(const app::SimulateReport& run) {
  return run.hops && run.hops->inside == 0 && run.shape.ranks() > run.shape.nodes;
}

QString hops_text(const app::SimulateReport& run, bool is_counted_before) {
  const int hops = hops_of(run);
  if (counts_between(run)) {
    return QObject::tr("; %1 between nodes one after another")
        .arg(hops == 1 ? QObject::tr("1 hop") : QObject::tr("%1 hops").arg(hops));
  }
  if (hops == 1) return QObject::tr("; 1 hop");
  return is_counted_before ? QObject::tr("; %1 hops").arg(hops)
                           : QObject::tr("; %1 hops one after another").arg(hops);
}

/// "Tree: double binary tree between nodes, chain inside a node".
QString kind_text(const app::SimulateReport& run, double first_tree) {
  QString what = QString::fromStdString(run.what_it_is);
  if (is_tree(run) && run.shape.nodes == 1) {
    what = QString::fromStdString(
        std::string(report::prediction::algorithm_title(run.way.algorithm, run.shape.nodes)));
  } else if (is_tree(run) && first_tree == 1) {
    what = QObject::tr("the first of two binary trees between nodes, chain inside a node");
  }
  const QString name = QString::fromStdString(run.way.algorithm);
  return run.is_in_nccl ? QObject::tr("%1: %2").arg(name, what)
                        : QObject::tr("%1, not in NCCL: %2").arg(name, what);
}

/// How the data go.
QString way_of_data(const app::SimulateReport& run, double first_tree) {
  constexpr double kHalf = 0.5;
  if (!is_tree(run) || run.shape.nodes == 1) return {};
  if (first_tree == 1) {
    return QObject::tr("; it sums the data up to its root and spreads them down again");
  }
  if (first_tree == kHalf) {
    return QObject::tr(
        "; each tree sums half of the data up to its root and spreads it down again");
  }
  return QObject::tr(
             "; tree 1 sums %1 % of the data up to its root and spreads them down again, "
             "tree 2 the others")
      .arg(100 * first_tree, 0, 'f', 0);
}

/// Of a tree and a ring with more hops, behind the number of its hops.
QString strength_of(const app::SimulateReport& run, const app::SimulateReport& other) {
  const auto suits = [](const app::SimulateReport& tree, const app::SimulateReport& ring) {
    return is_tree(tree) && is_ring(ring) && tree.hops && ring.hops &&
           hops_of(tree) < hops_of(ring);
  };
  if (suits(run, other)) return QObject::tr(", good for little data");
  if (!suits(other, run)) return {};
  return QObject::tr(", but all its links carry the same all the time, good for much data");
}

}  // namespace

QString way_text(const app::SimulateReport& run) {
  const QString way = QString::fromStdString(
      run.way.protocol.empty() ? run.way.algorithm : run.way.algorithm + "/" + run.way.protocol);
  return run.is_in_nccl ? way : QObject::tr("%1 (not in NCCL)").arg(way);
}

QString times_text(const app::SimulateReport& run) {
  QString text = QObject::tr("%1: %2 simulated").arg(way_text(run), us_text(run.time.in_us()));
  if (run.single > run.time) {
    text += QObject::tr(" as one of many in a row, %1 alone").arg(us_text(run.single.in_us()));
  }
  if (!run.cost) return text;
  text += QObject::tr("; cost model %1").arg(us_text(run.cost->in_us()));
  if (!run.cost_interval) return text;
  return text + QObject::tr(" (4 of 5 runs %1 to %2)")
                    .arg(us_text(run.cost_interval->low.in_us()),
                         us_text(run.cost_interval->high.in_us()));
}

QString parts_text(const app::SimulateReport& run) {
  return QObject::tr("%1 before the first message + %2")
      .arg(us_text(run.before_messages.in_us()),
           us_text((run.single - run.before_messages).in_us()));
}

QString outside_text(const app::SimulateReport& run) {
  if (!run.cost_interval) return {};
  const bool is_longer = run.time > run.cost_interval->high;
  if (!is_longer && run.time >= run.cost_interval->low) return {};
  return QObject::tr(
             "The simulation takes %1 than the cost model expects of 4 of 5 runs. It gives each "
             "message its part of every link; the formulas take all as alike: rather believe the "
             "simulation.")
      .arg(is_longer ? QObject::tr("longer") : QObject::tr("less time"));
}

QString one_tree_text(const app::SimulateReport& run) {
  if (!run.has_second_tree) {
    return QObject::tr(
        "All channels follow the first tree, in larger calls too: the job has too few for the "
        "second one.");
  }
  const QString who = run.way.channels == 1
                          ? QObject::tr("the only channel follows")
                          : QObject::tr("all %1 channels follow").arg(run.way.channels);
  return QObject::tr(
             "At this size %1 the first tree; channels of the second one join in larger calls.")
      .arg(who);
}

QString faster_protocol_text(const app::SimulateReport& run) {
  if (!run.faster_protocol) return {};
  return QObject::tr("With %1 alone NCCL takes %2. With %3 too the cost model says %4.")
      .arg(QStringLiteral("NCCL_ALGO=") + QString::fromStdString(run.way.algorithm),
           QString::fromStdString(run.way.protocol),
           QStringLiteral("NCCL_PROTO=") + QString::fromStdString(run.faster_protocol->protocol),
           us_text(run.faster_protocol->cost.in_us()));
}

QString stand_in_text(const app::SimulateReport& run) {
  const bool is_tuned = sim::nccl::rules::is_tuned(run.call.collective);
  if (run.is_in_nccl || is_tuned || run.is_barrier || run.what_it_is.empty()) return {};
  const std::string_view collective = core::name_of(run.call.collective);
  return QObject::tr("NCCL's own %1 is p2p, all peers at once. The picture has %2 for comparison.")
      .arg(QString::fromUtf8(collective.data(), static_cast<qsizetype>(collective.size())),
           QString::fromStdString(run.way.algorithm));
}

QString contrast(const app::SimulateReport& one, const app::SimulateReport& other,
                 double first_tree) {
  if (one.way.algorithm == other.way.algorithm) return {};
  QStringList sentences;
  bool is_counted = false;  // before, in words of several
  for (const app::SimulateReport* const run : {&one, &other}) {
    if (run->what_it_is.empty()) return {};
    QString sentence = kind_text(*run, first_tree) + way_of_data(*run, first_tree);
    if (run->hops) {
      sentence += hops_text(*run, is_counted);
      sentence += strength_of(*run, run == &one ? other : one);
      is_counted = is_counted || (hops_of(*run) > 1 && !counts_between(*run));
    }
    sentences << sentence + QLatin1Char('.');
  }
  if (!one.hops && !other.hops && !one.faults.empty()) {
    sentences << QObject::tr("Hops are counted by the cost model, which knows no faults.");
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
