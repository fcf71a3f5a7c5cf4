#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/paint/theme.h"
#include "gui/timeline/rows_painter.h"

namespace treering::gui::timeline {
namespace {

using paint::theme;

bool is_travelling(const app::simulation::PathPart& part) {
  return part.what.starts_with("waits");
}

constexpr double kHalfText = 5;  // of the letters of a count, pixels

double name_end(const QString& name) {
  constexpr double kAir = 6;
  return kNameIndent + QFontMetricsF(paint::picture_font(11)).horizontalAdvance(name) + kAir;
}

}  // namespace

void paint_path(QPainter& painter, const Shown& shown) {
  const RowsArea& area = shown.area;
  const auto& parts = shown.run.path.parts;
  painter.save();
  painter.setClipRect(QRectF(shown.names, area.body_top(), shown.view.pixels, area.body_height()));
  std::optional<QPointF> last;
  painter.setBrush(Qt::NoBrush);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto track = shown.run.path_tracks[i];
    const auto row = track ? shown.rows.find_track(*track) : std::nullopt;
    const bool is_after_gap = shown.run.path.left_out > 0 && i == parts.size() / 2;
    if (is_after_gap) last.reset();
    if (!row) continue;
    const double y = area.y_of(*row);
    const double limit = 2 * shown.view.pixels;  // far outside is as good as anywhere there
    const double from = shown.names + std::clamp(shown.view.x(parts[i].from_us), -limit, limit);
    const double to = shown.names + std::clamp(shown.view.x(parts[i].to_us), -limit, limit);
    const Qt::PenStyle style = is_travelling(parts[i]) ? Qt::DashLine : Qt::SolidLine;
    painter.setPen(QPen(theme().bad(), 2, style));
    painter.drawRect(QRectF(from, y + 2, std::max(to - from, 1.0), area.row_height - 5));
    const double middle = y + area.row_height / 2;
    painter.setPen(QPen(theme().bad(), 1.5));
    if (last) painter.drawLine(*last, QPointF(from, middle));
    last = QPointF(to, middle);
  }
  painter.restore();
}

void paint_busy_counts(QPainter& painter, const Shown& shown, BusyCounts& counts) {
  painter.save();
  painter.setFont(paint::picture_font(10));
  painter.setPen(theme().faint());
  const RowsArea& area = shown.area;
  const auto paint = [&](const Row& row, double y) {
    if (row.kind != RowKind::Rank) return;
    const auto [known, is_new] = counts.of.try_emplace(row.id);
    BusyChannels& channels = known->second;
    if (is_new) channels = busy_channels(shown.run, shown.rows, row.id, counts.at_us);
    const QString count = QObject::tr("%1/%2").arg(channels.busy).arg(channels.all);
    const double room = shown.names - 20 - name_end(name_of(shown.run, shown.rows, row));
    const bool is_seen = y + area.row_height / 2 + kHalfText <= area.height;
    if (!is_seen || painter.fontMetrics().horizontalAdvance(count) > room) return;
    painter.drawText(QRectF(0, y, shown.names - 20, area.row_height),
                     Qt::AlignRight | Qt::AlignVCenter, count);
  };
  double pinned_y = area.top;
  for (const Row& row : shown.rows.pinned()) {
    paint(row, pinned_y);
    pinned_y += area.row_height;
  }
  painter.setClipRect(QRectF(0, area.body_top(), shown.names, area.body_height()));
  const RowSpan seen = seen_rows(area, shown.rows.count());
  for (int i = seen.first; i < seen.end; ++i) paint(shown.rows.at(i), area.y_of(i));
  painter.restore();
}

void paint_axis(QPainter& painter, const Shown& shown, double height, const QRectF& taken) {
  painter.fillRect(QRectF(0, 0, shown.width, height), theme().palette().color(QPalette::Window));
  painter.setFont(paint::picture_font(11));
  for (const AxisMark& mark : axis_marks(shown.view, kMarksApart)) {
    const double x = std::round(shown.names + shown.view.x(mark.at_us)) + 0.5;
    painter.setPen(theme().faint());
    const QString text = QString::fromStdString(mark.text);
    const QRectF area(x + 4, 0, painter.fontMetrics().horizontalAdvance(text), height);
    if (area.right() <= shown.width && !area.intersects(taken)) {
      painter.drawText(QRectF(x + 4, 0, kMarksApart, height), Qt::AlignLeft | Qt::AlignVCenter,
                       text);
    }
    painter.setPen(theme().grid());
    painter.drawLine(QPointF(x, 0), QPointF(x, height));
  }
  painter.setPen(theme().grid());
  painter.drawLine(QPointF(0, height - 0.5), QPointF(shown.width, height - 0.5));
}

}  // namespace treering::gui::timeline
