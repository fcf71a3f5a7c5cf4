#include "app/setup/load_machine.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/logged_plan.h"
#include "core/topology/edited_topology.h"
#include "core/topology/names.h"
#include "core/topology/part.h"
#include "hw/builtin.h"
#include "hw/catalogue/gpu_names.h"
#include "sim/cost/machine.h"
#include "sim/job/variables.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

using core::Topology;
using hw::formats::LoadedCluster;
using hw::formats::LoadedRun;
using hw::formats::LoggedRun;

// The built-in machines that may be the log's, by all but its channels.

struct Builtin {
  std::string_view name;
  Topology node;
};

/// All have GPUs, and of one model each.
std::vector<Builtin> builtins() {
  std::vector<Builtin> all;
  for (const std::string_view name : hw::builtin_names()) {
    if (auto node = hw::load_builtin(name)) all.push_back({name, *std::move(node)});
  }
  return all;
}

int compute_capability_of(const Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  return std::get<core::Gpu>(node.device(gpus.front()).info).compute_capability;
}

bool is_of_model(const Topology& node, const std::string& model) {
  const auto capability = hw::catalogue::gpu_named(model).compute_capability;
  return !capability || compute_capability_of(node) == *capability;
}

/// A node of several hosts is a rack that NVLink joins, where a job is one node to NCCL.
bool has_hosts_of(const Topology& node, const LoggedRun& run) {
  const int hosts = core::host_count(node);
  if (hosts == 1) return !run.joins_hosts_by_nvlink;
  const int gpus_of_host = node.gpu_count() / hosts;
  return run.job.nodes == 1 && (run.joins_hosts_by_nvlink || run.job.gpus_per_node <= gpus_of_host);
}

/// By NCCL's name of the network. Sockets over an adapter are not what the built-in machines have.
bool is_network(std::string_view logged, std::string_view network) {
  if (logged.empty()) return true;
  if (logged.starts_with("IB")) return network == "infiniband" || network == "roce";
  if (logged == "AWS Libfabric") return network.starts_with("efa") || network == "slingshot";
  return logged.starts_with("gIB") && network == "roce";
}

std::optional<std::int64_t> slowest_port(const Topology& node) {
  std::optional<std::int64_t> slowest;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const std::int64_t mbps = std::get<core::NicPort>(node.device(id).info).speed_mbps;
    slowest = std::min(slowest.value_or(mbps), mbps);
  }
  return slowest;
}

bool has_ports_of(const Topology& node, const LoggedRun& run) {
  const auto ports = static_cast<int>(node.of_kind(core::DeviceKind::NicPort).size());
  if (!is_network(run.network, sim::cost::network_of({node, run.job.nodes, {}}))) return false;
  return (run.ports == 0 || run.ports == ports) &&
         (!run.port_mbps || run.port_mbps == slowest_port(node));
}

/// Multicast over NVSwitches (NVLS) is of Hopper and later, as NVIDIA introduced it.
bool is_new_enough(const Topology& node, const LoggedRun& run) {
  constexpr int kHopper = 90;
  return !run.has_multicast.value_or(false) || compute_capability_of(node) >= kHopper;
}

/// "2.18.5" of "2.18.5+cuda12.2"; null where it is unknown.
const sim::nccl::versions::Version* reported_version(const core::HostState& host) {
  if (!host.nccl_version) return nullptr;
  const std::string& reported = host.nccl_version->value;
  return sim::nccl::versions::find_version(reported.substr(0, reported.find('+')));
}

/// A release of NCCL is built for the GPUs that were there.
bool is_old_enough(const Topology& node, const core::HostState& host) {
  const auto* const version = reported_version(host);
  return version == nullptr || compute_capability_of(node) / 10 <= version->newest_gpus;
}

/// What needs no plan, which may take a tenth of a second.
bool may_be(const Topology& node, const LoggedRun& run, const core::HostState& host) {
  if (run.job.gpus_per_node > node.gpu_count()) return false;
  return is_of_model(node, run.gpu_model) && is_new_enough(node, run) &&
         is_old_enough(node, host) && may_read(run, compute_capability_of(node)) &&
         has_hosts_of(node, run) && (run.job.nodes == 1 || has_ports_of(node, run));
}

