#include <algorithm>
#include <cmath>
#include <map>

#include "gui/paint/theme.h"
#include "gui/stage/layers.h"

namespace treering::gui::stage {
namespace {

using app::simulation::have_common;
using paint::theme;

/// One pixmap of a message, painted many times at once.
struct DotSprite {
  double side = 0;   // pixels of the pixmap
  double scale = 1;  // units of the plane for one of them
};

DotSprite dot_sprite(const Look& look, double device_ratio, double times = 1) {
  const double units = times * look.message_size();
  const double side = std::ceil(units * look.scale * device_ratio);
  return {side, units / side};
}

QPixmap dot_of(const QColor& colour, const DotSprite& sprite) {
  const int side = static_cast<int>(sprite.side);
  QPixmap pixmap(side, side);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().paper(), sprite.side / 10));
  painter.setBrush(colour);
  const double edge = sprite.side / 20;
  painter.drawEllipse(QRectF(0, 0, side, side).adjusted(edge, edge, -edge, -edge));
  return pixmap;
}

}  // namespace

void paint_flights(QPainter& painter, const Look& look,
                   const std::vector<app::simulation::Flight>& flights,
                   const app::simulation::Data& chosen) {
  constexpr double kOutstanding = 1.6;
  constexpr double kFaded = 0.3;  // opacity of those beside
  const double ratio = painter.device()->devicePixelRatioF();
  const DotSprite sprite = dot_sprite(look, ratio);
  const DotSprite large = dot_sprite(look, ratio, kOutstanding);
  std::map<int, std::vector<QPainter::PixmapFragment>> dots;  // by colour
  std::vector<QPainter::PixmapFragment> outstanding;
  const QRectF whole(0, 0, sprite.side, sprite.side);
  for (const auto& flight : flights) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    if (!look.has_messages(lane)) continue;
    const QPointF at = look.message_at(lane, flight.progress);
    if (!chosen.empty() && have_common(look.scene.moments->data_of(flight), chosen)) {
      outstanding.push_back(QPainter::PixmapFragment::create(at, {0, 0, large.side, large.side},
                                                             large.scale, large.scale));
      continue;
    }
    const int channel = look.scene.stage().lanes[lane].channel;
    const int colour = look.scene.colour_of[static_cast<std::size_t>(channel)];
    dots[colour].push_back(QPainter::PixmapFragment::create(at, whole, sprite.scale, sprite.scale,
                                                            0, chosen.empty() ? 1 : kFaded));
  }
  for (const auto& [colour, all] : dots) {
    painter.drawPixmapFragments(all.data(), static_cast<int>(all.size()),
                                dot_of(theme().series(colour), sprite));
  }
  if (outstanding.empty()) return;
  painter.drawPixmapFragments(outstanding.data(), static_cast<int>(outstanding.size()),
                              dot_of(theme().accent(), large));
}

const app::simulation::Flight* flight_at(const Look& look, QPointF at,
                                         const std::vector<app::simulation::Flight>& flights) {
  constexpr double kReach = 8;       // units of the plane
  constexpr double kLeastReach = 5;  // pixels of the screen
  double nearest = std::max(kReach, kLeastReach / look.scale);
  const app::simulation::Flight* found = nullptr;
  for (const auto& flight : flights) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    if (!look.has_messages(lane)) continue;
    const QPointF away = look.message_at(lane, flight.progress) - at;
    const double distance = std::hypot(away.x(), away.y());
    if (distance > nearest) continue;
    nearest = distance;
    found = &flight;
  }
  return found;
}

}  // namespace treering::gui::stage
