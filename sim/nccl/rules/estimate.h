// How NCCL computes the latency and bandwidth of an algorithm and protocol. Each figure is computed
// from the terms that `explain` shows, so that the two cannot disagree.
//
// NCCL mixes float and double. Every operation here is done in double and rounded to float where
// NCCL rounds; for + - x / of two floats that gives exactly the float result (double carries more
// than twice the digits).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace treering::sim::nccl::rules {

/// What takes the time of a term.
enum class TermKind : std::uint8_t {
  Base,        // each call, whatever the number of ranks
  InsideHop,   // between GPUs of a node
  NetworkHop,  // between nodes
  Other,
  Transfer,  // bytes over bandwidth: the term that grows with the size
};

struct Cause {
  std::string what;  // "NVLink hop"
  TermKind kind = TermKind::Other;
  bool operator==(const Cause&) const = default;
};

/// `count` times `each_us`.
struct LatencyTerm {
  Cause cause;
  int count = 1;
  double each_us = 0;
  double total_us = 0;
  bool operator==(const LatencyTerm&) const = default;
};

/// base + (term + term + ...)
class Latency {
 public:
  Latency() = default;
  explicit Latency(double base_us);

  /// A term that NCCL computes in single precision. Nothing is added when count is 0.
  void add(Cause cause, int count, float each_us);
  /// A term that NCCL computes in double precision; the sum is in double from here on.
  void add_precisely(Cause cause, int count, double each_us);

  float us() const;
  /// The base first, if there is one.
  const std::vector<LatencyTerm>& terms() const { return terms_; }

  bool operator==(const Latency&) const = default;

 private:
  double base_us_ = 0;
  double sum_us_ = 0;
  bool is_single_ = true;
  std::vector<LatencyTerm> terms_;
};

struct BandwidthStep {
  std::string what;  // "LL: half of the bytes are flags"
  double factor = 1;
  double cap_gb_per_s = std::numeric_limits<double>::infinity();
  float gb_per_s = 0;  // after this step
  bool is_capped = false;
  bool is_to_algbw = false;  // from bus bandwidth to algorithm bandwidth
  bool operator==(const BandwidthStep&) const = default;
};

/// A rate, scaled and capped step by step; each result is rounded. (Where NCCL rounds only after
/// scaling and capping, the result is the same: rounding keeps order.)
class BandwidthFold {
 public:
  BandwidthFold() = default;
  BandwidthFold(std::string what, float gb_per_s);

  void scale(std::string what, double factor);
  /// From bus bandwidth to algorithm bandwidth. `how` may be empty.
  void scale_to_algbw(std::string_view how, double factor);
  void divide(std::string what, double divisor);
  void cap(std::string what, double gb_per_s);

  float gb_per_s() const { return steps_.empty() ? 0 : steps_.back().gb_per_s; }
  const std::vector<BandwidthStep>& steps() const { return steps_; }

  bool operator==(const BandwidthFold&) const = default;

 private:
  std::vector<BandwidthStep> steps_;
};

/// One cell of the tuning table. As in NCCL, a cell without bandwidth may have a latency.
struct Estimate {
  Latency latency;
  BandwidthFold bandwidth;
  std::string ruled_out;  // why NCCL sets the bandwidth to 0; empty when it does not
  bool operator==(const Estimate&) const = default;
};

/// A cell that NCCL's model leaves empty.
Estimate not_modelled(std::string reason);

}  // namespace treering::sim::nccl::rules
