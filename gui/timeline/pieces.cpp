#include "gui/timeline/pieces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace treering::gui::timeline {
namespace {

using app::simulation::Doing;
using app::simulation::TrackBar;

/// What falls into one pixel.
class Merged {
 public:
  explicit Merged(std::vector<Piece>& pieces) : pieces_(pieces) {}

  void add(double from_x, double to_x, Doing doing) {
    if (doing == Doing::Waits) return;
    for (double x = from_x; x < to_x;) {
      const double column = std::floor(x);
      if (column != column_) flush();
      column_ = column;
      const double end = std::min(to_x, column + 1);
      busy_.at(static_cast<std::size_t>(doing)) += end - x;
      x = end;
    }
  }

  void flush() {
    double all = 0;
    for (const double one : busy_) all += one;
    if (all > 0) {
      const auto most = static_cast<std::uint8_t>(std::ranges::max_element(busy_) - busy_.begin());
      pieces_.push_back({column_, column_ + 1, static_cast<Doing>(most), std::min(all, 1.0), {}});
    }
    busy_.fill(0);
  }

 private:
  std::vector<Piece>& pieces_;
  double column_ = 0;
  std::array<double, 4> busy_{};
};

}  // namespace

std::vector<Piece> pieces_of(std::span<const TrackBar> bars, const TimeView& view) {
  std::vector<Piece> pieces;
  Merged merged(pieces);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double from = view.x(bars[i].from_us);
    const double to = view.x(bars[i].to_us);
    if (to <= 0) continue;
    if (from >= view.pixels) break;
    if (to - from < 1) {
      merged.add(from, to, bars[i].doing);
      continue;
    }
    merged.flush();
    pieces.push_back({from, to, bars[i].doing, 1, i});
  }
  merged.flush();
  return pieces;
}

std::vector<double> edges_of(std::span<const TrackBar> bars) {
  std::vector<double> edges;
  for (const TrackBar& bar : bars) {
    if (bar.doing == Doing::Waits) continue;
    edges.push_back(bar.from_us);
    edges.push_back(bar.to_us);
  }
  return edges;
}

}  // namespace treering::gui::timeline
