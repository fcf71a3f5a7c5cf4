// The cases of bench_parity: which there are, what the real NCCL answers, and whether treering says
// the same.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/parity/generate.h"
#include "bench/parity/machine.h"
#include "core/result.h"
#include "tests/support/oracle_case.h"
#include "tests/support/parity.h"

namespace treering::parity {

// Asks the real libnccl, on fake GPUs, and keeps its answers.

/// One run: a topology file and a question about it.
struct Case {
  std::string name;
  std::string xml;
  int nodes = 1;
  std::vector<int> devices;
  bool multicast = true;
  bool collnet = false;
  bool nvlink_domain = false;
  bool joins_nets = false;  // with a network plugin that joins ports where NCCL wants it
  bool connects = false;    // the library sets up its connections
  std::vector<std::string> environment;
};

Case case_of(std::string name, const Question& question);

class Oracle {
 public:
  /// \param program folder with oracle.py; copied to `work` and built there when it is not built
  /// \param work    where answers are kept, so that the same question is asked once
  static core::Result<Oracle> open(const std::filesystem::path& program,
                                   const std::filesystem::path& work);

  /// Fails, with the library's words, where it refuses the machine. Where the recording may be the
  /// cause, it first asks again in another way. Safe to call from several threads.
  core::Result<testing::OracleCase> ask(const Case& one) const;

 private:
  Oracle(std::filesystem::path program, std::filesystem::path work);

  /// The recording of this name; asks with the further arguments where there is none yet.
  nlohmann::json answer(const Case& one, const std::string& name,
                        const std::vector<std::string>& changes) const;

  std::filesystem::path program_;
  std::filesystem::path work_;
};

// The cases of bench_parity: known machines and random ones.

/// Every built-in with 1, 2, 4 and 16 nodes as far as `max_ranks` allows, and each with one GPU.
std::vector<Case> builtin_cases(int max_ranks);

/// Every XML in `folder` with 1, 2 and 4 nodes.
std::vector<Case> file_cases(const std::filesystem::path& folder, int max_ranks);

// treering's decisions for a case, compared with the real library's.

struct Verdict {
  std::string name;
  std::string refused;  // why the real library gave no answer
  std::string failed;   // why treering gave none
  testing::Comparison comparison;

  bool is_equal() const { return !refused.empty() || (failed.empty() && comparison.is_equal()); }
};

Verdict judge(const Oracle& oracle, const Case& one);

/// The smallest question found, by greedy descent, that still differs in one of the aspects in
/// which `question` does; after at most `limit` runs of the real library.
Question shrink(const Oracle& oracle, const Question& question, int limit);

}  // namespace treering::parity
