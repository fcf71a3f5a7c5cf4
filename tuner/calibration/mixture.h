// Finds rows of machines other than the one that they are compared with, by the GPUs and networks
// that they name.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/calibration/gather.h"
#include "tuner/measurement.h"

namespace treering::tuner::calibration {

/// The generation of a GPU by its name in any spelling: "volta", "ampere", "hopper" or "blackwell"
/// (sim/cost/machine.h); empty where it is unknown.
std::string_view generation_named(std::string_view gpu);

/// Rows that name one model of GPU and one network.
struct GpuRows {
  std::string generation;     // empty: not known
  std::string gpu;            // model; empty: the rows name none
  std::string network;        // in the rows' words; empty: they name none
  std::set<std::string> ids;  // of the series
  std::size_t rows = 0;
};

/// The rows with an observation, grouped by generation, model and network, in alphabetic order.
std::vector<GpuRows> by_gpu(const std::vector<Measurement>& rows,
                            const std::vector<Observation>& observations);

/// "ampere A100-SXM4-40GB (one, two), hopper H100 over IB HDR (three and 4 more)".
std::string text_of(const std::vector<GpuRows>& groups);

/// A machine, and the generation of its GPUs.
struct MachineName {
  std::string name;
  std::string generation;
};

/// A sentence if rows name several models or networks, or a GPU of another generation than the
/// machine's; else empty.
std::string note_on_mixture(const std::vector<GpuRows>& groups, const MachineName& machine);

/// Whether all rows name GPUs of known generations, none of which is the machine's.
bool are_all_of_others(const std::vector<GpuRows>& groups, const MachineName& machine);

}  // namespace treering::tuner::calibration
