// The schedules of NCCL's algorithms, made of the plan's rings, trees and heads. A file for each
// kind: plan_rings.cpp, plan_trees.cpp, plan_heads.cpp.
#pragma once

#include "sim/algorithms/schedule_face.h"
#include "sim/algorithms/schedule_query.h"

namespace treering::sim::algorithms {

ScheduleFace ring_schedule_face();
ScheduleFace pat_schedule_face();
ScheduleFace tree_schedule_face();
ScheduleFace collnet_chain_schedule_face();
ScheduleFace collnet_direct_schedule_face();
ScheduleFace nvls_schedule_face();
ScheduleFace nvls_tree_schedule_face();

/// Messages that a connection's buffer holds where each takes so many of its steps.
int slots_of(const ScheduleQuery& query, int steps_of_message);

}  // namespace treering::sim::algorithms
