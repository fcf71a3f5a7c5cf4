#include "gui/views/topology/legend.h"

#include <QPainter>
#include <algorithm>

#include "gui/paint/theme.h"

namespace treering::gui::views::topology {
namespace {

// Pixels.
constexpr int kSample = 24;
constexpr int kBeside = 6;    // between a sample and its name
constexpr int kBetween = 18;  // names
constexpr double kMostSample = 8;

}  // namespace

Legend::Legend(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Kinds of links"));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void Legend::show(const report::drawing::Picture& picture) {
  lines_ = report::drawing::legend_of(picture);
  setVisible(!lines_.empty());
  updateGeometry();
  update();
}

/// From left to right, in as many rows as it takes.
std::vector<Legend::Item> Legend::items(int width) const {
  std::vector<Item> all;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    all.push_back({QString::fromStdString(name_of(lines_[i])), static_cast<int>(i)});
  }
  const auto& note = report::drawing::kLegendNote;
  all.push_back({QString::fromUtf8(note.data(), static_cast<qsizetype>(note.size()))});
  QPoint at;
  for (Item& one : all) {
    const int sample = one.line < 0 ? 0 : kSample + kBeside;
    one.width = sample + fontMetrics().horizontalAdvance(one.text);
    if (at.x() > 0 && at.x() + one.width > width) at = {0, at.y() + fontMetrics().height()};
    one.at = at;
    at.rx() += one.width + kBetween;
  }
  return all;
}

int Legend::heightForWidth(int width) const {
  return lines_.empty() ? 0 : items(width).back().at.y() + fontMetrics().height();
}

QSize Legend::sizeHint() const {
  return {0, heightForWidth(std::max(width(), 1))};
}

QSize Legend::minimumSizeHint() const {
  return {0, fontMetrics().height()};
}

void Legend::paintEvent(QPaintEvent* /*event*/) {
  if (lines_.empty()) return;
  QPainter painter(this);
  for (const Item& one : items(width())) {
    const int middle = one.at.y() + fontMetrics().height() / 2;
    int x = one.at.x();
    if (one.line >= 0) {
      const auto& line = lines_[static_cast<std::size_t>(one.line)];
      painter.setPen(QPen(paint::theme().wire(line.kind), std::min(line.width, kMostSample),
                          Qt::SolidLine, Qt::FlatCap));
      painter.drawLine(x, middle, x + kSample, middle);
      x += kSample + kBeside;
    }
    painter.setPen(one.line < 0 ? paint::theme().faint() : paint::theme().ink());
    painter.drawText(x, one.at.y() + fontMetrics().ascent(), one.text);
  }
}

}  // namespace treering::gui::views::topology
