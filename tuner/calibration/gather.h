// From measurements to observations: each row with the machine that it was taken on.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/calibration/observation.h"
#include "tuner/calibration/systems.h"
#include "tuner/measurement.h"

namespace treering::tuner::calibration {

/// The machine of a system under a known version of NCCL, ready to be asked.
using BenchOf = std::function<core::Result<std::shared_ptr<const Bench>>(
    const System&, const std::string& nccl_version)>;

/// Rows that gave no observation, together by series and reason.
struct Skipped {
  std::string id;
  std::string reason;
  std::size_t rows = 0;
};

struct Gathered {
  std::vector<Observation> observations;
  std::vector<Skipped> skipped;
};

/// In the order of the rows, each under the known version that is nearest to its own. Where a
/// system has no cluster, the row's id stands for it. `profile` says up to which size the network
/// sends at once.
Gathered gather(const std::vector<Measurement>& rows, const std::vector<System>& systems,
                const BenchOf& bench_of, const core::Profile& profile);

/// Strata that say nothing about good predictions of RDMA and NVLink.
inline constexpr std::array<std::string_view, 3> kStrataApart{"TCP", "known broken",
                                                              "other timing"};

bool is_apart(const Observation& observation);

}  // namespace treering::tuner::calibration
