// An HTML file that plays an animation: its frames as what differs from frame to frame, and the
// page around them.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPoint>
#include <QSize>
#include <QString>
#include <vector>

namespace treering::gui::animation {

// Frames one after another as what differs from the frame before, so that a run whose messages move
// over a ground that stands still takes few bytes.

struct FrameDelta {
  double us = 0;   // of the run
  QPoint at;       // where the picture belongs
  QByteArray png;  // what stays is transparent in it; empty: nothing differs
};

/// Keeps to a number of bytes: where frames would take more, every second one is left out, and so
/// on. The first and the last stay.
class FrameDeltas {
 public:
  /// \param most bytes of all frames as base64
  explicit FrameDeltas(qsizetype most) : most_(most) {}

  /// \pre all pictures are equally large
  void add(const QImage& picture, double us);
  /// All that are kept. \pre no more frames come
  const std::vector<FrameDelta>& finish();
  QSize size() const { return shown_.size(); }

 private:
  void append(const QImage& picture, double us);
  void thin_out();

  qsizetype most_;
  qsizetype bytes_ = 0;
  std::size_t every_ = 1;  // of so many frames that come one is kept
  std::size_t came_ = 0;
  std::vector<FrameDelta> kept_;
  QImage shown_;     // with all that is kept
  QImage left_out_;  // the last one, where it is not kept; else null
  double left_out_us_ = 0;
};

/// The picture with a frame on it, as a page shows it.
void show(const FrameDelta& delta, QImage& picture);

// One HTML file that plays the frames of an animation in a browser, without anything beside it.

/// Bytes of a page beside its frames at most: its controls, and a caption.
inline constexpr qsizetype kMostAround = 16'000;

/// With play and pause (Space), steps (`,` and `.`), the speed (`<` and `>`), and the moment as a
/// slider. \param size of the frames in pixels
QByteArray page_of(const std::vector<FrameDelta>& frames, QSize size, const QString& caption);

}  // namespace treering::gui::animation
