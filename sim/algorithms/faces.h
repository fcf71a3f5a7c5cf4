// The start of the file of an algorithm that NCCL has: the words of NCCL's rules, and the terms and
// schedules of all such algorithms.
#pragma once

#include "sim/algorithms/registry.h"
#include "sim/cost/terms/work.h"
#include "sim/nccl/rules/launch.h"
#include "sim/nccl/rules/terms.h"

namespace treering::sim::algorithms {

// The work of each algorithm for a call, in terms of the cost model (docs/model.md derives them).

cost::terms::Terms ring_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms tree_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms nvls_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms nvls_tree_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms collnet_chain_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms collnet_direct_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms pat_terms(const cost::terms::CallFacts& facts);

// The schedules of NCCL's algorithms, made of the plan's rings, trees and heads. A file for each
// kind: plan_rings.cpp, plan_trees.cpp, plan_heads.cpp.

ScheduleFace ring_schedule_face();
ScheduleFace pat_schedule_face();
ScheduleFace tree_schedule_face();
ScheduleFace collnet_chain_schedule_face();
ScheduleFace collnet_direct_schedule_face();
ScheduleFace nvls_schedule_face();
ScheduleFace nvls_tree_schedule_face();

/// Messages that a connection's buffer holds where each takes so many of its steps.
int slots_of(const ScheduleQuery& query, int steps_of_message);

// The start of an algorithm's file: the words of NCCL's rules, and the faces that the file fills.

using nccl::Algorithm;
using nccl::ChannelGraph;
using nccl::Protocol;
using nccl::communicator::CommunicatorView;
using nccl::rules::AlgorithmRules;
using nccl::rules::BandwidthFold;
using nccl::rules::Cause;
using nccl::rules::ChunkQuery;
using nccl::rules::CostFactors;
using nccl::rules::CostQuery;
using nccl::rules::Estimate;
using nccl::rules::Latency;
using nccl::rules::Launch;
using nccl::rules::LaunchQuery;
using nccl::rules::TermKind;
using nccl::rules::Traffic;
using nccl::rules::TuningQuery;
using nccl::versions::TuningConstants;
using nccl::versions::Wire;

/// The faces of an algorithm that NCCL has. \param rules lives as long as the program
inline Faces faces_in_nccl(const AlgorithmRules& rules, TermsOfCall terms, ScheduleFace schedule) {
  return {nccl::name_of(rules.algorithm), &rules, terms, schedule};
}

}  // namespace treering::sim::algorithms
