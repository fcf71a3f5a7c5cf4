// The machines of a question, and the job on them with its NCCL variables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/complete/variants.h"
#include "hw/formats/format.h"
#include "hw/io/files.h"
#include "sim/job/job.h"
#include "sim/job/variables.h"

namespace treering::app::setup {

// NCCL's variables in a job.

using Variables = std::vector<sim::job::Assignment>;

struct VariablesRequest {
  std::vector<std::string> env;              // "NAME=VALUE"
  bool env_from_process = false;             // also NCCL's variables of this process
  std::vector<std::string_view> left_out{};  // names, of what is weighed elsewhere
};

/// The process's first, so that given ones override them.
core::Result<Variables> given_variables(const VariablesRequest& request);

/// Whether a job may have them: fails as set_up() does, without a machine. \param nccl as in
/// JobRequest; of one that nobody knows nothing is said here
core::Result<void> check_variables(const VariablesRequest& request,
                                   const std::optional<std::string>& nccl);

/// "NCCL_ALGO=Ring NCCL_PROTO=LL".
std::string variables_text(const Variables& variables);

/// Why NCCL fails calls for which settings leave no algorithm and protocol: "NCCL_ALGO=NVLS and
/// NCCL_PROTO=LL leave nothing to choose from".
std::string nothing_left_text(const Variables& variables);

// The machines of a question, and the job on them.

struct AdapterRequest {
  std::optional<std::string> nics;      // names as in NCCL_IB_HCA, or a number
  std::optional<std::string> nic_rate;  // Gbit/s of a port
};

/// Removes from all nodes the adapters but those that the request names, or else the source (a
/// cluster file), and sets the requested rate. Returns, for people: "mlx5_0, mlx5_4 (2 of 8 NIC
/// ports), 200 Gbit/s a port"; empty where nobody asks for anything.
core::Result<std::string> take_adapters(AdapterRequest request,
                                        const hw::formats::LoadedCluster& source,
                                        core::Cluster& cluster);

/// As in cluster files (docs/topologies.md). Unset: as the source says.
struct LeafSwitchRequest {
  std::optional<std::string> oversubscription;  // bandwidth down : up, from 1 on
  std::optional<int> nodes_per_leaf;
  std::optional<std::string> node_order = {};  // hw/fabric/node_order.h
  bool operator==(const LeafSwitchRequest&) const = default;
};

/// The NCCL version of a job that names none.
enum class UnnamedNccl {
  Default,
  OfSource  // that of the source, where it names a known one
};

struct JobRequest {
  std::string topology;              // a built-in name, a file, or "live"
  bool nodes_may_differ = false;     // else a cluster whose nodes differ is refused
  std::optional<int> nodes;          // else those of a cluster file
  std::optional<int> gpus_per_node;  // the first so many; else all
  std::optional<std::vector<int>> devices;
  AdapterRequest adapters;
  LeafSwitchRequest leaf_switches;
  std::optional<int> gpus_per_process;
  std::optional<std::string> nccl;  // a version or the beginning of one
  UnnamedNccl unnamed_nccl = UnnamedNccl::Default;
  VariablesRequest variables;
};

using hw::complete::OpenFact;

struct Setup {
  std::string source;                 // JobRequest::topology as given
  core::Cluster cluster;              // node_count is the job's
  sim::job::JobSpec job;              // nccl_version is one that we know, in full
  Variables variables;                // NCCL's, which job.settings follow
  std::string nics;                   // the requested adapters; empty without a request
  std::vector<std::string> notes;     // about the file, the version, the adapters and the variables
  core::HostState host;               // what the source reports beside the cluster
  std::vector<OpenFact> doubts = {};  // on which the answer depends, as far as that was looked at
  std::string format{};               // of the source: a name of hw/formats, "built-in", "live"
};

class NamedMachine;

/// Loads the topology and checks the job against it. The node has the adapters that NCCL uses.
core::Result<Setup> set_up(const JobRequest& request,
                           const hw::io::RealFiles& files = hw::io::RealFiles());

/// The same. \param machine that of the request's topology (load_machine.h)
core::Result<Setup> set_up(const JobRequest& request, const NamedMachine& machine);

/// The adapters that the node of a job keeps.
enum class Adapters {
  Used,  // by NCCL
  All    // the settings hold those that NCCL_IB_HCA leaves
};

/// Does so for a loaded source.
core::Result<Setup> set_up(hw::formats::LoadedCluster loaded, const JobRequest& request,
                           Adapters kept);

/// Fails where nodes differ. `source` names the cluster.
core::Result<void> expect_even(const core::Cluster& cluster, const std::string& source);

/// Removes hosts without ranks from the node, because NCCL does not know of them. Returns their
/// number.
core::Result<int> leave_out_idle_hosts(core::Cluster& cluster, sim::job::JobSpec& job);

/// NCCL's settings, for the end of a line: ", with NCCL_ALGO=Ring"; empty where nothing is set.
std::string settings_suffix(const Setup& setup);

/// "runs.log:3: text", one per diagnostic.
std::vector<std::string> all_texts_of(const std::vector<core::Diagnostic>& diagnostics);

/// The same texts; beyond a screenful only their number.
std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics);

}  // namespace treering::app::setup
