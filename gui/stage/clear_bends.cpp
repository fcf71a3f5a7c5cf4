#include "gui/stage/clear_bends.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "gui/stage/bends.h"
#include "gui/stage/scene.h"

namespace treering::gui::stage {
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
