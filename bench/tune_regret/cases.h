// Grids whose every cell was measured, or simulated by another model than the one that tunes.
#pragma once

#include <string>
#include <vector>

#include "tuner/tune/grid.h"

namespace treering::bench {

struct Case {
  std::string name;
  std::string kind;                     // "recorded", "published", "event"
  tuner::tune::Grid grid;               // with what the model expects
  std::vector<std::vector<double>> us;  // by cell and launch; empty: the cell has no time
  /// Likewise, of ln us by its samples (tuner/tune/noise.h); empty: not known.
  std::vector<std::vector<double>> sd;
  std::vector<double> exact_us;  // by cell, without scatter; empty: not known

  [[nodiscard]] std::size_t cells() const;     // that have a time
  [[nodiscard]] std::size_t launches() const;  // of the cell that has most
  /// Without scatter where that is known, else the median of all launches. \pre the cell has a
  /// time
  [[nodiscard]] double truth(std::size_t cell) const;
};

/// Results of treering measure: each collective, where there are four sizes and two ways or more.
/// `topology` is the node on which NCCL ran; without one nothing is expected of it.
std::vector<Case> recorded_cases(const std::string& file, const std::string& topology);

/// Published sweeps with forced algorithms: rows of corpus/measurements.csv whose ids begin so, on
/// a built-in machine; an empty `topology` for none that we know, so that nothing is expected.
struct Published {
  std::string prefix;
  std::string topology;
  int nodes = 1;
};
std::vector<Case> published_cases(const std::string& csv, const std::vector<Published>& which);

/// The event model with all parameters of the profile changed at random by about a quarter, each
/// with its own factor, launches that scatter by 3 %, every tenth by 15 %, and where `fault` names
/// a device, without it. What is expected is the cost model of the whole machine.
struct Simulated {
  std::string topology;
  int nodes = 1;
  core::Collective collective = core::Collective::AllReduce;
  std::string fault;  // a variable such as NCCL_IB_HCA=^mlx5_0; empty: none
  unsigned seed = 1;
};
Case simulated_case(const Simulated& which);

}  // namespace treering::bench
