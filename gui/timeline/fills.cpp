#include "gui/timeline/fills.h"

#include <algorithm>
#include <cmath>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"

namespace treering::gui::timeline {
namespace {

using app::simulation::Doing;

QRgb mixed(const QColor& from, const QColor& to, double part) {
  const auto of = [part](int a, int b) { return static_cast<int>(a + (b - a) * part); };
  return qRgb(of(from.red(), to.red()), of(from.green(), to.green()), of(from.blue(), to.blue()));
}

constexpr int kHatch = 7;  // pixels between the lines of the pattern of combining
constexpr int kDots = 5;   // and between the dots of storing

/// The first number from `from` on that is `rest` more than a multiple.
int next_multiple(int from, int of, int rest) {
  const int over = ((from - rest) % of + of) % of;
  return over == 0 ? from : from + of - over;
}

}  // namespace

Filler::Filler(QImage& image)
    : all_(image.rect()),
      within_(image.rect()),
      pixels_(reinterpret_cast<QRgb*>(image.bits())),
      line_(image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb))) {
  constexpr double kLeast = 0.3;  // of the colour, so that a little is seen too
  constexpr double kMark = 0.35;
  const paint::Theme& theme = paint::theme();
  for (std::size_t i = 0; i < kShades; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(kShades - 1);
    loads_.at(i) = theme.load(share).rgb();
    for (std::size_t doing = 0; doing < plain_.size(); ++doing) {
      const QColor colour = paint::colour_of(static_cast<Doing>(static_cast<std::uint8_t>(doing)));
      plain_.at(doing).at(i) = mixed(theme.paper(), colour, kLeast + (1 - kLeast) * share);
      marks_.at(doing).at(i) = mixed(QColor(plain_.at(doing).at(i)), theme.ink(), kMark);
    }
  }
}

std::size_t Filler::shade_of(double share) {
  return static_cast<std::size_t>(
      std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(kShades - 1)));
}

void Filler::fill(const QRect& area, Doing doing, double share) {
  if (doing == Doing::Waits || share <= 0) return;
  const auto kind = static_cast<std::size_t>(doing);
  const std::size_t shade = shade_of(share);
  fill(area, plain_.at(kind).at(shade));
  if (doing == Doing::Sends) return;
  const QRgb mark = marks_.at(kind).at(shade);
  const QRect seen = area & within_;
  for (int y = seen.top(); y <= seen.bottom(); ++y) {
    if (doing == Doing::Keeps && y % kDots != 0) continue;
    const int apart = doing == Doing::Combines ? kHatch : kDots;
    QRgb* const line = pixels_ + y * line_;
    for (int x = next_multiple(seen.left(), apart, doing == Doing::Combines ? -y : 0);
         x <= seen.right(); x += apart) {
      line[x] = mark;
    }
  }
}

void Filler::fill(const QRect& area, QRgb colour) {
  const QRect seen = area & within_;
  for (int y = seen.top(); y <= seen.bottom(); ++y) {
    QRgb* const line = pixels_ + y * line_;
    std::fill(line + seen.left(), line + seen.right() + 1, colour);
  }
}

void Filler::fill_load(const QRect& area, double share) {
  fill(area, loads_.at(shade_of(share)));
}

}  // namespace treering::gui::timeline
