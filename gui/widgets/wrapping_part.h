// A part of a splitter with texts that wrap. Splitters give a part its least height, and do not ask
// how high texts are at its width: this one says it, also to what is around a splitter in a
// splitter.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

class WrappingPart : public QWidget {
 public:
  using QWidget::QWidget;

  /// As high as its layout is at the width that it has.
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void tell_splitters();
};

}  // namespace treering::gui::widgets
