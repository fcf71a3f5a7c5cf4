#include "app/setup/setup.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/setup/adapters.h"
#include "app/setup/fields.h"
#include "app/setup/leaf_switches.h"
#include "app/setup/load_machine.h"
#include "app/setup/peer_access.h"
#include "app/setup/ranks.h"
#include "core/result.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/topology/part.h"
#include "core/topology/topology.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

/// "2.10.3" of "2.10.3+cuda11.3"; empty, which means the default, where the source reports none
/// that is known.
std::string nccl_reported_by(const core::HostState& host) {
  if (!host.nccl_version) return "";
  const std::string& reported = host.nccl_version->value;
  std::string release = reported.substr(0, reported.find('+'));
  return sim::nccl::versions::find_version(release) == nullptr ? "" : release;
}

core::Result<std::string> nccl_of(const JobRequest& request, const core::HostState& host,
                                  std::string& remark) {
  const std::string unnamed =
      request.unnamed_nccl == UnnamedNccl::OfSource ? nccl_reported_by(host) : "";
  const std::string_view text = request.nccl ? std::string_view(*request.nccl) : unnamed;
  const sim::nccl::versions::Version* version = sim::nccl::versions::find_version(text);
  if (version == nullptr || request.nccl == "") {
    return core::usage_error(core::field("nccl"),
                             fmt::format("'{}' is no version of NCCL 2", core::printable(text)),
                             "expected one such as 2.28.9 or 2.21");
  }
  remark = sim::nccl::versions::nearest_version_remark(*version, text);
  return std::string(version->name);
}

/// In what the answer is not NCCL's of the version that was asked for; empty for the default
/// version. \param remark where another version was asked for than is known
std::string version_note(std::string_view version, const std::string& remark) {
  const std::string_view own = sim::nccl::versions::default_version().name;
  if (version == own) return remark;
  return fmt::format(
      "{}; how it searches and what it connects is as in {}, so its channels may differ",
      remark.empty() ? fmt::format("the tables and the limits of the search of NCCL {}", version)
                     : remark,
      own);
}

/// What says that NCCL does not run on GPUs of this age, or not by every build; empty for others.
/// NCCL 2.28 makefiles/common.mk: code for 5.0 and newer, for 3.5 with CUDA before 12.
std::string too_old_for_nccl(const core::Topology& node) {
  constexpr int kOldest = 35;
  constexpr int kOldestSinceCuda12 = 50;
  int oldest = kOldestSinceCuda12;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
    const bool is_known = capability > 0 && !core::is_assumed(gpu, "compute_capability");
    if (is_known) oldest = std::min(oldest, capability);
  }
  if (oldest >= kOldestSinceCuda12) return "";
  return fmt::format(
      "NCCL is built for GPUs of compute capability 5.0 and newer, with CUDA 11 and older for 3.5, "
      "and these have {}.{}: {}, and the answer is as if it did",
      oldest / 10, oldest % 10,
      oldest < kOldest ? "NCCL does not run on them" : "no build for CUDA 12 runs on them");
}

/// Where a machine has what this version of NCCL does not know.
std::vector<std::string> unknown_to_version(std::string_view name, const core::Topology& node) {
  const auto& version = sim::nccl::versions::version(std::string(name));
  std::vector<std::string> notes;
  if (std::string old = too_old_for_nccl(node); !old.empty()) notes.push_back(std::move(old));
  int newest = 0;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    newest = std::max(newest, std::get<core::Gpu>(node.device(id).info).compute_capability);
  }
  if (newest / 10 > version.newest_gpus) {
    notes.push_back(fmt::format(
        "NCCL {} was built for GPUs of compute capability {}.x and older, and these have {}.{}: "
        "the answer is as if it knew them",
        name, version.newest_gpus, newest / 10, newest % 10));
  }
  if (core::host_count(node) > 1 && !version.joins_hosts_by_nvlink) {
    notes.push_back(
        fmt::format("NCCL {} does not join hosts by NVLink: the answer is as if it did", name));
  }
  return notes;
}

/// The version of NCCL, and notes on what the answer is not of it.
core::Result<std::string> version_of(const JobRequest& request,
                                     const hw::formats::LoadedCluster& loaded,
                                     std::vector<std::string>& notes) {
  std::string remark;
  auto version = nccl_of(request, loaded.host, remark);
  if (!version) return version;
  if (auto note = version_note(*version, remark); !note.empty()) notes.push_back(std::move(note));
  std::ranges::move(unknown_to_version(*version, loaded.cluster.node), std::back_inserter(notes));
  return version;
}

