#include "tests/support/simulated_runs.h"

#include <cmath>
#include <stdexcept>

#include "tuner/calibration/validation.h"

namespace treering::testing {

std::shared_ptr<const tuner::calibration::Bench> bench_of(const core::Topology& node, int nodes,
                                                          const std::string& nccl_version) {
  core::Cluster cluster;
  cluster.node = node;
  cluster.node_count = nodes;
  sim::job::JobSpec job;
  job.nodes = nodes;
  job.nccl_version = nccl_version;
  auto bench = tuner::calibration::make_bench(cluster, job, "infiniband");
  if (!bench) throw std::runtime_error(bench.error().message());
  return *bench;
}

tuner::Measurement row_of(core::Collective collective, std::uint64_t bytes,
                          const std::string& algorithm) {
  tuner::Measurement row;
  row.id = "run";
  row.collective = collective;
  row.bytes = bytes;
  row.way.algorithm = algorithm;
  row.out_of_place = core::Duration::from_us(1);
  return row;
}

std::vector<tuner::calibration::Observation> simulated(const tuner::calibration::Bench& bench,
                                                       const std::vector<tuner::Measurement>& rows,
                                                       const Simulation& how, std::mt19937& dice) {
  std::normal_distribution<double> deviate;
  std::vector<tuner::calibration::Observation> result;
  for (const tuner::Measurement& row : rows) {
    auto seen = tuner::calibration::observe(bench, row, how.truth);
    if (!seen) continue;
    seen->row = how.first + result.size();
    seen->system = how.system;
    result.push_back(*std::move(seen));
  }
  const auto truth = tuner::calibration::scored(how.truth, tuner::calibration::pointers_to(result));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i].measured_us = truth[i].predicted_us * std::exp(how.noise * deviate(dice));
  }
  return result;
}

std::vector<tuner::Measurement> usual_sweeps() {
  std::vector<tuner::Measurement> rows;
  for (std::uint64_t bytes = 8; bytes <= (std::uint64_t{1} << 30U); bytes *= 2) {
    rows.push_back(row_of(core::Collective::AllReduce, bytes));
    rows.push_back(row_of(core::Collective::AllReduce, bytes, "Ring"));
    rows.push_back(row_of(core::Collective::AllGather, bytes));
  }
  return rows;
}

core::Profile shaken(core::Profile profile, std::string_view prefix, std::mt19937& dice) {
  std::normal_distribution<double> deviate;
  for (auto& [name, parameter] : profile.parameters) {
    if (!name.starts_with(prefix)) continue;
    parameter.value *= std::exp(parameter.spread * deviate(dice));
  }
  return profile;
}

}  // namespace treering::testing
