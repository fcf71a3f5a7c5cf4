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

void Legend::setLoadsShown(bool are_shown) {
  has_loads_ = are_shown;
  setAccessibleName(are_shown ? tr("Loads of links") : tr("Kinds of links"));
  updateGeometry();
  update();
}

std::vector<Legend::Item> Legend::kinds() const {
  std::vector<Item> all;
  for (const auto& line : lines_) {
    const QPen pen(paint::theme().wire(line.kind), std::min(line.width, kMostSample), Qt::SolidLine,
                   Qt::FlatCap);
    all.push_back({QString::fromStdString(name_of(line)), pen});
  }
  const auto& note = report::drawing::kLegendNote;
  all.push_back({QString::fromUtf8(note.data(), static_cast<qsizetype>(note.size()))});
  return all;
}

std::vector<Legend::Item> Legend::loads() {
  constexpr double kSampleWidth = 6;
  std::vector<Item> all;
  const auto add = [&](const QString& text, double share) {
    all.push_back(
        {text, QPen(paint::theme().load(share), kSampleWidth, Qt::SolidLine, Qt::FlatCap)});
  };
  add(tr("idle, or not known"), 0);
  for (const double share : {0.25, 0.5, 0.75, 1.0}) {
    add(tr("%1 %").arg(100 * share, 0, 'f', 0), share);
  }
  all.push_back({tr("of a link's rate, in its busier direction")});
  return all;
}

/// From left to right, in as many rows as it takes.
std::vector<Legend::Item> Legend::items(int width) const {
  std::vector<Item> all = has_loads_ ? loads() : kinds();
  QPoint at;
  for (Item& one : all) {
    const int sample = one.pen.style() == Qt::NoPen ? 0 : kSample + kBeside;
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
    const bool has_sample = one.pen.style() != Qt::NoPen;
    if (has_sample) {
      painter.setPen(one.pen);
      painter.drawLine(x, middle, x + kSample, middle);
      x += kSample + kBeside;
    }
    painter.setPen(has_sample ? paint::theme().ink() : paint::theme().faint());
    painter.drawText(x, one.at.y() + fontMetrics().ascent(), one.text);
  }
}

}  // namespace treering::gui::views::topology
