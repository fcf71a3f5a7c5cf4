// Which algorithm MPI or Gloo should take for which sizes: from measured calls, or by a model.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/collective.h"
#include "sim/libraries/library.h"
#include "tuner/advice/sized_choices.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::advice {

/// A choice of the model is sure where it is right in so many of such cases.
inline constexpr double kSureByModel = 0.8;

struct HostChoices {
  core::Collective collective = core::Collective::AllReduce;
  std::vector<SizedChoice> choices;  // empty: nothing to compare
  std::string why_not;               // where they are empty
};

/// What a file of settings is for.
struct HostRecommendation {
  sim::libraries::Library library = sim::libraries::Library::OpenMpi;
  int ranks = 0;
  std::string hosts;     // "4 ranks behind links of 0.1 Gbit/s"
  std::string evidence;  // "measured: 96 calls", "model of hosts, profile mine"
  std::vector<HostChoices> collectives;
};

/// From samples: an algorithm is sure to be faster by the rules of tuner/stats/verdict.h, over all
/// configurations together. \pre all calls are of one library, equal hosts, one way of buffers
std::vector<HostChoices> advise_measured(std::span<const hosts::MeasuredCall> calls);

/// A candidate for which the model has a time.
struct ExpectedCall {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;
  std::string algorithm;
  double us = 0;
  double spread = 0;    // standard deviation of ln(time)
  bool is_own = false;  // the library's own choice
};

/// By the model. Calls of a collective in ascending order of sizes.
std::vector<HostChoices> advise_expected(std::span<const ExpectedCall> calls);

}  // namespace treering::tuner::advice
