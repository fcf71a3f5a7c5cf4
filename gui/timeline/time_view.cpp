#include "gui/timeline/time_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "report/drawing/timeline.h"

namespace treering::gui::timeline {

namespace {

constexpr double kLeastPart = 1e-7;      // of a run
constexpr double kAround = 0.05;         // of a span that is fitted, at each side
constexpr double kFollowedUntil = 0.75;  // of the view: there the moment stays while it plays
constexpr double kMarksOfAScale = 10;

}  // namespace

TimeView view_on(const TimeView& view, const models::Span& span, double end_us) {
  const double whole = end_us > 0 ? end_us : 1;
  const double length = std::clamp(span.to_us - span.from_us, whole * kLeastPart, whole);
  const double middle = (span.from_us + span.to_us) / 2;
  const double from = std::clamp(middle - length / 2, 0.0, whole - length);
  return {from, from + length, view.pixels};
}

TimeView zoomed(const TimeView& view, double factor, double x, double end_us) {
  const double whole = end_us > 0 ? end_us : 1;
  const double fixed = view.us(x);
  const double length = std::clamp((view.to_us - view.from_us) / factor, whole * kLeastPart, whole);
  const double from = fixed - length * x / view.pixels;
  return view_on(view, {from, from + length}, end_us);
}

TimeView moved(const TimeView& view, double us, double end_us) {
  return view_on(view, {view.from_us + us, view.to_us + us}, end_us);
}

TimeView fitted(const TimeView& view, const models::Span& span, double end_us) {
  const double around = kAround * (span.to_us - span.from_us);
  const double from = std::max(0.0, span.from_us - around);
  const double to = std::min(end_us > 0 ? end_us : 1, span.to_us + around);
  return view_on(view, {from, to}, end_us);
}

models::Span opening_span(const std::vector<double>& recorded_us, double end_us) {
  constexpr double kSeen = 0.05;  // of the whole: less is a strip at its edge
  double to = end_us;
  for (const double recorded : recorded_us) {
    if (recorded > 0 && recorded < kSeen * end_us) to = std::min(to, recorded);
  }
  return {0, to};
}

TimeView following(const TimeView& view, double now_us, double end_us) {
  const double length = view.to_us - view.from_us;
  const double latest = view.from_us + kFollowedUntil * length;
  if (now_us >= view.from_us && now_us <= latest) return view;
  if (now_us > latest && now_us <= view.to_us) return moved(view, now_us - latest, end_us);
  return moved(view, now_us - view.from_us - (1 - kFollowedUntil) * length, end_us);
}

double snapped(const std::vector<double>& edges, double us, double reach_us) {
  double best = us;
  double distance = reach_us;
  for (const double edge : edges) {
    const double far = std::abs(edge - us);
    if (far > distance) continue;
    best = edge;
    distance = far;
  }
  return best;
}

std::vector<AxisMark> axis_marks(const TimeView& view, double pixels_apart) {
  const double length = view.to_us - view.from_us;
  const double wanted = std::max(1.0, view.pixels / pixels_apart);
  // The scale of a length has up to ten marks.
  const auto scale = report::drawing::time_scale(length * kMarksOfAScale / wanted);
  std::vector<AxisMark> marks;
  if (scale.marks.size() < 2) return marks;
  const double step = scale.marks[1].at_us;
  const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const double first = std::ceil(view.from_us / step - 1e-9);
  const double last = std::floor(view.to_us / step + 1e-9);
  for (double i = first; i <= last; ++i) {
    marks.push_back({i * step, fmt::format("{:.{}f} us", std::abs(i) * step, digits)});
  }
  return marks;
}

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
