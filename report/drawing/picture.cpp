#include "report/drawing/picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/drawing/text_width.h"

namespace treering::report::drawing {

Unfolded toggled(Unfolded unfolded, const Fold& fold) {
  if (unfolded.erase(fold) > 0) return unfolded;
  if (fold.kind == FoldKind::Host) {
    std::erase_if(unfolded, [](const Fold& one) { return one.kind == FoldKind::Host; });
  }
  unfolded.insert(fold);
  return unfolded;
}

namespace {

constexpr double kPlateText = kLeastText;

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
    label.room.x += at.x;
    label.room.y += at.y;
    whole.labels.push_back(std::move(label));
  }
  for (Cells cells : part.cells) {
    cells.at = shifted(cells.at, at);
    whole.cells.push_back(cells);
  }
  if (part.insides.empty()) return;
  whole.insides = part.insides;
  whole.kind_of = part.kind_of;
}

Area Cells::area() const {
  return {at.x, at.y, in_row * (kWidth + kGap) - kGap, rows() * (kHeight + kGap) - kGap};
}

Area Cells::area_of(int node) const {
  const int number = node - first;
  const int row = number / in_row;
  return {at.x + number % in_row * (kWidth + kGap), at.y + row * (kHeight + kGap), kWidth, kHeight};
}

int Cells::node_at(Point point) const {
  const double column = std::floor((point.x - at.x) / (kWidth + kGap));
  const double row = std::floor((point.y - at.y) / (kHeight + kGap));
  if (column < 0 || column >= in_row || row < 0 || row >= rows()) return kNoNode;
  const int number = static_cast<int>(row) * in_row + static_cast<int>(column);
  if (number >= count) return kNoNode;
  const Area area = area_of(first + number);
  return point.x < area.right() && point.y < area.bottom() ? first + number : kNoNode;
}

const Picture* Picture::inside_of(int node) const {
  const auto found = kind_of.find(node);
  const std::size_t kind = found == kind_of.end() ? 0 : found->second;
  return kind < insides.size() ? &insides[kind] : nullptr;
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
  picture.labels.push_back({.at = {at.x, at.y + 3.2},
                            .text = text,
                            .size = kPlateText,
                            .tone = Tone::Plain,
                            .is_on_plate = true});
}

}  // namespace treering::report::drawing
