// The start of an algorithm's file: the words of NCCL's rules, and the faces that the file fills.
#pragma once

#include "sim/algorithms/cost_terms.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/rules/chunk.h"
#include "sim/nccl/rules/launch.h"
#include "sim/nccl/rules/terms.h"

namespace treering::sim::algorithms {

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
