#include <set>
#include <tuple>

#include "gui/paint/theme.h"
#include "gui/stage/layers.h"

namespace treering::gui::stage {
namespace {

using paint::theme;

constexpr double kLineWidth = 4;  // pixels of the screen
constexpr double kGround = 7;     // likewise, of the band below, in which the gaps of the dash are

QPainterPath line_of(const Look& look, std::size_t lane) {
  const Scene& scene = look.scene;
  if (look.has_curves()) {
    return path_of(scene.bend_of(lane), scene.start_of(lane), scene.end_of(lane));
  }
  const QLineF straight = look.straight(lane);
  QPainterPath line(straight.p1());
  line.lineTo(straight.p2());
  return line;
}

}  // namespace

std::vector<std::size_t> critical_lanes(const app::simulation::Stage& stage,
                                        const app::simulation::Path& path) {
  const auto drawn = [&](int channel) {
    return stage.like.empty() ? channel : stage.like[static_cast<std::size_t>(channel)];
  };
  std::set<std::tuple<int, int, int>> wanted;
  for (const auto& part : path.parts) {
    if (part.way) wanted.emplace(part.way->from, part.way->to, drawn(part.way->channel));
  }
  std::vector<std::size_t> lanes;
  for (std::size_t i = 0; i < stage.lanes.size() && !wanted.empty(); ++i) {
    const auto& lane = stage.lanes[i];
    if (wanted.erase({lane.from, lane.to, lane.channel}) > 0) lanes.push_back(i);
  }
  return lanes;
}

QPen critical_pen(double width) {
  QPen pen(theme().bad(), width, Qt::CustomDashLine, Qt::FlatCap);
  pen.setDashPattern({2, 1});
  return pen;
}

void paint_critical(QPainter& painter, const Look& look) {
  painter.setBrush(Qt::NoBrush);
  QPainterPath all;
  for (const std::size_t lane : look.scene.critical) {
    if (look.has_messages(lane)) all.addPath(line_of(look, lane));
  }
  painter.setPen(QPen(theme().paper(), kGround / look.scale, Qt::SolidLine, Qt::FlatCap));
  painter.drawPath(all);
  painter.setPen(critical_pen(kLineWidth / look.scale));
  painter.drawPath(all);
}

}  // namespace treering::gui::stage
