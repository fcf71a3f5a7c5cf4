// Which GPUs of the machines have a rank in the job, and which hosts none.
#pragma once

#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::app::setup {

/// Numbers that are counts of something are at least 1.
core::Result<void> check_counts(const JobRequest& request);

/// The GPUs of each node that have a rank; empty: all. \param unasked those of a request that names
/// none
core::Result<std::vector<int>> devices_of(const JobRequest& request, const core::Topology& node,
                                          const std::vector<int>& unasked);

/// One thread submits only to GPUs of its own host.
core::Result<int> gpus_per_process_of(const JobRequest& request, const core::Topology& node,
                                      const std::vector<int>& devices);

/// mpirun and NVIDIA call a tray of a rack a node. Where the job's GPUs would fit into one rack, it
/// may be meant so: a note says it.
void note_trays(const JobRequest& request, Setup& setup);

/// leave_out_idle_hosts() with a note.
core::Result<void> drop_idle_hosts(Setup& setup);

}  // namespace treering::app::setup
