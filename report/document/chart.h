// A chart over sizes as a value: lines with their 80 % bands, measured points with error bars, and
// what is marked. Written as SVG (chart_svg.h) and, in a page, drawn anew by its script, which
// takes the figures from the page's data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace treering::report::document {

enum class Quantity { Time, Busbw };

struct ChartPoint {
  std::uint64_t bytes = 0;
  double value = 0;  // us or GB/s; above 0
  /// 80 % of runs of a predicted point; of a measured one its error bar.
  std::optional<std::pair<double, double>> within;
  bool operator==(const ChartPoint&) const = default;
};

enum class SeriesKind {
  Candidate,  // an algorithm, or one with a protocol
  Fastest,    // of the candidates
  Usual,      // NCCL's own choice
  Measured,   // points of a file
  Ceiling,    // of the fastest, were there no latency
  Bound       // of the wires
};

/// Colours of what is neither an algorithm nor a file.
inline constexpr int kInk = -1;
inline constexpr int kAccent = -2;

struct ChartSeries {
  std::string name;
  SeriesKind kind = SeriesKind::Candidate;
  int colour = kInk;               // of the palette
  int variant = 0;                 // dashes of a line, look of a point
  std::string source;              // where the page's data has its points: "curves/2"
  std::vector<ChartPoint> points;  // by rising size
};

/// An upright line.
struct ChartMark {
  std::uint64_t bytes = 0;
  std::string text;
};

struct Chart {
  std::string id;    // "all_reduce-time"
  std::string part;  // of the page's data: "collectives/0"
  Quantity quantity = Quantity::Time;
  std::string title;
  std::string sentence;  // what it shows
  /// Empty: those of sizes and of the quantity. An axis with its own has no units at its marks.
  std::string x_title;
  std::string y_title;
  std::vector<ChartSeries> series;
  std::vector<ChartMark> marks;
};

/// Circle, square, diamond, triangle.
inline constexpr int kShapes = 4;

/// The look of a point: each shape may be full, or hold a dot or a bar, which tell apart what has
/// one colour and shape.
constexpr int point_variant(int shape, int filling) {
  return shape % kShapes + kShapes * filling;
}

/// Dashes for a line of this colour. Colours that look alike to some readers, such as blue and sky
/// blue, have different ones.
int variant_of(int colour);

/// "solid", "dashed": of what a line or a point looks like; for style sheets and scripts.
std::string_view class_of(SeriesKind kind);

}  // namespace treering::report::document
