// Makes observations from measurements: joins each row with the machine that it was taken on.
#pragma once

#include <array>
#include <cstddef>
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

/// Gives the machine of a system under a known version of NCCL.
using BenchOf = std::function<core::Result<std::shared_ptr<const Bench>>(
    const System&, const std::string& nccl_version)>;

/// Rows without an observation, counted by series and reason.
struct Skipped {
  std::string id;
  std::string reason;
  std::size_t rows = 0;
};

struct Gathered {
  std::vector<Observation> observations;
  std::vector<Skipped> skipped;
};

/// The observations in the order of the rows, each with the nearest known version of NCCL. Where a
/// system has no cluster, the row's id names it. `profile` gives the size up to which the network
/// sends at once.
Gathered gather(const std::vector<Measurement>& rows, const std::vector<System>& systems,
                const BenchOf& bench_of, const core::Profile& profile);

/// Strata that do not count in scores for RDMA and NVLink.
inline constexpr std::array<std::string_view, 3> kStrataApart{"TCP", "known broken",
                                                              "other timing"};

bool is_apart(const Observation& observation);

}  // namespace treering::tuner::calibration
