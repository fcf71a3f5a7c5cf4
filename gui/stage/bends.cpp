#include "gui/stage/bends.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "gui/stage/arrangement.h"
#include "gui/stage/scene.h"

namespace treering::gui::stage {

namespace {

constexpr double kTurn = 24;  // units of the plane that a way takes to its column

/// An upright piece, which begins at a rank, maybe beside its column.
struct Piece {
  QPointF rank;
  QPointF turn;
  QPointF knee;
  double height = 0;

  QPointF at(double share) const {
    const double first = std::min(kTurn / std::max(height, kTurn), 1.0);
    if (share < first) return rank + (turn - rank) * (share / first);
    if (first >= 1) return knee;
    return turn + (knee - turn) * ((share - first) / (1 - first));
  }
};

/// \param down signed
Piece piece_of(QPointF rank, double column, double down) {
  if (down == 0) return {rank, rank, rank};
  const double height = std::abs(down);
  const double turn = std::min(kTurn, height) * (down > 0 ? 1 : -1);
  return {rank, {column, rank.y() + turn}, {column, rank.y() + down}, height};
}

struct Pieces {
  Piece first;
  Piece last;
};

Pieces pieces_of(const Bend& bend, QPointF from, QPointF to) {
  return {piece_of(from, bend.out.x(), bend.leave), piece_of(to, bend.in.x(), -bend.arrive)};
}

}  // namespace

Bend bend_to_right(QPointF from, QPointF to, double share) {
  const QPointF along = to - from;
  const QPointF middle = from + along / 2 + QPointF(-along.y(), along.x()) * share;
  // A quadratic curve as a cubic one.
  return {from + (middle - from) * 2 / 3, to + (middle - to) * 2 / 3};
}

Bend bend_upright(QPointF from, QPointF to) {
  const double middle = (from.y() + to.y()) / 2;
  return {{from.x(), middle}, {to.x(), middle}};
}

Bend bend_between(const Between& way) {
  constexpr double kTall = 3;  // gaps between the cards; beyond, a curve would pass ranks
  const auto& [from, to, card, other, beside] = way;
  const bool is_down = card.top() < other.top();
  const double right = is_down ? -beside : beside;
  const QRectF& upper = is_down ? card : other;
  const QPointF rank = is_down ? from : to;
  const double gap = is_down ? other.top() - card.bottom() : card.top() - other.bottom();
  Bend bend{{from.x() + right, is_down ? other.top() : other.bottom()},
            {to.x() + right, is_down ? card.bottom() : card.top()}};
  const double below = upper.bottom() - rank.y();
  const double column = upper.left() + kRankRadius + kTreePad;
  if (below <= kTall * gap && rank.x() <= column) return bend;
  (is_down ? bend.out : bend.in).setX(column + right);
  (is_down ? bend.leave : bend.arrive) = is_down ? below : -below;
  return bend;
}

QPointF point_on(const Bend& bend, QPointF from, QPointF to, double share) {
  const Pieces pieces = pieces_of(bend, from, to);
  const double height = std::max(std::abs(to.y() - from.y()), 1e-9);
  const double leave = pieces.first.height / height;
  const double arrive = 1 - pieces.last.height / height;
  if (share < leave) return pieces.first.at(share / leave);
  if (share > arrive) return pieces.last.at((1 - share) / (1 - arrive));
  const double part = arrive > leave ? (share - leave) / (arrive - leave) : 0;
  const double rest = 1 - part;
  return pieces.first.knee * (rest * rest * rest) + bend.out * (3 * rest * rest * part) +
         bend.in * (3 * rest * part * part) + pieces.last.knee * (part * part * part);
}

QPainterPath path_of(const Bend& bend, QPointF from, QPointF to) {
  const Pieces pieces = pieces_of(bend, from, to);
  QPainterPath path(from);
  if (bend.leave != 0) {
    path.lineTo(pieces.first.turn);
    path.lineTo(pieces.first.knee);
  }
  path.cubicTo(bend.out, bend.in, pieces.last.knee);
  if (bend.arrive != 0) {
    path.lineTo(pieces.last.turn);
    path.lineTo(to);
  }
  return path;
}

namespace {

constexpr std::size_t kMost = 400'000;  // ways times ranks

double length_of(QPointF way) {
  return std::hypot(way.x(), way.y());
}

/// Places of the arrangement at which a lane ends.
std::pair<std::size_t, std::size_t> ends_of(const Scene& scene, std::size_t lane) {
  const auto& way = scene.stage().lanes[lane];
  const int copy = scene.copy_of[static_cast<std::size_t>(way.channel)];
  return {scene.arrangement.place(copy, way.from), scene.arrangement.place(copy, way.to)};
}

bool passes(const Scene& scene, std::size_t lane, QPointF point) {
  const auto [from, to] = ends_of(scene, lane);
  const Arrangement& all = scene.arrangement;
  for (std::size_t i = 0; i < all.places.size(); ++i) {
    if (i == from || i == to || all.card_of[i] < 0) continue;
    if (length_of(all.places[i] - point) < all.radius) return true;
  }
  return false;
}

bool is_clear(const Scene& scene, std::size_t lane, double share) {
  constexpr int kMostPoints = 64;
  const QPointF from = scene.start_of(lane);
  const QPointF to = scene.end_of(lane);
  const Bend bend = bend_to_right(from, to, share);
  const double steps = 2 * length_of(to - from) / scene.arrangement.radius;
  const int points = std::clamp(static_cast<int>(steps), 4, kMostPoints);
  for (int i = 1; i < points; ++i) {
    if (passes(scene, lane, point_on(bend, from, to, static_cast<double>(i) / points))) {
      return false;
    }
  }
  return true;
}

double clear_share(const Scene& scene, std::size_t lane) {
  const double least = scene.least_share(lane);
  for (const double more : {0.0, 0.06, 0.12, 0.2, 0.3}) {
    if (is_clear(scene, lane, least + more)) return least + more;
  }
  for (const double more : {0.05, 0.12, 0.2, 0.3}) {  // to the left
    if (is_clear(scene, lane, -least - more)) return -least - more;
  }
  return least;
}

}  // namespace

std::vector<float> clear_shares(const Scene& scene) {
  const auto& lanes = scene.stage().lanes;
  const bool is_of_machines = scene.layout == Layout::Machines;
  if (!is_of_machines || lanes.size() * scene.arrangement.places.size() > kMost) return {};
  std::map<std::tuple<int, int, int>, float> known;  // channels have the same ways
  std::vector<float> shares;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto [place, is_new] =
        known.emplace(std::tuple(lanes[i].from, lanes[i].to, int{(*scene.beside)[i]}), 0.0F);
    if (is_new) place->second = static_cast<float>(clear_share(scene, i));
    shares.push_back(place->second);
  }
  return shares;
}

}  // namespace treering::gui::stage