/// As the log shows it: NCCL may have found no way for GPUDirect RDMA.
Topology as_logged(const Topology& node, const LoggedRun& run) {
  const bool has_no_direct = run.uses_gpu_direct == false;
  return core::with_devices(node, [&](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port == nullptr) return;
    if (!run.port_mbps) device.assumed.emplace_back("speed_mbps");
    port->gpu_direct_rdma = port->gpu_direct_rdma && !has_no_direct;
  });
}

// The job of a log on such a machine.

/// Those of the log, if the machine has them; else the first so many, none for all.
std::vector<int> devices_on(const Topology& node, const LoggedRun& run) {
  std::vector<int> all = core::sorted_gpu_numbers(node);
  const std::vector<int>& logged = run.job.devices;
  const bool has_logged = std::ranges::all_of(
      logged, [&all](int device) { return std::ranges::find(all, device) != all.end(); });
  if (!logged.empty() && has_logged && logged != all) return logged;
  const auto count = static_cast<std::size_t>(run.job.gpus_per_node);
  if (count == all.size()) return {};
  all.resize(count);
  return all;
}

/// The default where it is unknown.
const sim::nccl::versions::Version& version_of_run(const core::HostState& host) {
  const auto* const version = reported_version(host);
  return version == nullptr ? sim::nccl::versions::default_version() : *version;
}

/// Those that the run had, but for names of its adapters, which the built-in machine calls
/// otherwise.
sim::job::Settings settings_of(const core::HostState& host,
                               const sim::nccl::versions::Version& version) {
  std::vector<sim::job::Assignment> given;
  for (const core::NcclVariable& one : host.variables) {
    if (one.name == "NCCL_IB_HCA") continue;
    const sim::job::Assignment assignment{one.name, one.value, sim::job::Origin::Process};
    if (sim::job::read_environment(std::array{assignment}, version)) given.push_back(assignment);
  }
  const auto environment = sim::job::read_environment(given, version);
  return environment ? environment->settings : sim::job::Settings();
}

sim::job::JobSpec job_on(const Topology& node, const LoggedRun& run, const core::HostState& host) {
  const auto& version = version_of_run(host);
  sim::job::JobSpec job;
  job.nodes = run.job.nodes;
  job.devices = devices_on(node, run);
  job.nccl_version = version.name;
  job.settings = settings_of(host, version);
  if (run.has_multicast == false) job.nvls = sim::job::Feature::Off;
  return job;
}

// Machines with the log's channels.

struct Fit {
  MachineOfRun machine;
  sim::nccl::Plan plan;
};

std::optional<Fit> fit_on(std::string_view name, Topology node, const LoggedRun& run,
                          const core::HostState& host) {
  MachineOfRun machine{std::string(name), {std::move(node), run.job.nodes, {}}, {}};
  machine.job = job_on(machine.cluster.node, run, host);
  // Hosts without ranks are not part of the job.
  auto used = core::hosts_in_use(machine.cluster.node, machine.job.devices);
  if (!used) return std::nullopt;
  machine.cluster.node = std::move(used->node);
  machine.job.devices = std::move(used->devices);
  if (sim::nccl::why_not(machine.cluster, machine.job)) return std::nullopt;
  sim::nccl::Plan plan = sim::nccl::make_plan(machine.cluster, machine.job);
  if (!is_plan_of(run, machine.cluster, plan)) return std::nullopt;
  return Fit{std::move(machine), std::move(plan)};
}

/// In a job of one node nothing is known of the adapters, on which the order of rings may depend
/// all the same: there may be none.
std::optional<Fit> fit_of(const Builtin& builtin, const LoggedRun& run,
                          const core::HostState& host) {
  const auto& [name, node] = builtin;
  if (!may_be(node, run, host)) return std::nullopt;
  const bool is_network_unseen = run.job.nodes == 1 && (run.ports == 0 || !has_ports_of(node, run));
  if (is_network_unseen) {
    if (auto fit = fit_on(name, core::with_ports(node, {}), run, host)) return fit;
  }
  return fit_on(name, as_logged(node, run), run, host);
}

