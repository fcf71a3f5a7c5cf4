// The collective of a table of nccl-tests that no line names, as before 2.17: its columns and
// figures leave few, mostly one.
//
// - reduction and root: "sum" and a root is reduce; "sum" and -1 all_reduce, reduce_scatter or
//   sendrecv; "none" and a root broadcast, gather or scatter; "none" and -1 all_gather or alltoall;
// - size over count: all_gather, reduce_scatter, alltoall, gather and scatter count the share of a
//   rank, and their size is that of all ranks;
// - busbw over algbw: 2 (n - 1) / n of all_reduce, (n - 1) / n of those with shares, else 1; up to
//   June 2020 1 of all_gather and reduce_scatter as well;
// - errors: alltoall and sendrecv do not work in place, which is N/A or wrong.
//
// Source: NVIDIA/nccl-tests, src/*.cu: b188a15 (2017), cbe7f65 (2.4), ec1b5e2 (the change of
// all_gather's algbw), 9dae3d3 (sendrecv, scatter), a0a1491 (N/A in place), 2.19.6.
#pragma once

#include <string_view>
#include <vector>

#include "core/call.h"
#include "tuner/runs/row_collector.h"

namespace treering::tuner::runs {

/// Those of which the rows may be, in the order of the enum; none where rows contradict all.
/// \param ranks of the run; 0: unknown
std::vector<core::Collective> possible_collectives(const std::vector<ParsedRow>& rows, int ranks);

/// The ranks by which the sizes are larger than their counts; 0 where they are as large, or differ.
int ranks_by_counts(const std::vector<ParsedRow>& rows);

/// The collectives that words name: "all_reduce_perf", "AllGather", "all-to-all", "send/recv".
/// Words with another meaning, as reduce and gather, only as programs.
std::vector<core::Collective> collectives_named_in(std::string_view text);

}  // namespace treering::tuner::runs
