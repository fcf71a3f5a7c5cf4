// Areas of rows, written into the pixels of an image: a row may have more of them than can be
// painted one by one. Deeds differ by pattern too: combining is hatched, storing is dotted.
#pragma once

#include <QImage>
#include <QRect>
#include <array>
#include <cstddef>

#include "app/simulation/moments.h"

namespace treering::gui::timeline {

class Filler {
 public:
  /// \param image of 32 bits without transparency; the theme is that of now
  explicit Filler(QImage& image);

  /// In pixels of the image: nothing is written outside.
  void setWithin(const QRect& within) { within_ = within & all_; }
  /// Shares with an equal number look equal.
  static std::size_t shade_of(double share);
  const QRect& within() const { return within_; }

  /// \param share 0 to 1: how far the colour is from the paper
  void fill(const QRect& area, app::simulation::Doing doing, double share);
  void fill(const QRect& area, QRgb colour);
  /// A link's load, in its colour.
  void fill_load(const QRect& area, double share);

 private:
  static constexpr std::size_t kShades = 33;
  using Shades = std::array<QRgb, kShades>;

  QRect all_;
  QRect within_;
  QRgb* pixels_;
  qsizetype line_;                 // pixels from a line to the next
  std::array<Shades, 4> plain_{};  // by Doing
  std::array<Shades, 4> marks_{};
  Shades loads_{};
};

}  // namespace treering::gui::timeline
