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

/// Bytes of a page at most, as many as mail and chat take. Where frames would take more, every
/// second one is left out, and so on.
inline constexpr qsizetype kMostPage = 2'000'000;

/// \param name FILE.html, a page that plays all pictures; or a folder, which is made, for
///             frame-0001.png and so on
/// \param caption what they are of: above each picture, or in the page
core::Result<std::shared_ptr<FrameWriter>> frame_writer(const QString& name,
                                                        const QString& caption);

}  // namespace treering::gui::animation