/// The run with each number of GPUs that a node may have; none where nodes differ.
std::vector<LoggedRun> with_each_size(const LoggedRun& run) {
  if (run.job.gpus_per_node > 0) return {run};
  std::vector<LoggedRun> possible;
  for (const int size : run.job.sizes) {
    possible.push_back(run);
    possible.back().job.gpus_per_node = size;
    possible.back().job.nodes = run.job.ranks / size;
  }
  return possible;
}

/// Whether NCCL sees no difference.
bool is_alike(const Fit& one, const Fit& other) {
  const auto& gpus = one.plan.facts;
  return one.plan.shape == other.plan.shape &&
         gpus.min_compute_capability == other.plan.facts.min_compute_capability &&
         gpus.max_compute_capability == other.plan.facts.max_compute_capability &&
         one.plan.graphs == other.plan.graphs && one.plan.tuning == other.plan.tuning;
}

/// Whether all GPUs of the machine have the log's places on the PCI bus, which the design of a
/// board with NVSwitches fixes. Cards are anywhere, and few GPUs say nothing: virtual machines
/// begin with the same places.
bool has_bus_ids(const Fit& fit, const LoggedRun& run) {
  constexpr std::size_t kEnough = 8;
  if (!fit.plan.facts.has_nvswitch) return false;
  std::set<std::string> ids;
  for (const core::DeviceId id : fit.machine.cluster.node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = fit.machine.cluster.node.device(id);
    if (gpu.pci) ids.insert(gpu.pci->bus_id);
  }
  return ids.size() >= kEnough &&
         ids == std::set<std::string>(run.gpu_bus_ids.begin(), run.gpu_bus_ids.end());
}

bool are_alike(const std::vector<Fit>& fits) {
  return std::ranges::all_of(fits, [&](const Fit& one) { return is_alike(fits.front(), one); });
}

MachinesOfRun machines_in(std::vector<Fit> fits) {
  MachinesOfRun found;
  const bool is_one = are_alike(fits);
  for (Fit& fit : fits) {
    if (is_one) {
      found.alike.push_back(std::move(fit.machine));
    } else if (std::ranges::find(found.unlike, fit.machine.name) == found.unlike.end()) {
      found.unlike.push_back(std::move(fit.machine.name));
    }
  }
  return found;
}

// The machine as far as the log shows it.

/// Neither models nor places on the PCI bus, nor CPUs: NCCL may see other ones alike.
void mark_unseen(core::Device& device, const std::string& gpu_model) {
  if (device.pci) device.assumed.emplace_back("pci/bus_id");
  if (std::holds_alternative<core::Cpu>(device.info)) {
    for (const char* const field : {"arch", "vendor", "family", "model"}) {
      device.assumed.emplace_back(field);
    }
  }
  if (!std::holds_alternative<core::Gpu>(device.info) || !device.pci) return;
  device.pci->vendor.clear();
  device.pci->device.clear();
  device.pci->subsystem_vendor.clear();
  device.pci->subsystem_device.clear();
  std::erase_if(device.extra, [](const auto& attribute) { return attribute.first == "model"; });
  if (!gpu_model.empty()) device.extra.emplace_back("model", gpu_model);
}

/// GPUs of a single host that the job leaves out.
std::set<core::DeviceId> idle_gpus(const Topology& node, const std::vector<int>& devices) {
  std::set<core::DeviceId> idle;
  if (devices.empty() || core::host_count(node) > 1) return idle;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const int index = std::get<core::Gpu>(node.device(id).info).index;
    if (std::ranges::find(devices, index) == devices.end()) idle.insert(id);
  }
  return idle;
}

