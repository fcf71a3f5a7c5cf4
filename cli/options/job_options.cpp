#include "cli/options/job_options.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "cli/options/nic_options.h"
#include "cli/options/options.h"
#include "cli/output/notes.h"
#include "core/text/quote.h"
#include "core/topology/gpu_numbers.h"
#include "core/topology/hosts_in_use.h"
#include "hw/load_cluster.h"
#include "sim/nccl/versions/version.h"

namespace treering::cli {
namespace {

core::Result<std::vector<int>> parse_devices(std::string_view text) {
  std::vector<int> devices;
  for (const std::string& part : split_list(text)) {
    int device = -1;
    const char* const end = part.data() + part.size();
    const auto [rest, error] = std::from_chars(part.data(), end, device);
    if (error != std::errc() || rest != end || device < 0) {
      return core::usage_error("--devices", fmt::format("'{}' is no GPU index", part),
                               "expected whole numbers separated by commas", "write it like 0,2");
    }
    if (std::find(devices.begin(), devices.end(), device) != devices.end()) {
      return core::usage_error("--devices", fmt::format("GPU {} given twice", device));
    }
    devices.push_back(device);
  }
  return devices;
}

std::vector<int> first_gpus(const core::Topology& node, int count) {
  std::vector<int> numbers = core::sorted_gpu_numbers(node);
  numbers.resize(static_cast<std::size_t>(count));
  return numbers;
}

core::Result<std::vector<int>> read_devices(const Arguments& arguments,
                                            const core::Topology& node) {
  const auto devices = arguments.value("devices");
  if (devices && arguments.has("gpus-per-node")) {
    return core::usage_error("--devices", "given together with --gpus-per-node",
                             "expected one of the two");
  }
  if (devices) return parse_devices(*devices);
  if (!arguments.has("gpus-per-node")) return std::vector<int>();
  const auto count = read_count(arguments, "gpus-per-node", 1, core::kMaxDevices);
  if (!count) return core::fail(count.error());
  if (*count > node.gpu_count()) {
    return core::usage_error("--gpus-per-node", fmt::format("found {}", *count),
                             fmt::format("{} has {} GPUs", node.name(), node.gpu_count()));
  }
  return first_gpus(node, *count);
}

/// One thread submits to GPUs of its own host only.
core::Result<int> read_gpus_per_process(const Arguments& arguments, const core::Topology& node,
                                        const std::vector<int>& devices) {
  auto count = read_count(arguments, "gpus-per-process", 1, core::kMaxDevices);
  if (!count) return count;
  const int gpus = devices.empty() ? node.gpu_count() : static_cast<int>(devices.size());
  if (*count <= gpus || !arguments.has("gpus-per-process")) return count;
  return core::usage_error(
      "--gpus-per-process", fmt::format("found {}", *count),
      fmt::format("expected at most {}, the GPUs of {} that the job has", gpus, node.name()));
}

/// "2.10.3" of "2.10.3+cuda11.3"; empty, which is the default, where none or no known one is told.
std::string nccl_told_by(const core::HostState& host) {
  if (!host.nccl_version) return "";
  const std::string& told = host.nccl_version->value;
  std::string release = told.substr(0, told.find('+'));
  return sim::nccl::versions::find_version(release) == nullptr ? "" : release;
}

core::Result<std::string> read_nccl_version(const Arguments& arguments, std::string_view unnamed,
                                            std::vector<std::string>& notes) {
  const auto given = arguments.value("nccl");
  const std::string_view text = given.value_or(unnamed);
  const sim::nccl::versions::Version* version = sim::nccl::versions::find_version(text);
  if (version == nullptr || given == std::string_view()) {
    return core::usage_error("--nccl",
                             fmt::format("'{}' is no version of NCCL 2", core::printable(text)),
                             "expected one such as 2.28.9 or 2.21");
  }
  const std::string remark = sim::nccl::versions::nearest_version_remark(*version, text);
  if (!remark.empty()) notes.push_back(remark);
  return std::string(version->name);
}

core::Result<void> follow_variables(const Arguments& arguments, JobOptions& options) {
  const auto& version = sim::nccl::versions::version(options.job.nccl_version);
  auto environment = read_environment_options(arguments, version);
  if (!environment) return core::fail(environment.error());
  options.job.settings = environment->settings;
  options.variables = std::move(environment->followed);
  std::ranges::move(environment->notes, std::back_inserter(options.notes));
  std::string rules = sim::job::rules_note(options.variables, version);
  if (!rules.empty()) options.notes.push_back(std::move(rules));
  if (options.job.settings.collnet != sim::job::Switch::On) return {};
  // A topology does not say whether the network's switches reduce and a plugin asks them to.
  options.job.collnet = sim::job::Feature::On;
  options.notes.emplace_back(
      "NCCL_COLLNET_ENABLE=1: taking it for granted that the network reduces (SHARP) and that "
      "NCCL has a plugin for it");
  return {};
}

core::Result<void> drop_idle_hosts(JobOptions& options) {
  const auto idle = leave_out_idle_hosts(options.cluster, options.job);
  if (!idle) return core::fail(idle.error());
  if (*idle == 0) return {};
  options.notes.push_back(fmt::format("{} hosts of {} have no rank and are left out", *idle,
                                      options.cluster.node.name()));
  return {};
}

}  // namespace

core::Result<int> leave_out_idle_hosts(core::Cluster& cluster, sim::job::Job& job) {
  auto used = core::hosts_in_use(cluster.node, job.devices);
  if (!used) return core::fail(used.error());
  cluster.node = std::move(used->node);
  job.devices = std::move(used->devices);
  return used->idle;
}

core::Result<JobOptions> read_job(const Arguments& arguments, UnnamedNccl unnamed) {
  auto loaded = hw::load_cluster(std::string(arguments.positional(0)));
  if (!loaded) return core::fail(loaded.error());
  auto options = job_on(*std::move(loaded), arguments, unnamed);
  if (!options) return options;
  if (const auto done = follow_adapter_list(*options); !done) return core::fail(done.error());
  return options;
}

core::Result<JobOptions> job_on(hw::formats::LoadedCluster loaded, const Arguments& arguments,
                                UnnamedNccl unnamed) {
  core::Cluster& cluster = loaded.cluster;
  const auto nodes = read_count(arguments, "nodes", cluster.node_count, core::kMaxRanks);
  if (!nodes) return core::fail(nodes.error());
  cluster.node_count = *nodes;
  auto devices = read_devices(arguments, cluster.node);
  if (!devices) return core::fail(devices.error());
  auto nics = take_nics(arguments, cluster.node);
  if (!nics) return core::fail(nics.error());
  const auto per_process = read_gpus_per_process(arguments, cluster.node, *devices);
  if (!per_process) return core::fail(per_process.error());
  JobOptions options;
  options.source = core::printable(arguments.positional(0));
  options.notes = texts_of(loaded.notes);
  const std::string own = unnamed == UnnamedNccl::OfSource ? nccl_told_by(loaded.host) : "";
  const auto version = read_nccl_version(arguments, own, options.notes);
  if (!version) return core::fail(version.error());
  if (!nics->empty()) options.notes.push_back("NICs by hand: " + *nics);
  options.nics = *std::move(nics);
  options.job.nodes = *nodes;
  options.job.devices = *std::move(devices);
  options.job.gpus_per_process = *per_process;
  options.job.nccl_version = *version;
  options.cluster = std::move(cluster);
  options.host = std::move(loaded.host);
  if (const auto done = follow_variables(arguments, options); !done) {
    return core::fail(done.error());
  }
  if (const auto done = drop_idle_hosts(options); !done) return core::fail(done.error());
  return options;
}

std::string settings_lines(const JobOptions& options) {
  const std::string nics =
      options.nics.empty() ? "" : fmt::format("# nics:     {}, given by hand\n", options.nics);
  return nics + settings_line(options.variables);
}

std::string settings_suffix(const JobOptions& options) {
  const std::string nics =
      options.nics.empty() ? "" : fmt::format(", NICs by hand: {}", options.nics);
  return settings_suffix(options.variables) + nics;
}

}  // namespace treering::cli
