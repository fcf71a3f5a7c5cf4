// What a dump of an environment says of a machine, beside its GPUs and their matrix: CPU, driver,
// NCCL, kernel, hypervisor, NCCL's variables.
//
// Such dumps are `python -m torch.utils.collect_env`, vLLM's collect_env.py and
// `python -m sglang.check_env`: lines of "key: value", lscpu's among them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"

namespace treering::hw::formats::env_dump {

struct Facts {
  bool is_dump = false;
  std::size_t line = 0;             // the first that shows it
  core::HostState host;             // versions, variables
  std::optional<core::Device> cpu;  // arch, vendor, family, model; without NUMA node and affinity
  int sockets = 0;                  // of the machine, as lscpu counts them; 0 when unknown
  int numa_nodes = 0;               // likewise
  std::string gpus_of_amd;        // the model that it names, "AMD Instinct MI300X"; empty for none
  std::map<int, int> capability;  // of GPUs by number: 90
};

/// `text` has neither colours nor quotation marks (core::unwrapped). `path` names it in origins.
Facts read_facts(std::string_view text, const std::string& path);

/// The release of NCCL, "2.27.7", that a text of any kind names: as NCCL and nccl-tests print it of
/// what ran ("NCCL version 2.27.7+cuda12.9", "nccl-library=22707"), else by its package
/// (nvidia-nccl-cu12), else by NVIDIA's containers (NCCL_VERSION=2.27.7-1). Nothing where it names
/// none, or is longer than people paste.
std::optional<core::Figure<std::string>> nccl_named_in(std::string_view text,
                                                       const std::string& path);

/// The lines where dumps begin: with the version of PyTorch, which each names once, or with what
/// stands in its place. Several are of several hosts, or of one host again.
std::vector<std::size_t> starts_of_dumps(std::string_view text);

/// Whether at least two of its lines are those of such a dump.
bool is_env_dump(std::string_view text);

}  // namespace treering::hw::formats::env_dump
