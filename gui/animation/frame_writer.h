// Where the frames of an animation go: numbered PNG files, or one HTML file that plays in a
// browser.
#pragma once

#include <QImage>
#include <QString>
#include <memory>

#include "core/result.h"

namespace treering::gui::animation {

struct Frame {
  int number = 0;  // from 0
  double us = 0;   // of the run
  QImage picture;
};

/// Used by one thread at a time.
class FrameWriter {
 public:
  FrameWriter() = default;
  virtual ~FrameWriter() = default;
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;
  FrameWriter(FrameWriter&&) = delete;
  FrameWriter& operator=(FrameWriter&&) = delete;

  /// In the order of their numbers.
  virtual core::Result<void> add(const Frame& frame) = 0;
  /// After the last. A page that does not get so far is not written at all.
  virtual core::Result<void> finish() = 0;
};

/// \param name FILE.html, a page with all pictures inside; or a folder, which is made, for
///             frame-0001.png and so on
core::Result<std::shared_ptr<FrameWriter>> frame_writer(const QString& name);

}  // namespace treering::gui::animation
