#include "tuner/measurement.h"

#include <algorithm>

namespace treering::tuner {

std::optional<core::Duration> time_of(const Measurement& row) {
  return row.out_of_place ? row.out_of_place : row.in_place;
}

const RunFault* fault_of(const MeasurementSet& set, RunFault::What what) {
  const auto found = std::ranges::find(set.faults, what, &RunFault::what);
  return found == set.faults.end() ? nullptr : &*found;
}

std::vector<core::Diagnostic> as_diagnostics(const std::vector<RunFault>& faults) {
  std::vector<core::Diagnostic> all;
  for (const RunFault& fault : faults) {
    all.push_back({core::Severity::Error, fault.where, fault.text});
  }
  return all;
}

}  // namespace treering::tuner
