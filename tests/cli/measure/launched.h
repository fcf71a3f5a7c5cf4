// `treering measure` as launchers start it: every rank is a treering, and rank 0 conducts.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/result.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/record.h"

namespace treering::cli {

using Words = std::vector<std::string>;

Words joined(Words first, const Words& second);

/// The path of a program of ours: "treering".
std::string program(const std::string& name);
bool has_program(const std::string& name);

struct Ended {
  std::string how;  // "exit code 0"
  std::string output;
};

/// A folder that all ranks see, in which they start.
class Launched : public ::testing::Test {
 protected:
  [[nodiscard]] Ended run(const Words& words, const Words& environment = {}) const;

  /// Two samples of one call.
  [[nodiscard]] Words measure(const std::string& runner, const Words& more = {}) const;

  [[nodiscard]] const std::string& folder() const { return folder_.path(); }
  /// What is in the file of results; nothing else is left in the folder.
  [[nodiscard]] std::vector<tuner::measure::Record> records() const;
  /// Well, or without a result where no call was in time.
  void expect_ended(const Ended& ended) const;
  void expect_results(const std::string& runner, int ranks, int nodes = 1) const;

 private:
  [[nodiscard]] std::string file() const { return folder() + "/runs.jsonl"; }

  support::TemporaryFolder folder_;
  // Open MPI 4 keeps the sessions of a user in one folder, which an mpirun that ends removes while
  // another makes its own in it.
  support::TemporaryFolder sessions_;
};

/// The environment of mpirun. In a container there is often nobody but root, whom it refuses; and
/// Open MPI does not free all that it has, which a sanitizer counts.
Words of_open_mpi();

/// The real libnccl on GPUs that do not exist, for processes that a launcher starts.
class FakeGpus {
 public:
  FakeGpus();
  FakeGpus(const FakeGpus&) = delete;
  FakeGpus& operator=(const FakeGpus&) = delete;
  /// Removes what the processes share.
  ~FakeGpus();

  /// "NAME=VALUE" of each variable. Fails where there can be none, with the reason.
  [[nodiscard]] core::Result<Words> environment() const;

 private:
  std::string job_;  // under which the processes meet
};

}  // namespace treering::cli
