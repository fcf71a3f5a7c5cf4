// The lines of the chart of times, with their values at every size: what is drawn, listed and
// written to files.
#pragma once

#include <QPen>
#include <QString>
#include <optional>
#include <vector>

#include "app/predict.h"

namespace treering::gui::views::charts {

enum class LineKind {
  Candidate,  // an algorithm with a protocol
  Fastest,    // of the candidates
  Usual,      // NCCL's own choice
  Measured,   // rows of a log
  Ceiling,    // of the fastest at the largest size, were there no latency
  Bound       // of the wires
};

/// What was expected of a measured point, and between what 80 % of runs are.
struct Predicted {
  double us = 0;
  double low_us = 0;
  double high_us = 0;
};

struct LinePoint {
  double bytes = 0;
  double us = 0;
  std::optional<std::pair<double, double>> within;  // us; 80 % of runs
  double busbw = 0;                                 // GB/s
  QString pair;  // the candidate, where the line goes over several or was measured: "Tree/LL"
  bool is_fastest = false;
  bool is_usual = false;
  std::optional<Predicted> predicted;  // of a measured point
};

struct ChartLine {
  LineKind kind = LineKind::Candidate;
  QString name;
  QPen pen;
  std::vector<LinePoint> points;  // by rising size
};

/// Of the report's first collective, without calls of no bytes. Lines without points are left out.
std::vector<ChartLine> lines_of(const app::PredictReport& report);

/// One colour an algorithm, one dash a protocol, by the order of our tables.
QPen pen_of(const std::string& algorithm, const std::string& protocol, double width);
QPen pen_of_pair(const QString& pair, double width);

/// Null where the line has no point at that size.
const LinePoint* point_at(const ChartLine& line, double bytes);

}  // namespace treering::gui::views::charts
