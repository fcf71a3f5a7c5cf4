// Runs the oracle: the real libnccl on GPUs that do not exist (../shared/oracle/README.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace treering::testing {

struct OracleQuestion {
  std::filesystem::path topology;  // NCCL XML
  int nodes = 1;
  std::string sizes;                     // bytes, with commas between
  std::string collectives;               // NCCL's names, with commas between
  std::vector<std::string> environment;  // "NCCL_ALGO=Ring"
  std::filesystem::path keep_logs;       // where each rank's log goes; empty: nowhere
};

class OracleProgram {
 public:
  /// Copies the oracle from the folder TREERING_ORACLE, by default ../shared/oracle, to `work` and
  /// builds it there, where that is not done yet. Fails with the reason where it cannot run.
  static core::Result<OracleProgram> open(const std::filesystem::path& work);

  /// The oracle's JSON. Safe to call from several threads.
  core::Result<nlohmann::json> ask(const OracleQuestion& question) const;

  /// Topology files that came with it, and what it said of one of them; empty when not recorded.
  std::filesystem::path topologies() const { return source_ / "topos"; }
  nlohmann::json recorded(const std::string& name, int nodes) const;

 private:
  OracleProgram(std::filesystem::path source, std::filesystem::path work);

  std::filesystem::path source_;
  std::filesystem::path work_;
};

}  // namespace treering::testing