/// The node under a name that claims no more, with the GPUs of the job.
Topology as_taken(const MachineOfRun& machine, const std::string& gpu_model) {
  const Topology& node = machine.cluster.node;
  core::TopologyParts parts{node.devices(), node.links()};
  for (core::Device& device : parts.devices) mark_unseen(device, gpu_model);
  for (core::Link& link : parts.links) {
    link.origin = {core::Origin::Kind::Assumed,
                   fmt::format("as on {}, on which NCCL builds the log's channels", machine.name)};
  }
  std::vector<core::DeviceId> new_ids;
  auto left =
      core::without_devices(node, std::move(parts), idle_gpus(node, machine.job.devices), new_ids);
  if (!left) return node;
  core::TopologyBuilder builder(
      fmt::format("{} of an NCCL log, as of {}", core::counted(left->gpu_count(), "GPU"),
                  machine.name),
      fmt::format("Taken for {} by the channels that NCCL built. Assumed: CPUs, PCIe and places on "
                  "its bus.",
                  machine.name));
  for (const core::Device& device : left->devices()) builder.add(device);
  for (const core::Link& link : left->links()) builder.connect(link);
  builder.set_extra(left->extra());
  auto named = std::move(builder).build();
  return named ? *std::move(named) : *std::move(left);
}

// What is said of the machine.

std::vector<std::string> machine_names(const std::vector<MachineOfRun>& machines) {
  std::vector<std::string> names;
  for (const MachineOfRun& machine : machines) names.push_back(machine.name);
  return names;
}

/// "a, b and c", "a, b, c and 9 other machines".
std::string list_text(std::vector<std::string> names) {
  constexpr std::size_t kShown = 4;
  if (names.size() == 1) return names.front();
  std::string last = std::move(names.back());
  names.pop_back();
  if (names.size() >= kShown) {
    last = fmt::format("{} other machines", names.size() - kShown + 2);
    names.resize(kShown - 1);
  }
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string found_text(const MachinesOfRun& found) {
  const std::string& name = found.alike.front().name;
  const auto names = machine_names(found.alike);
  return fmt::format(
      "the log does not show its machine: taken for {}, as NCCL would build the channels of this "
      "log on {}{}",
      name, list_text(names),
      names.size() > 1 ? ", which do not differ for this job" : " and no other machine built in");
}

/// The machine, with what is deduced marked.
LoadedCluster cluster_of(LoadedRun run, const std::string& path, const MachinesOfRun& found) {
  LoadedCluster loaded;
  loaded.notes = std::move(run.notes);
  loaded.notes.insert(loaded.notes.begin(), {core::Severity::Warning, path, found_text(found)});
  const MachineOfRun& machine = found.alike.front();
  loaded.cluster = {as_taken(machine, run.logged.gpu_model), machine.cluster.node_count, {}};
  const bool is_all = machine.job.devices == core::sorted_gpu_numbers(loaded.cluster.node);
  loaded.devices = is_all ? std::vector<int>() : machine.job.devices;
  loaded.format = "nccl-log";
  loaded.host = std::move(run.host);
  return loaded;
}

/// Why no machine is taken.
core::Error unknown(core::Error error, const LoggedRun& run, const MachinesOfRun& found) {
  if (!found.unlike.empty()) {
    error.found = fmt::format("an NCCL log whose channels are those of {}, which differ",
                              list_text(found.unlike));
    error.hint = "name one of them as the topology; or " + error.hint;
  } else if (run.job.nodes == 0 && run.job.ranks > 0) {
    error.found += fmt::format("; of its {} ranks it has {}: the others are left out of the paste",
                               run.job.ranks, run.job.ranks_seen);
  } else if (shows_plan(run)) {
    error.found += "; its channels are those of no machine built in";
  }
  return error;
}

/// Nothing where no job can run on it.
std::optional<bool> has_plan_of(const LoadedCluster& loaded, const LoggedRun& run) {
  const auto& version = version_of_run(loaded.host);
  sim::job::JobSpec job;
  job.nodes = loaded.cluster.node_count;
  job.nccl_version = version.name;
  job.settings = settings_of(loaded.host, version);
  if (sim::nccl::why_not(loaded.cluster, job)) return std::nullopt;
  return is_plan_of(run, loaded.cluster, sim::nccl::make_plan(loaded.cluster, job));
}

/// What the log of a machine that was assumed by the name of its GPUs says of it.
core::Result<hw::ClusterOrRun> settled(LoadedCluster loaded, const std::string& path) {
  LoggedRun logged = *std::move(loaded.run);
  loaded.run.reset();
  const auto has_plan = shows_plan(logged) ? has_plan_of(loaded, logged) : std::nullopt;
  if (has_plan.value_or(false)) return loaded;
  const auto found = machines_of(logged, loaded.host);
  if (found.alike.empty()) {
    if (!has_plan) return loaded;
    loaded.notes.push_back(
        {core::Severity::Note, path,
         "NCCL built other channels than treering expects on this machine: some of what is "
         "assumed of it may be wrong"});
    return loaded;
  }
  LoadedRun run;
  run.host = std::move(loaded.host);
  run.logged = std::move(logged);
  return cluster_of(std::move(run), path, found);
}

}  // namespace

