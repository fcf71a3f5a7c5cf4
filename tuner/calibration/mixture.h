// Finds rows of machines other than the one that they are compared with, by the GPUs and networks
// that they name.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/calibration/observation.h"
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

/// The rows grouped by generation, model and network, in alphabetic order: all, or those with an
/// observation.
std::vector<GpuRows> by_gpu(const std::vector<Measurement>& rows);
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

/// Fails where rows name GPUs of known generations and none of these is the machine's: nothing
/// about such rows follows from it.
/// \param file of the rows
core::Result<void> check_gpus(const std::vector<GpuRows>& groups, const MachineName& machine,
                              const std::string& file);

}  // namespace treering::tuner::calibration
