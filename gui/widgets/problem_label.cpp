#include "gui/widgets/problem_label.h"

#include <QPainter>

#include "gui/paint/theme.h"

namespace treering::gui::widgets {
namespace {

constexpr int kBar = 4;         // pixels
constexpr int kAroundText = 4;  // the text
constexpr int kGround = 28;     // of 255: how strong the colour of the ground is

}  // namespace

ProblemLabel::ProblemLabel(QWidget* parent) : QLabel(parent) {
  setWordWrap(true);
  setTextFormat(Qt::PlainText);
  setContentsMargins(kBar + kAroundText, kAroundText, kAroundText, kAroundText);
  hide();
}

void ProblemLabel::say(const QString& problem, Tone tone) {
  tone_ = tone;
  setText(problem);
  setVisible(!problem.isEmpty());
  update();
}

void ProblemLabel::paintEvent(QPaintEvent* event) {
  const paint::Theme& theme = paint::theme();
  const QColor bar = tone_ == Tone::Wrong ? theme.bad() : theme.faint();
  QColor ground = bar;
  ground.setAlpha(kGround);
  QPainter painter(this);
  painter.fillRect(rect(), ground);
  painter.fillRect(QRect(0, 0, kBar, height()), bar);
  painter.end();
  QLabel::paintEvent(event);
}

}  // namespace treering::gui::widgets
