// The layers of a stage, from the ground up: cards and ranks, lanes, the critical path, messages.
#pragma once

#include <QLineF>
#include <QPainter>
#include <QPen>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "app/simulation/moments.h"
#include "app/simulation/path.h"
#include "gui/models/blocks.h"
#include "gui/stage/scene.h"

namespace treering::gui::stage {

// What a stage is painted of, from the ground up.

struct Look {
  const Scene& scene;
  const std::set<std::size_t>& patterns;  // that are shown
  QRectF seen;
  double scale = 1;  // pixels of the screen for one of the plane

  bool has(std::size_t lane) const;
  /// Messages on it are painted: inside nodes that are cards nobody could follow them, and they
  /// would lie upon the names.
  bool has_messages(std::size_t lane) const;
  /// Ranks are large enough to be told apart; else each node is one card.
  bool has_ranks() const;
  /// Lanes are curves, each its own: there is room for them, or they are few. Else they are
  /// straight.
  bool has_curves() const;
  /// A straight lane: between the middles of cards where ranks are not seen, and beside those of
  /// other channels.
  QLineF straight(std::size_t lane) const;
  /// How large a message is, in units of the plane.
  double message_size() const;
  /// Of a message on its lane as that is drawn.
  QPointF message_at(std::size_t lane, double progress) const;
};

/// A rank as it is at a moment.
struct RankLook {
  std::size_t place = 0;  // of the arrangement
  app::simulation::Doing doing = app::simulation::Doing::Waits;
  const std::vector<models::Block>* blocks = nullptr;  // null: its memory is not known
  bool is_selected = false;
};

/// Pixels of the plane around a rank for its memory.
inline constexpr double kMemoryRing = 5;

void paint_cards(QPainter& painter, const Look& look);
void paint_rank(QPainter& painter, const Look& look, const RankLook& rank);
/// Where ranks are too small: how many of a node's do something. \param doing by place
void paint_nodes(QPainter& painter, const Look& look,
                 const std::vector<app::simulation::Doing>& doing);

// Lanes as they are painted: curves, or straight lines where there are many or nodes are small.

/// Curves that are painted, each under its ends and colour.
using PaintedCurves = std::map<std::tuple<int, int, int>, std::size_t>;

/// The lanes of a look, as many at a time as a frame has room for: ten thousand curves take a
/// second.
class Lanes {
 public:
  /// Goes on where it has ended; whether all are painted now.
  bool paint(QPainter& painter, const Look& look);

 private:
  std::size_t next_ = 0;
  PaintedCurves curves_;
};

// The critical path of a run on the ways between ranks.

/// Lanes by which it leads from agent to agent, ascending, each once.
std::vector<std::size_t> critical_lanes(const app::simulation::Stage& stage,
                                        const app::simulation::Path& path);

/// Its colour is that of its parts in the timeline; the dash shows it to the colour-blind.
QPen critical_pen(double width);

/// Over the lanes: those of it whose channels are shown.
void paint_critical(QPainter& painter, const Look& look);

// Messages on their ways.

/// Those that carry some of `chosen` stand out; without it all are equal.
void paint_flights(QPainter& painter, const Look& look,
                   const std::vector<app::simulation::Flight>& flights,
                   const app::simulation::Data& chosen = {});
/// The flight whose mark is there; null where none is.
const app::simulation::Flight* flight_at(const Look& look, QPointF at,
                                         const std::vector<app::simulation::Flight>& flights);

}  // namespace treering::gui::stage
