// Measurements that the cost model itself would make, with noise: the truth behind them is known.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "core/topology/topology.h"
#include "tuner/calibration/observation.h"

namespace treering::testing {

/// Whole machines of `nodes` nodes over InfiniBand.
std::shared_ptr<const tuner::calibration::Bench> bench_of(
    const core::Topology& node, int nodes, const std::string& nccl_version = "2.28.9");

/// A row as it would be imported: NCCL's choice where `algorithm` is empty. 1 us.
tuner::Measurement row_of(core::Collective collective, std::uint64_t bytes,
                          const std::string& algorithm = {});

/// `rows` on one machine, each taking what `truth` says times exp(noise x a normal deviate). The
/// rows of `system` are numbered from `first`.
struct Simulation {
  const core::Profile& truth;
  double noise = 0.05;
  std::string system = "here";
  std::size_t first = 0;
};
std::vector<tuner::calibration::Observation> simulated(const tuner::calibration::Bench& bench,
                                                       const std::vector<tuner::Measurement>& rows,
                                                       const Simulation& how, std::mt19937& dice);

/// all_reduce from 8 B to 1 GiB by a factor of 2, as NCCL chooses and with Ring forced, and
/// all_gather.
std::vector<tuner::Measurement> usual_sweeps();

/// `profile` with every parameter whose name starts so moved by a normal deviate of its spread.
core::Profile shaken(core::Profile profile, std::string_view prefix, std::mt19937& dice);

}  // namespace treering::testing
