// How long collectives of MPI and Gloo take on hosts, the best algorithm, and what to set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/hosts/records.h"
#include "app/setup/calls.h"
#include "core/data_type.h"
#include "core/result.h"
#include "sim/hosts/estimate.h"
#include "tuner/advice/host_advice.h"

namespace treering::app::hosts {

struct PredictHostsRequest {
  std::optional<std::string> runner;    // of a library on CPUs; with measurements theirs, else mpi
  std::optional<int> ranks;             // with measurements theirs, else required
  std::optional<std::string> nic_rate;  // Gbit/s of the ranks' links; without: one machine
  std::optional<int> cores;             // that all ranks share
  /// Else all_reduce, or with measurements all that they have.
  std::optional<std::vector<core::Collective>> collectives;
  setup::SizesRequest sizes;  // up to 4 MiB unless asked; with measurements theirs
  core::DataType type = core::DataType::Float;
  std::vector<std::string> algorithms;  // by the library's names; empty: all
  std::optional<std::string> profile;
  std::vector<std::string> measurements;
};

struct HostPrediction {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;
  std::string algorithm;
  sim::hosts::HostEstimate expected;
  bool is_own = false;   // the library's own choice
  bool is_best = false;  // the fastest by the model among those asked about
  std::optional<double> measured_us;

  [[nodiscard]] double us() const { return expected.estimate.time.in_us(); }
};

struct PredictHostsReport {
  sim::hosts::HostJob job;
  std::string job_text;
  std::string profile;      // its name
  bool is_assumed = false;  // no parameter of it was fitted for this library and transport
  core::DataType type = core::DataType::Float;
  std::vector<HostPrediction> rows;  // by collective, size, and the library's order of algorithms
  tuner::advice::HostRecommendation recommendation;
  bool is_measured = false;  // the recommendation is from measured times
  std::vector<std::string> notes;
};

core::Result<PredictHostsReport> answer(const PredictHostsRequest& request);

}  // namespace treering::app::hosts
