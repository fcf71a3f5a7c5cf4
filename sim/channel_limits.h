// Predictions under limits on the number of channels: what communication takes from the SMs, and
// what it loses with fewer channels. A channel is a thread block (CTA) of NCCL's kernel, which
// occupies one SM of every GPU while the call runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/call.h"
#include "sim/job/job.h"
#include "sim/predict.h"

namespace treering::sim {

/// The fewest channels whose time is within this factor of the shortest are enough; among equals,
/// those that NCCL makes by itself.
inline constexpr double kEnough = 1.05;

/// The job with `channels` channels for every algorithm, as with NCCL_MIN_CTAS = NCCL_MAX_CTAS =
/// `channels`, whatever limits it had.
job::JobSpec with_channels(job::JobSpec job, int channels);

/// 1, 2, 4, ... up to `most`.
std::vector<int> doubled_up_to(int most);

/// The same request's predictions under one limit.
struct LimitedRows {
  std::optional<int> limit;  // nothing: as many as NCCL makes by itself
  std::vector<Prediction> rows;
};

/// The rows of all parts by collective, then size, then limit in the order of `parts`, then
/// candidate, with what each call loses and the limit that is enough for it. Only the cost model
/// knows both, and no limit is enough where a row that counts has no time.
/// \pre one part has no limit
std::vector<Prediction> joined(const std::vector<LimitedRows>& parts,
                               const PredictionRequest& request);

/// The row that counts for each size and limit of one collective: NCCL's choice, or with a filter
/// the fastest of those allowed. The first row if there is neither. \pre `rows` are joined()
std::vector<const Prediction*> rows_that_count(const std::vector<Prediction>& rows,
                                               core::Collective collective, const Filter& filter);

/// How much a limit slows down calls of one collective.
struct LimitCost {
  int limit = 0;
  std::optional<double> greatest;  // factor on the time; nothing if unknown for all sizes
  std::uint64_t greatest_at = 0;   // bytes
  bool operator==(const LimitCost&) const = default;
};

/// In ascending order of limits. \pre `counting` are rows_that_count()
std::vector<LimitCost> costs_of_limits(const std::vector<const Prediction*>& counting);

}  // namespace treering::sim