core::Result<void> follow_variables(const VariablesRequest& request, Setup& setup) {
  const auto& version = sim::nccl::versions::version(setup.job.nccl_version);
  const auto given = given_variables(request);
  if (!given) return core::fail(given.error());
  auto environment = sim::job::read_environment(*given, version);
  if (!environment) return core::fail(environment.error());
  setup.job.settings = environment->settings;
  setup.variables = std::move(environment->followed);
  std::ranges::move(environment->notes, std::back_inserter(setup.notes));
  std::string rules = sim::job::rules_note(setup.variables, version);
  if (!rules.empty()) setup.notes.push_back(std::move(rules));
  if (setup.job.settings.collnet != sim::job::Switch::On) return {};
  // A topology does not say whether the network's switches reduce and a plugin asks them to.
  setup.job.collnet = sim::job::Feature::On;
  setup.notes.emplace_back(
      "NCCL_COLLNET_ENABLE=1: assuming that the network reduces (SHARP) and that NCCL has a plugin "
      "for it");
  return {};
}

/// What it is read from, and what its reader notes.
Setup of_source(const JobRequest& request, const hw::formats::LoadedCluster& loaded) {
  Setup setup;
  setup.source = hw::io::shown_path(request.topology);
  setup.format = loaded.format;
  setup.notes = texts_of(loaded.notes);
  return setup;
}

}  // namespace

core::Result<Setup> set_up(const JobRequest& request, const hw::io::RealFiles& files) {
  return set_up(request, NamedMachine(request.topology, files));
}

core::Result<Setup> set_up(const JobRequest& request, const NamedMachine& machine) {
  auto loaded = machine.loaded();
  if (!loaded) return core::fail(loaded.error());
  return set_up(*std::move(loaded), request, Adapters::Used);
}

namespace {

/// The nodes, their GPUs and adapters, and the version of NCCL.
core::Result<Setup> on_machine(hw::formats::LoadedCluster loaded, const JobRequest& request) {
  if (const auto counts = check_counts(request); !counts) return core::fail(counts.error());
  core::Cluster& cluster = loaded.cluster;
  const int nodes = request.nodes.value_or(cluster.node_count);
  cluster = core::of_size(std::move(cluster), nodes);
  if (!request.nodes_may_differ) {
    if (auto even = expect_even(cluster, hw::io::shown_path(request.topology)); !even) {
      return core::fail(even.error());
    }
  }
  auto devices = devices_of(request, cluster.node, loaded.devices);
  if (!devices) return core::fail(devices.error());
  auto nics = take_adapters(request.adapters, loaded, cluster);
  if (!nics) return core::fail(nics.error());
  const auto per_process = gpus_per_process_of(request, cluster.node, *devices);
  if (!per_process) return core::fail(per_process.error());
  Setup setup = of_source(request, loaded);
  const auto version = version_of(request, loaded, setup.notes);
  if (!version) return core::fail(version.error());
  if (!nics->empty()) setup.notes.push_back("NICs by hand: " + *nics);
  setup.nics = *std::move(nics);
  setup.job = {.nodes = cluster.node_count,
               .devices = *std::move(devices),
               .nccl_version = *version,
               .gpus_per_process = *per_process};
  setup.cluster = std::move(cluster);
  setup.host = std::move(loaded.host);
  return setup;
}

/// With all adapters.
core::Result<Setup> set_up_all(hw::formats::LoadedCluster loaded, const JobRequest& request) {
  auto setup = on_machine(std::move(loaded), request);
  if (!setup) return setup;
  if (const auto done = take_leaf_switches(request.leaf_switches, *setup); !done) {
    return core::fail(done.error());
  }
  std::ranges::move(field_notes(setup->cluster), std::back_inserter(setup->notes));
  if (const auto done = check_leaf_switches(request.leaf_switches, *setup); !done) {
    return core::fail(done.error());
  }
  if (const auto done = follow_variables(request.variables, *setup); !done) {
    return core::fail(done.error());
  }
  follow_peer_access(*setup);
  note_trays(request, *setup);
  if (const auto done = drop_idle_hosts(*setup); !done) return core::fail(done.error());
  return setup;
}

}  // namespace

core::Result<Setup> set_up(hw::formats::LoadedCluster loaded, const JobRequest& request,
                           Adapters kept) {
  auto setup = set_up_all(std::move(loaded), request);
  if (!setup || kept == Adapters::All) return setup;
  if (const auto done = follow_adapter_list(*setup); !done) return core::fail(done.error());
  return setup;
}

std::string settings_suffix(const Setup& setup) {
  return setup.variables.empty() ? "" : fmt::format(", with {}", variables_text(setup.variables));
}

std::vector<std::string> all_texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& one : diagnostics) {
    texts.push_back(core::printable(fmt::format("{}: {}", one.where, one.text)));
  }
  return texts;
}

std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  constexpr std::size_t kShown = 8;
  return core::shortened(all_texts_of(diagnostics), kShown, " of this file");
}

}  // namespace treering::app::setup
