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
constexpr int kGap = 6;
constexpr int kUsualWidth = 420;
constexpr int kLeastWidth = 300;

double sum(const std::vector<double>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0);
}

/// In the colour of a part; hatched where that is another's as well.
void fill(QPainter& painter, const QRectF& rect, std::size_t part) {
  const auto number = static_cast<int>(part);
  painter.fillRect(rect, paint::theme().series(number));
  if (!paint::Theme::is_repeated(number)) return;
  painter.fillRect(rect, QBrush(paint::theme().paper(), Qt::BDiagPattern));
}

/// Upon it.
void write_number(QPainter& painter, const QRectF& rect, std::size_t part) {
  const QString text = QString::number(part + 1);
  if (paint::Theme::is_repeated(static_cast<int>(part))) {
    const QRectF plate = painter.boundingRect(rect, Qt::AlignCenter, text).adjusted(-1, 0, 1, 0);
    painter.fillRect(plate.intersected(rect), paint::theme().series(static_cast<int>(part)));
  }
  painter.setPen(paint::theme().paper());
  painter.drawText(rect, Qt::AlignCenter, text);
}

}  // namespace

ShareBars::ShareBars(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("What takes the time"));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
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
  return {kUsualWidth, heightForWidth(kUsualWidth)};
}

QSize ShareBars::minimumSizeHint() const {
  if (pairs_.empty()) return {0, 0};
  return {kLeastWidth, heightForWidth(kUsualWidth)};
}

int ShareBars::heightForWidth(int width) const {
  if (pairs_.empty()) return 0;
  int height = legend_top() + kLine + 6;
  for (const SharePair& pair : pairs_) height += row_height(pair, width);
  return height;
}

/// All of its name can be read, if in several lines.
int ShareBars::row_height(const SharePair& pair, int width) const {
  constexpr int kMostHeight = 1000;
  const QFontMetrics metrics(paint::picture_font(kText));
  const QRect area(0, 0, names_width(width), kMostHeight);
  const QString name = QString::fromStdString(pair.kind);
  const int written = metrics.boundingRect(area, Qt::TextWordWrap, name).height();
  return kLine + std::max(0, written - metrics.height());
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
  if (!second_.isEmpty()) paint_bar(painter, kLine + kBar + kGap, false);
  paint_legend(painter);
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
    fill(painter, rect, i);
    painter.setPen(QPen(paint::theme().paper(), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
    if (rect.width() >= kSwatch) write_number(painter, rect, i);
    x += rect.width();
  }
}

int ShareBars::column_width() const {
  constexpr int kLeast = 60;
  constexpr int kApart = 14;
  const QFontMetrics metrics(paint::picture_font(kText));
  return std::max({kLeast, metrics.horizontalAdvance(first_) + kApart,
                   metrics.horizontalAdvance(second_) + kApart});
}

int ShareBars::legend_top() const {
  return (second_.isEmpty() ? 1 : 2) * (kLine + kBar + kGap) + kGap;
}

int ShareBars::names_width(int width) const {
  return width - (second_.isEmpty() ? 1 : 2) * column_width() - kSwatch - kGap;
}

void ShareBars::paint_legend(QPainter& painter) const {
  const int column_width = this->column_width();
  const int names_width = this->names_width(width());
  const double values = kSwatch + kGap + names_width;
  const auto cell = [&](int column, double y, const QString& text) {
    painter.drawText(QRectF(values + column * column_width, y, column_width - 4, kLine),
                     Qt::AlignRight | Qt::AlignVCenter, text);
  };
  double y = legend_top();
  painter.setPen(paint::theme().faint());
  cell(0, y, first_);
  if (!second_.isEmpty()) cell(1, y, second_);
  y += kLine;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const SharePair& pair = pairs_[i];
    const QRectF swatch(0, y + 1, kSwatch, kLine - 3);
    fill(painter, swatch, i);
    write_number(painter, swatch, i);
    painter.setPen(paint::theme().ink());
    const int height = row_height(pair, width());
    painter.drawText(QRectF(kSwatch + kGap, y, names_width, height),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     QString::fromStdString(pair.kind));
    cell(0, y, models::us_figure(pair.first.in_us()));
    if (!second_.isEmpty()) cell(1, y, models::us_figure(pair.second.in_us()));
    y += height;
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
