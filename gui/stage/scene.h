// A run made ready to be shown: where ranks stand, the curves that messages follow, and its
// moments. Made in a worker thread; a value afterwards.
#pragma once

#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QSizeF>
#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/simulate.h"
#include "app/simulation/buffers.h"
#include "app/simulation/moments.h"
#include "gui/stage/arrangement.h"
#include "gui/stage/bends.h"
#include "gui/stage/patterns.h"

namespace treering::gui::stage {

enum class Layout {
  Machines,  // as they stand
  Unfolded,  // as the algorithm goes, where it is made of rings or trees
};

/// How ranks are to stand, and the pixels of the screen that they fill.
struct Wanted {
  Layout layout = Layout::Machines;
  QSizeF pixels{640, 400};
  bool operator==(const Wanted&) const = default;
};

/// What there may be a million of, once for all layouts of a run.
template <class Entry>
using Shared = std::shared_ptr<const std::vector<Entry>>;

/// What does not depend on how the ranks stand.
struct SceneRun {
  QString title;  // way and times
  QString parts;  // of the time; the run's moments begin with the first message
  QString doubt;  // where the machine is a guess; else empty
  QString trees;  // why one of NCCL's two trees is shown; else empty
  QString other;  // why it is not NCCL's own, or takes another time than the cost model's

  std::optional<double> first_tree;  // the share of channels that follow the first of the two
  int ranks = 0;
  int nodes = 1;
  bool is_from_root = false;  // data come from one rank alone
  std::vector<Pattern> patterns;
  std::vector<std::size_t> shown_at_first;  // patterns
  std::vector<int> pattern_of;              // by channel
  std::vector<int> colour_of;               // likewise
  // By lane: how many other patterns take its way too, and come before its own.
  Shared<std::uint16_t> beside;
  std::shared_ptr<const app::simulation::Moments> moments;
  std::vector<std::size_t> critical;  // lanes of the critical path
  double end_us = 0;                  // of the whole run, recorded or not
  std::optional<double> until_us;     // from when on it is not recorded
  Shared<double> events;              // of the clock: when something begins or ends
  Shared<double> phases;              // when they begin (app/simulation/recorded.h)
};

struct Scene : SceneRun {
  Layout layout = Layout::Machines;  // that it has
  Arrangement arrangement;
  std::vector<int> copy_of;        // by channel, of the arrangement
  std::vector<std::size_t> outer;  // lanes between cards; one of those there and back
  std::vector<float> shares;       // by lane, of machines: how far it bends (bends.h)

  const app::simulation::Stage& stage() const { return moments->stage(); }
  /// Of several channels with the same ways only the first is drawn.
  bool is_first_of_pattern(std::size_t lane) const;
  /// Both ends are on one card.
  bool is_inside(std::size_t lane) const;
  /// Its rank's place, or the edge of its card where ways lead from card to card.
  QPointF start_of(std::size_t lane) const;
  QPointF end_of(std::size_t lane) const;
  /// Of a lane's length: how far it bends at least, where machines stand.
  double least_share(std::size_t lane) const;
  /// A lane's curve. Ways there and back bend apart, as do those of several patterns.
  Bend bend_of(std::size_t lane) const;
  /// The cards between which it leads from edge to edge, as one with all others between them.
  std::optional<std::pair<int, int>> cards_of(std::size_t lane) const;
  /// Between the middles of the cards that a lane joins; nothing where an end is on none.
  std::optional<QLineF> between_cards(std::size_t lane) const;
  /// A point of it, from 0 to 1.
  QPointF at(std::size_t lane, double share) const;
  /// Of a message on it: at the edges of its ranks at first and at last, not upon their numbers
  /// where there is room beside. \param size of the message
  QPointF message_at(std::size_t lane, double progress, double size) const;
};

/// Null where the run has no timeline.
std::shared_ptr<const Scene> make_scene(const app::SimulateReport& report, const Wanted& wanted);
/// The same run otherwise.
std::shared_ptr<const Scene> laid_out(const Scene& scene, const Wanted& wanted);

/// Its title, and whether it has ended, or is not recorded so far.
QString title_at(const Scene& scene, double us);

}  // namespace treering::gui::stage
