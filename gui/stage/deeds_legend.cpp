#include <QPainter>
#include <algorithm>
#include <vector>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"
#include "gui/stage/layers.h"
#include "gui/stage/run_panel.h"

namespace treering::gui::stage {
namespace {

using app::simulation::Doing;

constexpr int kDisc = 12;  // pixels
constexpr int kBar = 14;   // beside it
constexpr int kBeforeWord = 5;
constexpr int kAfterWord = 16;

enum class Form { DiscAndBar, Disc, Rim, Dash };

struct Entry {
  QString word;
  QColor colour;
  Form form = Form::DiscAndBar;

  int sign() const {
    const bool is_long = form == Form::DiscAndBar || form == Form::Dash;
    return kDisc + (is_long ? kBar : 0);
  }
};

std::vector<Entry> entries(bool has_path) {
  std::vector<Entry> all;
  if (has_path) {
    all.push_back({QObject::tr("critical path"), critical_pen(1).color(), Form::Dash});
  }
  for (const Doing one : {Doing::Sends, Doing::Combines, Doing::Keeps}) {
    all.push_back({paint::word_of(one), paint::colour_of(one)});
  }
  all.push_back({paint::word_of(Doing::Waits), paint::colour_of(Doing::Waits), Form::Disc});
  all.push_back(
      {QObject::tr("rim: data that a rank holds"), paint::colour_of(Doing::Keeps), Form::Rim});
  return all;
}

int breadth_of(const Entry& entry, const QFontMetrics& metrics) {
  return entry.sign() + kBeforeWord + metrics.horizontalAdvance(entry.word) + kAfterWord;
}

int line_height(const QFontMetrics& metrics) {
  constexpr int kBetweenSigns = 4;  // pixels between signs
  return std::max(metrics.height(), kDisc + kBetweenSigns);
}

struct Placed {
  Entry entry;
  int line = 0;
  int left = 0;  // pixels
};

/// Those that fit, line by line.
std::vector<Placed> placed(const std::vector<Entry>& all, const QFontMetrics& metrics, int width) {
  constexpr int kMostLines = 2;
  std::vector<Placed> seen;
  int line = 0;
  int left = 0;
  for (const Entry& one : all) {
    const int breadth = breadth_of(one, metrics);
    const auto fits = [&] { return left + breadth - kAfterWord <= width; };
    if (!fits() && left > 0) {
      ++line;
      left = 0;
    }
    if (line >= kMostLines || !fits()) break;
    seen.push_back({one, line, left});
    left += breadth;
  }
  return seen;
}

/// As ranks and bars are painted.
void paint_sign(QPainter& painter, const Entry& entry, const QRectF& disc) {
  if (entry.form == Form::Dash) {
    painter.setPen(critical_pen(4));
    const QPointF to(disc.left() + entry.sign(), disc.center().y());
    return painter.drawLine(QPointF(disc.left(), disc.center().y()), to);
  }
  painter.setPen(QPen(paint::theme().faint(), 1));
  painter.setBrush(paint::theme().paper());
  painter.drawEllipse(disc);
  if (entry.form == Form::Rim) {
    constexpr int kHalf = 180 * 16;  // of a circle, in Qt's units
    painter.setPen(QPen(entry.colour, 3));
    return painter.drawArc(disc, 0, kHalf);
  }
  painter.setBrush(paint::tint_of(entry.colour));
  painter.drawEllipse(disc);
  if (entry.form == Form::Disc) return;
  constexpr double kThick = 5;
  painter.fillRect(QRectF(disc.right() + 3, disc.center().y() - kThick / 2, kBar - 4, kThick),
                   entry.colour);
}

}  // namespace

DeedsLegend::DeedsLegend(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  tell();
}

void DeedsLegend::setPathShown(bool is_shown) {
  has_path_ = is_shown;
  tell();
  update();
}

void DeedsLegend::tell() {
  QStringList words;
  for (const Entry& one : entries(has_path_)) words << one.word;
  setAccessibleName(tr("Legend of ranks and bars: %1").arg(words.join(QStringLiteral(", "))));
}

QSize DeedsLegend::sizeHint() const {
  int breadth = 0;
  for (const Entry& one : entries(has_path_)) breadth += breadth_of(one, fontMetrics());
  return {breadth, line_height(fontMetrics())};
}

int DeedsLegend::heightForWidth(int width) const {
  const auto seen = placed(entries(has_path_), fontMetrics(), width);
  const int lines = seen.empty() ? 1 : seen.back().line + 1;
  return lines * line_height(fontMetrics());
}

int DeedsLegend::breadthOfSeen() const {
  int breadth = 0;
  for (const Placed& one : placed(entries(has_path_), fontMetrics(), width())) {
    breadth += breadth_of(one.entry, fontMetrics());
  }
  return breadth;
}

void DeedsLegend::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto seen = placed(entries(has_path_), fontMetrics(), width());
  const int lines = seen.empty() ? 1 : seen.back().line + 1;
  const int high = line_height(fontMetrics());
  const int above = (height() - lines * high) / 2;
  for (const Placed& one : seen) {
    const int top = above + one.line * high;
    paint_sign(painter, one.entry, QRectF(one.left + 1, top + (high - kDisc) / 2.0, kDisc, kDisc));
    painter.setPen(paint::theme().faint());
    painter.drawText(QRect(one.left + one.entry.sign() + kBeforeWord, top, width(), high),
                     Qt::AlignLeft | Qt::AlignVCenter, one.entry.word);
  }
}

}  // namespace treering::gui::stage
