// How many GPUs a node of a logged job has, though the log may be a part of what the job printed.
#pragma once

#include "hw/formats/logged_run.h"
#include "hw/formats/nccl_log/ranks.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

/// The number of ranks that rings, trees and connections name, by the highest; 0 for none.
int named_ranks(const PlanLines& plan);

/// The ranks of one node, by those that meet inside it: launchers number ranks node by node. 0 for
/// none.
int named_local_ranks(const PlanLines& plan);

/// All ranks of the job, as its lines say; else those that rings, trees and connections name.
int ranks_of(const Ranks& ranks);

/// As many as are seen, or more by their numbers and by what other lines name; 0 where nothing
/// shows that a node has more than is seen.
/// \param tree of the node; null for none
int gpus_of_a_node(const Ranks& ranks, const Tree* tree);

/// Whether the log leaves that number open, as most lines of the job are left out.
bool is_size_open(const Ranks& ranks, const Tree* tree);

}  // namespace treering::hw::formats::nccl_log
