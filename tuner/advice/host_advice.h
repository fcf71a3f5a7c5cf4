// Advice for libraries on CPUs: one algorithm for each range of sizes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/call.h"
#include "sim/libraries/library.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::advice {

// Which algorithm for which sizes, from times at single sizes: for libraries that are told an
// algorithm by size.
//
// The library's own choice is kept where nothing takes less than 1/1.1 of its time (kLeastGain), or
// where that is not sure: a difference inside the noise is a tie. Of those that are better the
// range before is continued where its algorithm is as good within 10 %, so that there are few
// ranges.

/// An algorithm beside the library's own choice, at one size.
struct Rival {
  std::string algorithm;
  double us = 0;
  double confidence = 0;  // that it is faster, 0 to 1
  bool is_sure = false;   // as sure as the evidence asks
  bool operator==(const Rival&) const = default;
};

struct SizedCall {
  std::uint64_t bytes = 0;
  double own_us = 0;  // of the library's own choice; 0: not known
  std::vector<Rival> rivals;
};

/// Sizes from `first` to `last` with one algorithm.
struct SizedChoice {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::string algorithm;  // empty: the library's own choice
  double gain = 1;        // geometric mean over the sizes; 1 for the own choice
  double confidence = 1;  // the least over the sizes
  bool operator==(const SizedChoice&) const = default;
};

/// From the first size to the last, without gaps: a range reaches to below the first size of the
/// next. \pre sizes ascend
std::vector<SizedChoice> sized_choices(const std::vector<SizedCall>& calls);

/// Whether some range has another choice than the library's own.
bool has_gain(const std::vector<SizedChoice>& choices);

/// The probability that a call which the model has at `us` is faster than one at `own_us`, where
/// ln of both times scatters by `spread`.
double confidence_of(double us, double own_us, double spread);

// Which algorithm MPI or Gloo should take for which sizes: from measured calls, or by a model.

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
  std::string hosts;               // "4 ranks behind links of 0.1 Gbit/s"
  std::string evidence;            // "measured: 96 calls", "model of hosts, profile mine"
  std::vector<std::string> notes;  // on the inputs of the question
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
