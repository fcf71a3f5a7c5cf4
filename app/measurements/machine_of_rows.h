// The machine of measured rows where nobody names one: the one that their file describes, in NCCL's
// lines or by nvidia-smi topo -m, else the one that its words name ("2x p5.48xlarge"), else the
// built-in machines that have its GPUs, else these GPUs on a host of which nothing else is known.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/io/files.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

/// Machines that may be that of the rows, each as ⟨topology⟩ names it.
struct PossibleMachines {
  std::vector<std::string> topologies;  // at least one; built-in ones in their order
  std::string gpus;  // "8 x NVIDIA H100 80GB HBM3 on one host"; empty where the file itself is it
  std::string named = {};   // "DGX A100", by words of the file; empty where these name none
  std::string matrix = {};  // "nvidia-smi topo -m", where that text of the file shows it
  setup::AdapterRequest adapters = {};  // of that one
  bool is_generic = false;              // the list of devices is all that is known of it
  bool has_network = false;             // whose adapters words of the text name, and:
  std::string network = {};             // as ⟨network⟩ has it; empty: that of the machine
};

/// Fails where rows and words name no GPU, different ones, or one of which nothing is known: the
/// error asks for ⟨topology⟩. \param files of the rows, read from `source` \pre there are rows
core::Result<PossibleMachines> possible_machines(const std::vector<tuner::Measurement>& rows,
                                                 const std::vector<std::string>& files,
                                                 const hw::io::RealFiles& source);

/// Why the GPUs of the rows alone do not tell how fast their machine is; empty where they do: on
/// one node, or in one rack, with GPUs that are joined alike in all machines. "the log does not
/// show the network between its 2 nodes". \pre there are rows
std::string why_uncertain(const std::vector<tuner::Measurement>& rows, std::string_view topology);

/// The job on one of these machines, which stands for the place `at`, with its adapters.
setup::JobRequest job_on(const PossibleMachines& machines, std::size_t at, setup::JobRequest job);

/// The same where an answer needs one: fails where there are several, and names them, and where
/// their GPUs do not tell how fast it is.
core::Result<std::string> only_machine(const std::vector<tuner::Measurement>& rows,
                                       const std::vector<std::string>& files,
                                       const hw::io::RealFiles& source);

/// "deduced: 8 x NVIDIA H100 80GB HBM3 on one host: dgx-h100, aws-p5 or oci-h100; ...". \param
/// taken the one that is taken of them
std::string deduced_text(const PossibleMachines& machines, std::string_view taken);

/// Why rows of GPUs with this name say nothing of that machine, as an error without a place: their
/// NVLinks are others. Nothing where they may be of it.
std::optional<core::Error> why_other_gpus(std::string_view gpu, const core::Topology& node);

}  // namespace treering::app::measurements
