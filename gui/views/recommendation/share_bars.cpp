#include "gui/views/recommendation/share_bars.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <numeric>
#include <utility>

#include "gui/models/words.h"
#include "gui/paint/theme.h"

namespace treering::gui::views::recommendation {
namespace {

using app::advice::SharePair;

constexpr int kText = 12;  // pixels
constexpr int kLine = 18;
constexpr int kBar = 22;
constexpr int kSwatch = 16;

double sum(const std::vector<double>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0);
}

}  // namespace

ShareBars::ShareBars(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("What takes the time"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBars::show(std::vector<SharePair> pairs, const QString& first, const QString& second) {
  pairs_ = std::move(pairs);
  first_ = first;
  second_ = second;
  setAccessibleDescription(description());
  setToolTip(description().replace(QStringLiteral("; "), QStringLiteral("\n")));
  updateGeometry();
  update();
}

void ShareBars::clear() {
  show({}, {}, {});
}

QSize ShareBars::sizeHint() const {
  if (pairs_.empty()) return {0, 0};
  const int bars = (second_.isEmpty() ? 1 : 2) * (kLine + kBar + 6);
  return {420, bars + (static_cast<int>(pairs_.size()) + 1) * kLine + 12};
}

QSize ShareBars::minimumSizeHint() const {
  return {pairs_.empty() ? 0 : 300, sizeHint().height()};
}

ShareBars::Times ShareBars::times(bool is_first) const {
  Times result;
  for (const SharePair& pair : pairs_) {
    result.push_back((is_first ? pair.first : pair.second).in_us());
  }
  return result;
}

double ShareBars::longest() const {
  return std::max({sum(times(true)), sum(times(false)), 1e-9});
}

void ShareBars::paintEvent(QPaintEvent* /*event*/) {
  if (pairs_.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(paint::picture_font(kText));
  paint_bar(painter, 0, true);
  double top = kLine + kBar + 6;
  if (!second_.isEmpty()) {
    paint_bar(painter, top, false);
    top *= 2;
  }
  paint_legend(painter, top + 6);
}

void ShareBars::paint_bar(QPainter& painter, double top, bool is_first) const {
  const Times parts = times(is_first);
  painter.setPen(paint::theme().ink());
  painter.drawText(QRectF(0, top, width(), kLine), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("%1: %2 us").arg(is_first ? first_ : second_, models::us_figure(sum(parts))));
  const double scale = (width() - 1) / longest();
  double x = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const QRectF rect(x, top + kLine, parts[i] * scale, kBar);
    painter.setPen(QPen(paint::theme().paper(), 1));
    painter.setBrush(paint::theme().series(static_cast<int>(i)));
    painter.drawRect(rect);
    if (rect.width() >= kSwatch) {
      painter.setPen(paint::theme().paper());
      painter.drawText(rect, Qt::AlignCenter, QString::number(i + 1));
    }
    x += rect.width();
  }
}

int ShareBars::column_width() const {
  constexpr int kLeast = 60;
  constexpr int kGap = 14;
  const QFontMetrics metrics(paint::picture_font(kText));
  return std::max({kLeast, metrics.horizontalAdvance(first_) + kGap,
                   metrics.horizontalAdvance(second_) + kGap});
}

void ShareBars::paint_legend(QPainter& painter, double top) const {
  const int column_width = this->column_width();
  const double values = width() - (second_.isEmpty() ? 1 : 2) * column_width;
  const auto cell = [&](int column, double y, const QString& text) {
    painter.drawText(QRectF(values + column * column_width, y, column_width - 4, kLine),
                     Qt::AlignRight | Qt::AlignVCenter, text);
  };
  painter.setPen(paint::theme().faint());
  cell(0, top, first_);
  if (!second_.isEmpty()) cell(1, top, second_);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const SharePair& pair = pairs_[i];
    const double y = top + static_cast<double>(i + 1) * kLine;
    const QRectF swatch(0, y + 1, kSwatch, kLine - 3);
    painter.fillRect(swatch, paint::theme().series(static_cast<int>(i)));
    painter.setPen(paint::theme().paper());
    painter.drawText(swatch, Qt::AlignCenter, QString::number(i + 1));
    painter.setPen(paint::theme().ink());
    painter.drawText(
        QRectF(kSwatch + 6, y, values - kSwatch - 6, kLine), Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(QString::fromStdString(pair.kind), Qt::ElideRight,
                                         static_cast<int>(values) - kSwatch - 6));
    cell(0, y, models::us_figure(pair.first.in_us()));
    if (!second_.isEmpty()) cell(1, y, models::us_figure(pair.second.in_us()));
  }
}

QString ShareBars::description() const {
  QStringList lines;
  for (const SharePair& pair : pairs_) {
    lines << tr("%1: %2 us with %3, %4 us with %5")
                 .arg(QString::fromStdString(pair.kind), models::us_figure(pair.first.in_us()),
                      first_, models::us_figure(pair.second.in_us()), second_);
  }
  return lines.join(QStringLiteral("; "));
}

void ShareBars::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) update();
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::views::recommendation
