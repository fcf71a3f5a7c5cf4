// A result of one launch.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tuner/measure/record.h"

namespace treering::tuner::measure {

using Samples = std::vector<double>;

/// Settled or not, as told.
inline Record record_of(const std::string& start, Samples samples, bool is_converged = true) {
  Record record;
  record.runner = "mpi";
  record.trial.configuration.call.bytes = 64;
  record.ranks = 2;
  record.nodes = 1;
  record.start = start;
  record.samples_us = std::move(samples);
  record.is_converged = is_converged;
  return record;
}

}  // namespace treering::tuner::measure
