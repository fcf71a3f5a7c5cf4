// Loads the machine that a user names. A log that does not show its machine has channels, which
// show which of the built-in machines it may be.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/formats/format.h"
#include "hw/formats/logged_run.h"
#include "hw/io/files.h"
#include "hw/load_cluster.h"
#include "sim/job/job.h"

namespace treering::app::setup {

// NCCL's channels follow from the machine, the job and the version. Of the built-in machines that
// may be the log's, those remain on which NCCL's plan has the channels of the log.

/// What hw::load_cluster_or_run() gives; a log's run becomes its machine where one is found.
core::Result<hw::ClusterOrRun> load_machine_or_run(
    const std::string& name_or_path, const hw::io::RealFiles& files = hw::io::RealFiles());

/// The same; fails where the machine of a log is unknown.
core::Result<hw::formats::LoadedCluster> load_machine(
    const std::string& name_or_path, const hw::io::RealFiles& files = hw::io::RealFiles());

/// The machine that a user names, read once for all that ask for it: a log may be long. Not for
/// several threads at once.
class NamedMachine {
 public:
  /// \param files from which it is read, which outlive this
  NamedMachine(std::string name_or_path, const hw::io::RealFiles& files)
      : name_(std::move(name_or_path)), files_(files) {}

  const hw::io::RealFiles& files() const { return files_; }

  /// As its source alone shows it; null where that shows none, or cannot be read.
  const hw::formats::LoadedCluster* shown() const;

  /// As load_machine() gives it.
  core::Result<hw::formats::LoadedCluster> loaded() const;

 private:
  const core::Result<hw::ClusterOrRun>& read() const;

  std::string name_;
  const hw::io::RealFiles& files_;
  mutable std::optional<core::Result<hw::ClusterOrRun>> read_;
};

/// A built-in machine on which NCCL makes the log's channels.
struct MachineOfRun {
  std::string name;  // of the built-in
  core::Cluster cluster;
  sim::job::JobSpec job;
};

struct MachinesOfRun {
  std::vector<MachineOfRun> alike;  // NCCL's plan is the same on them: the first stands for all
  std::vector<std::string> unlike;  // names, where several differ and the log does not say which
};

/// Neither where no machine fits, or where the log shows too little.
MachinesOfRun machines_of(const hw::formats::LoggedRun& run, const core::HostState& host);

}  // namespace treering::app::setup
