// The advice of a report put to the test: beside measured points, and at the sizes that a form of
// it reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/advice/recommend.h"
#include "app/check.h"
#include "app/exporting/export.h"
#include "app/overview/measured.h"
#include "core/call.h"
#include "core/units.h"

namespace treering::app::overview {

// At which sizes a form of the advice makes NCCL take what is advised: one value for all sizes
// cannot reach all of them.

/// Neighbouring sizes of the report, with what lies between them and up to the next.
struct SizeRange {
  core::Bytes first, last;
  std::optional<core::Bytes> below{};  // the next size of the report; nothing: there is none
  bool operator==(const SizeRange&) const = default;
};

/// Of sizes where another choice than NCCL's own is advised.
struct FormReach {
  core::Collective collective = core::Collective::AllReduce;
  std::vector<SizeRange> reached;
  std::vector<SizeRange> left;  // NCCL does not take what is advised
  bool operator==(const FormReach&) const = default;
};

/// \param ranges of the same collective
/// \param sizes of the report, rising
FormReach form_reach(core::Collective collective,
                     const std::vector<advice::RecommendedRange>& ranges,
                     const std::vector<std::uint64_t>& sizes,
                     const std::vector<exporting::TakenChoice>& taken);

// What the measured points of a report say of its advice, which is drawn from predictions alone.

/// A way that took less time than NCCL's own choice.
struct FasterInRuns {
  std::string way;  // "Tree/Simple"
  core::Bytes bytes;
  double gain = 1;  // the own choice's time over its
};

/// An advised way that took longer than NCCL's own choice, at a size for which it is advised.
struct Refuted {
  std::string way;  // "Ring/LL"
  core::Bytes bytes;
  double longer = 1;  // its time over that of the own choice
};

/// Why advice that is drawn from predictions need not hold for what was run.
struct RepairFirst {
  std::size_t slow = 0;
  std::size_t rows = 0;
  std::string cause;              // the likeliest, "TCP sockets instead of slingshot"; may be empty
  bool is_other_machine = false;  // the rows are of another machine or job
  bool operator==(const RepairFirst&) const = default;
};

/// Where most rows are too slow, or they are of another machine.
std::optional<RepairFirst> repair_first(const CheckReport& check);

/// Of a range of sizes for which something is advised.
struct RangeBesideRuns {
  bool is_measured = false;  // some size, by what is advised and by NCCL's own choice
  std::optional<Refuted> refuted;
};

struct AdviceBesideRuns {
  /// Time of NCCL's own choice over that of the advised way, at the size of the advice. Nothing
  /// where either was not measured, or nothing is advised.
  std::optional<double> gain;
  /// Of all sizes for which something is advised, the one where that took longest.
  std::optional<Refuted> refuted;
  std::vector<RangeBesideRuns> ranges;  // of the advice, in their order
  /// Where the fastest way of all is clearly faster than NCCL's own choice: at which size most.
  std::optional<FasterInRuns> fastest;

  /// Whether the runs show no gain where the advice expects one.
  bool contradicts() const { return refuted.has_value(); }
};

/// \param ranges of the same collective
AdviceBesideRuns beside_runs(const std::optional<advice::Recommended>& advice,
                             const std::vector<advice::RecommendedRange>& ranges,
                             const std::vector<MeasuredSeries>& measured);

}  // namespace treering::app::overview
