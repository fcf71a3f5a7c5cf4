#include "gui/widgets/labels.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPainter>

#include "gui/paint/theme.h"

namespace treering::gui::widgets {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::setWhole(const QString& text, const QString& tip) {
  whole_ = text;
  setToolTip(tip);
  fit();
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fit();
}

void ElidedLabel::fit() {
  setText(fontMetrics().elidedText(whole_, Qt::ElideMiddle, contentsRect().width()));
}

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

namespace {

/// Sees each widget before it is shown or asked for its size.
class PlainTexts final : public QObject {
 public:
  using QObject::QObject;

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Polish) return false;
    auto* const label = qobject_cast<QLabel*>(watched);
    if (label != nullptr && label->textFormat() == Qt::AutoText) {
      label->setTextFormat(Qt::PlainText);
    }
    return false;
  }
};

}  // namespace

void show_texts_plain() {
  qApp->installEventFilter(new PlainTexts(qApp));
}

}  // namespace treering::gui::widgets
