// Runs that were forced to a way which the model expects to be slower than NCCL's own choice.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/collective.h"
#include "core/units.h"
#include "sim/way.h"
#include "tuner/check/checked_row.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {

/// All rows of a collective, where they were forced alike.
struct ForcedChoice {
  core::Collective collective = core::Collective::AllReduce;
  std::string forced;     // "Ring", "Tree/LL", "LL"; empty: the job's settings alone did it
  std::string settings;   // of the job that limit NCCL: "NCCL_NVLS_ENABLE=0"
  std::size_t sizes = 0;  // at which the gain is beyond what the model is unsure of
  std::size_t of_sizes = 0;
  // At the size where it is largest:
  core::Bytes bytes;
  sim::Way way;     // NCCL's own choice
  double gain = 1;  // expected time / that of NCCL's own choice
  double low = 1;   // four times of five it lies between these, if errors have nothing in common
  double high = 1;
};

/// By collective. Rows of NCCL's own choice, of forced numbers of channels, and of collectives that
/// were forced in several ways, as in a sweep of all, give none. A protocol Simple is kept: plugins
/// of networks that do not keep the order of writes ask for it.
/// \param own the job without `settings`; its rows do not count
/// \param settings of the job that limit NCCL; empty: none
std::vector<ForcedChoice> forced_choices(const std::vector<CheckedRow>& rows, const CheckedRun& own,
                                         const std::string& settings);

}  // namespace treering::tuner::check
