#include "gui/widgets/plain_texts.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace treering::gui::widgets {
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
