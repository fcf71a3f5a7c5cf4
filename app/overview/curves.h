// The predicted lines of a report's charts: what a collective takes by size with each algorithm,
// with NCCL's own choice and with the fastest, and what the wires allow.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/predict.h"
#include "core/call.h"
#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "sim/way.h"

namespace treering::app::overview {

/// Which candidates have a line of their own.
enum class CurveKind {
  Algorithms,  // with the fastest protocol at each size
  Pairs        // of algorithm and protocol
};

struct CurvePoint {
  core::Bytes bytes;
  core::Duration time;
  std::optional<sim::estimates::Interval> within;  // 80 % of runs
  core::Bandwidth busbw;
  sim::Way way;  // unnamed: none to choose
  bool is_best = false;
  bool is_usual = false;  // NCCL's own choice
  bool operator==(const CurvePoint&) const = default;
};

struct Curve {
  std::string name;                // "Ring", "Ring/LL128"; empty where there is nothing to choose
  std::vector<CurvePoint> points;  // by rising size
  bool operator==(const Curve&) const = default;
};

/// The least time that the wires allow.
struct BoundPoint {
  core::Bytes bytes;
  core::Duration time;
  core::Bandwidth busbw;
  bool operator==(const BoundPoint&) const = default;
};

struct Curves {
  std::vector<Curve> candidates;           // in NCCL's order
  std::vector<CurvePoint> usual;           // NCCL's own choice at each size
  std::vector<CurvePoint> best;            // the fastest at each size
  std::vector<BoundPoint> bound;           // where a wire sets one
  std::optional<core::Bandwidth> ceiling;  // busbw of the fastest at the largest size, were there
                                           // no latency
  bool operator==(const Curves&) const = default;
};

/// Of calls that carry something; without lines for one rank.
Curves curves_of(const PredictReport& report, core::Collective collective, CurveKind kind);

}  // namespace treering::app::overview
