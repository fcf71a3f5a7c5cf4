// A chart as a value, and how its series look.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "sim/way.h"

namespace treering::report::charts {

// A chart as a value: lines and points over sizes or nodes, with 80 % bands and error bars, what is
// marked, and a row of segments beneath the axis. Made once from an answer of `app`; a page, an SVG
// (report/document), a window and its pictures (gui/widgets) paint it.

/// What a chart of calls shows: us, or GB/s.
enum class Quantity { Time, Busbw };

enum class Scale { Linear, Log };

/// What the numbers of an axis are, and so how they are written.
enum class Figures {
  Plain,      // 1000
  Size,       // of bytes: 1 KiB
  ShortSize,  // of bytes, as nccl-tests writes them: 1K
  Time        // of us: 1 ms
};

struct Axis {
  std::string title;
  Scale scale = Scale::Log;
  Figures figures = Figures::Plain;
};

struct Point {
  double x = 0;  // bytes, or nodes; above 0
  double y = 0;  // us, or GB/s; 0 has no place on a logarithmic axis
  /// 80 % of runs of a predicted point; of a measured one its error bar.
  std::optional<std::pair<double, double>> within = {};
  std::string way = {};     // "Tree/LL", where a series has several
  bool is_usual = false;    // of a candidate: NCCL's own choice
  bool is_fastest = false;  // of a candidate: the fastest
  /// Of a measured point: its time over the expected one.
  std::optional<double> ratio = {};
  std::string note = {};  // for readers who point at it
  bool operator==(const Point&) const = default;
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

/// Where the 80 % of runs are drawn.
enum class Band {
  None,
  Beside,  // with the line
  Alone    // in place of the line
};

struct Series {
  std::string name;
  SeriesKind kind = SeriesKind::Candidate;
  int colour = kInk;               // of the palette
  int variant = 0;                 // dashes of a line, look of a point
  std::string source = {};         // where a page's data has its points: "curves/2"
  std::vector<Point> points = {};  // by rising x
  Band band = Band::None;
  bool is_named = false;  // beside the line, where a chart has no legend
};

enum class MarkKind {
  Change,  // of what is the fastest, or chosen
  Asked    // what the question is about
};

/// An upright line.
struct Mark {
  double x = 0;
  std::string text;
  MarkKind kind = MarkKind::Change;
};

/// Of the row beneath the axis. Only windows have room for it.
struct Segment {
  double from = 0;
  double to = 0;
  std::string text;
  int colour = kInk;
};

struct Chart {
  std::string id;    // "all_reduce-time"
  std::string part;  // of a page's data: "collectives/0"
  std::string title;
  std::string sentence;                          // what it shows
  Axis x = {"size", Scale::Log, Figures::Size};  // always by doublings
  Axis y = {"time", Scale::Log, Figures::Time};
  std::vector<Series> series;
  std::vector<Mark> marks;
  std::string segments_title;
  std::vector<Segment> segments;
  std::vector<double> stops;  // values of x that windows let one point at, rising
};

/// The upright axis of a quantity: times are logarithmic.
Axis axis_of(Quantity quantity);

/// A number of an axis: "1 KiB", "1 ms".
std::string text_of(double value, Figures figures);

/// Points with nothing between them: measured ones, and NCCL's own choice.
bool has_points_alone(const Series& series);

/// "80 % of runs of Tree/LL".
std::string band_name(const Series& series);

/// Without points it is left out: there is nothing to draw.
void add(Series series, Chart& chart);

/// Null where the series has no point there.
const Point* point_at(const Series& series, double x);

struct Extent {
  double low = 0;
  double high = 0;
};

/// The figures that an upright axis has to hold: of all lines and points, with bands and bars, but
/// without the limits of times. Those go down to nanoseconds, which would leave the rest no room.
/// Nothing where there are none.
std::optional<Extent> extent_of(const Chart& chart);

/// A call that is predicted or was measured.
struct TimedCall {
  core::Bytes bytes;
  core::Duration time;
  core::Bandwidth busbw;
  std::optional<sim::estimates::Interval> within = {};
};

/// Busbw falls as the time rises.
Point point_of(const TimedCall& call, Quantity quantity);

// How the series of charts are told apart: colours of the palette (report/drawing/colours.h) with
// dashes or shapes, so that colour alone tells none.

/// Circle, square, diamond, triangle.
inline constexpr int kShapes = 4;
inline constexpr int kDiamond = 2;

/// The look of a point: each shape may be full, or hold a dot or a bar, which tell apart what has
/// one colour and shape.
constexpr int point_variant(int shape, int filling) {
  return shape % kShapes + kShapes * filling;
}

/// Dashes for a line of this colour. Colours that look alike to some readers, such as blue and sky
/// blue, have different ones.
int variant_of(int colour);

/// By NCCL's order; the first where there is none.
int colour_of(const std::string& algorithm);

/// "Ring/LL128": dashes for the protocol; "Ring": dashes for the algorithm's colour.
int dashes_of(const std::string& name, const sim::Way& way);

/// A shape for the protocol; the first for one that is left to NCCL.
int shape_of(const std::string& protocol);

}  // namespace treering::report::charts
