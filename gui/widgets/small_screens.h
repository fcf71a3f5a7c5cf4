// Views for small screens: from which width on parts stand side by side, and how high parts with
// texts that wrap are.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

// Views for small screens.

/// A view that is narrower, in pixels, puts below each other what else stands side by side: beside
/// the inputs a window of 1024 x 700 leaves 702.
inline constexpr int kNarrow = 880;

// A part of a splitter with texts that wrap. Splitters give a part its least height, and do not ask
// how high texts are at its width: this one says it, also to what is around a splitter in a
// splitter.

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
