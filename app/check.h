// Compares measured times with those that the cost model expects, and finds causes of slow ones.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/job.h"
#include "app/measurements/rows.h"
#include "app/normal.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/work/work.h"
#include "core/result.h"
#include "sim/nccl/types.h"
#include "tuner/check/better_choice.h"
#include "tuner/check/check.h"
#include "tuner/check/log_evidence.h"
#include "tuner/check/size_steps.h"

namespace treering::app {

struct CheckRequest {
  std::vector<std::string> files;  // of measurements; "-" is standard input
  measurements::Wanted wanted;
  /// The rows fill in nodes, GPUs of a node and NCCL where unset, and the machine where its name is
  /// empty and all built-in ones with their GPUs lead to the same verdict.
  setup::JobRequest job;
  setup::TimeModelRequest time_model;
  work::Work work;
};

/// A file of measurements that was read.
struct ReadFile {
  std::string file;
  std::string format;    // in words: "text of nccl-tests"
  std::size_t rows = 0;  // that it has
};

/// Published runs on as many of these GPUs and nodes beside the range of sizes that decides, where
/// most of them were reached. They are evidence against the model.
struct AsPublished {
  std::size_t beside = 0;
  std::size_t reached = 0;
  core::Bandwidth busbw;  // the greatest of them
  std::string network;    // theirs; empty where it is that of the job
  bool is_named = false;  // by the text of the rows
  /// Whether it may be that of the rows, for a network that nobody names is taken for InfiniBand.
  bool may_be_own = false;

  /// Whether the rows are cleared by them. Those of a network that nobody names leave it open.
  [[nodiscard]] bool clears() const { return network.empty() || is_named; }
};

/// A way for calls of a collective that is expected to be faster than the one that NCCL chose, and
/// the setting that makes NCCL take it.
struct BadChoice {
  tuner::check::BetterChoice better;
  /// "NCCL_PROTO=allreduce:simple", for all sizes; empty where no such value gains that without a
  /// loss at another size.
  std::string setting;
  bool is_for_all_collectives = false;  // NCCL has one list for all of them
  bool loads_plugin = true;             // that reads choices by size from a file
  double gain = 1;                      // of the setting, at the size of `better`
  core::Bytes least_at;                 // where the setting gains least:
  double least = 1;                     // times as fast; less than 1: a loss
};

struct CheckReport {
  setup::Setup job;
  sim::nccl::Shape shape;
  std::string profile;  // its name
  std::string network;  // of the expectation; empty on one node
  tuner::check::Check check;
  std::vector<PublishedBeside> published;   // of the collectives of the rows
  std::vector<MeasuredLoss> losses;         // by collective
  std::optional<AsPublished> as_published;  // of a slow run
  /// "algorithm Ring": where the text does not say which NCCL it was, the choice with which the
  /// rows would be as expected. Empty: the choice explains nothing, or is known.
  std::string unlogged_choice;
  std::vector<tuner::check::SizeStep> steps;
  tuner::check::LogEvidence evidence;
  /// The values that guessed facts of the machine may have, where the verdict is the same with
  /// each.
  std::vector<std::string> same_with;
  /// The verdict on the rows over sockets of the same adapters, where the text says that NCCL used
  /// these, the expectation is of another network, and rows are slow by that; else empty, and where
  /// the run as a whole is not slow and sockets explain nothing.
  std::string over_sockets;
  /// Slow below the large sizes alone, where nobody names the network and another than the assumed
  /// one may have such latencies.
  bool is_network_open = false;
  bool is_wire_assumed = false;  // NCCL's default for a socket whose rate no text has
  std::size_t wrong_rows = 0;    // whose results came out wrong
  /// By collective: forced to what NCCL's own choice is expected to beat. None of an odd run, and
  /// where the machine is partly a guess.
  std::vector<tuner::check::ForcedChoice> forced;
  /// By collective, the one that gains most first: of runs that are as fast as expected, where
  /// nobody limits NCCL's choice and the machine is no guess.
  std::vector<BadChoice> bad_choices;
  bool is_odd = false;  // slower than the machine should be, or from another machine,
                        // or of processes that ran alone
  std::vector<tuner::RunFault> faults;  // of whole runs
  std::vector<std::string> notes;       // on the job, and on rows left out or in doubt
  std::vector<ReadFile> files = {};
  /// Settings that keep NCCL from links, and what they cost: by collective.
  std::vector<tuner::check::ForcedChoice> slowed;
  /// How this run differs from the others of its text: "NCCL_P2P_DISABLE=1", "NCCL 2.8.3", "run 2
  /// (from line 14)"; empty where they ran alike.
  std::string run;
  std::vector<CheckReport> other_runs = {};  // in the order of the text
};

/// Fails where no row belongs to the job.
core::Result<CheckReport> answer(const CheckRequest& request);

/// The runs of a question: all of them, and the rows that are wanted.
struct WantedRuns {
  tuner::runs::Runs runs;
  tuner::MeasurementSet set;
};

/// Fails where no row is wanted.
core::Result<WantedRuns> wanted_runs(const CheckRequest& request, const hw::io::Files& files);

/// The same on a job that the cost model prices. \pre it is the job of the rows
core::Result<CheckReport> answer(const JobPtr& open_job, const WantedRuns& runs,
                                 const CheckRequest& request,
                                 const hw::io::RealFiles& files = hw::io::RealFiles());

/// The requested job on the nodes and GPUs on which all rows agree, whatever the request says of
/// these; without where they differ or the files do not say it.
core::Result<setup::JobRequest> logged_job(const CheckRequest& request);

/// "4 nodes, 8 GPUs per node, NVIDIA H100": the machine that the log of a row names; empty where it
/// names none.
std::string logged_machine(const tuner::Measurement& row);

}  // namespace treering::app
