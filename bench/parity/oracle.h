// Asks the real libnccl, on fake GPUs, and keeps its answers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/parity/machine.h"
#include "core/result.h"
#include "tests/support/oracle_case.h"

namespace treering::parity {

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

}  // namespace treering::parity
