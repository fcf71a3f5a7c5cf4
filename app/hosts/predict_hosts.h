// Collectives of MPI and Gloo on hosts: how long they take, which algorithm is the best, and
// settings that make the library take it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/hosts/records.h"
#include "app/setup/calls.h"
#include "core/data_type.h"
#include "core/result.h"
#include "sim/hosts/estimate.h"
#include "sim/libraries/library.h"
#include "tuner/advice/host_advice.h"

namespace treering::app::hosts {

// How long collectives of MPI and Gloo take on hosts, the best algorithm, and what to set.

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

// Settings that make Open MPI take the recommended algorithms.

/// Why there is no file for a library that reads none.
std::string no_settings_text(sim::libraries::Library library);

struct ExportHostsRequest {
  PredictHostsRequest question;
  std::optional<std::string> to;  // the name of an exporter for hosts
};

/// Either a text or the reason why there is none.
struct ExportHostsReport {
  std::string text;
  std::string refusal;             // a sentence; empty when there is a text
  std::vector<std::string> notes;  // on the text
};

core::Result<ExportHostsReport> answer(const ExportHostsRequest& request);

}  // namespace treering::app::hosts
