#include "report/drawing/picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/drawing/text_width.h"

namespace treering::report::drawing {
namespace {

constexpr double kPlateText = 9;
constexpr double kPlateHeight = 12;

// A box is 92 wide, so that the widest NVLinks of today (900 GB/s) fill a seventh of it.
constexpr double kPixelsPerRoot = 0.43;
constexpr double kThinnest = 1;
constexpr double kThickest = 14;

Point shifted(Point point, Point by) {
  return {point.x + by.x, point.y + by.y};
}

}  // namespace

void place(const Picture& part, Point at, Picture& whole) {
  for (Box box : part.boxes) {
    box.area.x += at.x;
    box.area.y += at.y;
    whole.boxes.push_back(std::move(box));
  }
  for (Line line : part.lines) {
    for (Point& point : line.points) point = shifted(point, at);
    whole.lines.push_back(std::move(line));
  }
  for (Label label : part.labels) {
    label.at = shifted(label.at, at);
    whole.labels.push_back(std::move(label));
  }
}

Area area_of(const Label& label) {
  // Capitals rise to about three quarters of the size, tails hang by a quarter.
  const double width = text_width(label.text, label.size);
  const double left = label.anchor == Anchor::Start    ? label.at.x
                      : label.anchor == Anchor::Middle ? label.at.x - width / 2
                                                       : label.at.x - width;
  return {left, label.at.y - 0.76 * label.size, width, label.size};
}

double line_width(core::Bandwidth bandwidth) {
  const double width = kPixelsPerRoot * std::sqrt(std::max(0.0, bandwidth.in_gb_per_s()));
  // To tenths: no figure is more exact, and files stay small.
  return std::round(10 * std::clamp(width, kThinnest, kThickest)) / 10;
}

std::string short_figure(double gb_per_s) {
  return gb_per_s >= 100 ? fmt::format("{:.0f}", gb_per_s) : fmt::format("{:.3g}", gb_per_s);
}

std::string total_figure(core::Bandwidth bandwidth) {
  const double gb = bandwidth.in_gb_per_s();
  return gb < 10000 ? short_figure(gb) + " GB/s" : short_figure(gb / 1000) + " TB/s";
}

void add_plate(Picture& picture, Point at, const std::string& text) {
  const double width = text_width(text, kPlateText) + 4;
  picture.boxes.push_back(
      {Role::Plate, {at.x - width / 2, at.y - kPlateHeight / 2, width, kPlateHeight}, {}});
  picture.labels.push_back({{at.x, at.y + 3.2}, text, kPlateText, Anchor::Middle, Tone::Plain});
}

}  // namespace treering::report::drawing