MachinesOfRun machines_of(const LoggedRun& run, const core::HostState& host) {
  if (!shows_plan(run)) return {};
  std::vector<Fit> fits;
  const std::vector<LoggedRun> possible = with_each_size(run);
  const std::vector<Builtin> machines = possible.empty() ? std::vector<Builtin>() : builtins();
  for (const LoggedRun& of_size : possible) {
    for (const Builtin& machine : machines) {
      if (auto fit = fit_of(machine, of_size, host)) fits.push_back(*std::move(fit));
    }
  }
  if (fits.empty()) return {};
  std::vector<Fit> placed;
  for (const Fit& fit : fits) {
    if (has_bus_ids(fit, run)) placed.push_back(fit);
  }
  const bool is_decided_by_place = !are_alike(fits) && !placed.empty() && are_alike(placed);
  return machines_in(std::move(is_decided_by_place ? placed : fits));
}

namespace {

/// A log's run becomes its machine where one is found.
core::Result<hw::ClusterOrRun> with_machine_of_run(core::Result<hw::ClusterOrRun> read,
                                                   const std::string& path) {
  if (!read) return read;
  if (auto* const cluster = std::get_if<LoadedCluster>(&*read)) {
    if (cluster->run) return settled(std::move(*cluster), path);
    return read;
  }
  auto& run = std::get<LoadedRun>(*read);
  const auto found = machines_of(run.logged, run.host);
  if (!found.alike.empty()) return cluster_of(std::move(run), path, found);
  run.why_no_machine = unknown(std::move(run.why_no_machine), run.logged, found);
  return read;
}

core::Result<LoadedCluster> machine_in(core::Result<hw::ClusterOrRun> loaded) {
  if (!loaded) return core::fail(loaded.error());
  if (auto* const run = std::get_if<LoadedRun>(&*loaded)) {
    return core::fail(std::move(run->why_no_machine));
  }
  return std::get<LoadedCluster>(*std::move(loaded));
}

}  // namespace

core::Result<hw::ClusterOrRun> load_machine_or_run(const std::string& name_or_path,
                                                   const hw::io::RealFiles& files) {
  return with_machine_of_run(hw::load_cluster_or_run(name_or_path, files),
                             hw::io::shown_path(name_or_path));
}

core::Result<LoadedCluster> load_machine(const std::string& name_or_path,
                                         const hw::io::RealFiles& files) {
  return machine_in(load_machine_or_run(name_or_path, files));
}

const core::Result<hw::ClusterOrRun>& NamedMachine::read() const {
  if (!read_) read_ = hw::load_cluster_or_run(name_, files_);
  return *read_;
}

const LoadedCluster* NamedMachine::shown() const {
  const auto& source = read();
  return source ? std::get_if<LoadedCluster>(&*source) : nullptr;
}

core::Result<LoadedCluster> NamedMachine::loaded() const {
  return machine_in(with_machine_of_run(read(), hw::io::shown_path(name_)));
}

}  // namespace treering::app::setup
