// Decisions of the real NCCL, as recorded by the oracle (../shared/oracle/README.md).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/data_type.h"
#include "sim/job/job.h"
#include "sim/nccl/types.h"

namespace treering::testing {

/// Nodes that differ from the first one.
struct OtherNodes {
  std::vector<int> nodes;
  std::string xml;
};

struct OracleCase {
  std::string name;  // "dgxh100_n4"
  sim::job::JobSpec job;
  sim::nccl::NodeFacts facts;
  sim::nccl::NodeGraphs graphs;
  bool has_graph_file =
      true;  // else `graphs` holds NCCL's printed lines: no devices, ring and tree
  std::vector<OtherNodes> others;
  core::DataType type = core::DataType::Float;
  std::shared_ptr<const nlohmann::json> json;  // all of it
};

/// One recording. Throws what nlohmann/json throws on anything else.
OracleCase oracle_case_of(std::string name, std::shared_ptr<const nlohmann::json> recorded);

/// Those of a folder, sorted by name.
std::vector<OracleCase> oracle_cases_in(const std::filesystem::path& folder);

/// Every case in the folder TREERING_ORACLE_OUT, by default ../shared/oracle/out and its folder
/// `real`, sorted by name. Empty where there is no such folder.
std::vector<OracleCase> load_oracle_cases();

/// What a test that found no case says.
inline constexpr const char* kNoOracle =
    "no recorded decisions: ../shared/oracle/out is absent and TREERING_ORACLE_OUT is not set";

}  // namespace treering::testing
