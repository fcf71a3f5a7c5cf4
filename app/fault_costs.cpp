#include "app/fault_costs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/simulate.h"
#include "app/simulation/faults.h"
#include "core/named_values.h"
#include "core/text/reading.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"

namespace treering::app {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

constexpr std::string_view kRank = "rank";

/// Hardware that a fault slows, and what a job would have to do without.
struct SlowPart {
  std::string word;
  std::string name;  // "NVSwitch of node 3"
  int node = 0;
  std::vector<std::string> ports;  // all traffic of adapters over it is theirs
  std::vector<DeviceId> gpus;
};

std::optional<DeviceId> device_called(const Topology& node, std::string_view name) {
  const auto found = std::ranges::find_if(node.devices(), [name](const core::Device& one) {
    return core::is_same_name(one.name, name);
  });
  if (found == node.devices().end()) return {};
  return static_cast<DeviceId>(found - node.devices().begin());
}

/// The device that a word names, of two the lower one, or a GPU. Nothing for all NVSwitches.
std::optional<DeviceId> slowed_device(const Topology& node, std::string_view words) {
  if (const auto whole = device_called(node, words)) return whole;
  const auto dash = words.find('-');
  if (dash == std::string_view::npos) return {};
  const auto one = device_called(node, words.substr(0, dash));
  const auto other = device_called(node, words.substr(dash + 1));
  if (!one || !other) return one ? one : other;
  if (node.parent_of(*one) == *other) return one;
  if (node.parent_of(*other) == *one) return other;
  return node.device(*other).kind() == DeviceKind::Gpu ? other : one;
}

void add_parts(const Topology& node, DeviceId top, SlowPart& part) {
  const DeviceKind kind = node.device(top).kind();
  if (kind == DeviceKind::NicPort) part.ports.push_back(node.device(top).name);
  if (kind == DeviceKind::Gpu) part.gpus.push_back(top);
  for (const DeviceId child : node.children_of(top)) add_parts(node, child, part);
}

/// \pre the word is a fault of the cluster's job that slows links
SlowPart slow_part(const std::string& word, const core::Cluster& cluster) {
  SlowPart part{word, word, 0, {}, {}};
  const auto place = simulation::place_of(word, cluster.node_count);
  if (!place) return part;
  part.node = place->node;
  part.name = fmt::format("{} of node {}", place->devices, place->node);
  const Topology& node = topology_of(cluster, place->node);
  const auto top = slowed_device(node, place->devices);
  // Nothing keeps NCCL off a CPU.
  if (top && node.device(*top).kind() != DeviceKind::Cpu) add_parts(node, *top, part);
  return part;
}

/// The request without whatever belongs to the whole answer alone.
SimulateRequest one_run(SimulateRequest request, std::vector<std::string> words) {
  request.compares_faults = false;
  request.is_recorded = false;
  request.announce = {};
  request.work = {request.work.stop, {}};
  request.faults.words = std::move(words);
  return request;
}

void time_without(const SimulateRequest& request, CutOut& out) {
  const auto report = answer(request);
  if (!report) {
    out.why_not = report.error().found;
    return;
  }
  out.time = report->time;
  out.way = report->way;
  out.nodes = report->shape.nodes;
  out.ranks = report->shape.ranks();
}

using PortsByNode = std::map<int, std::set<std::string>>;

/// "NCCL_IB_HCA=^=mlx5_0 on node 3"; empty where that does not do it, or the job has a list of its
/// own.
std::string adapter_setting(const setup::Setup& job, const PortsByNode& ports) {
  const bool is_read = sim::is_over_verbs(sim::cost::network_of(job.cluster));
  const bool is_given =
      !job.nics.empty() ||
      std::ranges::any_of(job.variables, [](const auto& one) { return one.name == "NCCL_IB_HCA"; });
  if (!is_read || is_given) return "";
  std::vector<std::string> settings;
  for (const auto& [node, names] : ports) {
    settings.push_back(fmt::format("NCCL_IB_HCA=^={} on node {}", fmt::join(names, ","), node));
  }
  return fmt::format("{}", fmt::join(settings, ", "));
}

/// Without all adapters that are slow, or behind what is.
CutOut without_ports(const SimulateRequest& request, const setup::Setup& job,
                     const std::vector<SlowPart>& parts) {
  PortsByNode ports;
  std::vector<std::string> words = request.faults.words;
  for (const SlowPart& part : parts) {
    if (part.ports.empty()) continue;
    if (part.gpus.empty()) std::erase(words, part.word);  // gone with its ports
    ports[part.node].insert(part.ports.begin(), part.ports.end());
  }
  CutOut out;
  std::vector<std::string> names;
  for (const auto& [node, own] : ports) {
    names.push_back(fmt::format("{} of node {}", fmt::join(own, ", "), node));
    for (const std::string& port : own) words.push_back(fmt::format("{}/{}=down", node, port));
  }
  out.what = fmt::format("{}", fmt::join(names, ", "));
  if (job.job.nodes == 1) {
    out.why_not = "one node sends nothing over its adapters";
    return out;
  }
  out.how = adapter_setting(job, ports);
  time_without(one_run(request, std::move(words)), out);
  return out;
}

/// Of a number, what it is once those in `gone` are not there; nothing for one of them.
std::optional<int> renumbered(int number, const std::set<int>& gone) {
  if (gone.contains(number)) return {};
  return number - static_cast<int>(std::distance(gone.begin(), gone.lower_bound(number)));
}

/// What ranks and nodes no longer are.
struct Gone {
  std::set<int> nodes;
  std::set<int> ranks;
};

/// The faults of what is left, by its own numbers.
std::vector<std::string> words_left(const std::vector<std::string>& words, const Gone& gone) {
  std::vector<std::string> left;
  for (const std::string_view word : words) {
    const bool is_late = word.starts_with(kRank);
    const std::string_view rest = is_late ? word.substr(kRank.size()) : word;
    const auto end = std::min(rest.find(is_late ? '=' : '/'), rest.size());
    const auto number = core::whole_number<int>(rest.substr(0, end));
    const auto now = number ? renumbered(*number, is_late ? gone.ranks : gone.nodes) : number;
    if (!now) continue;
    left.push_back(fmt::format("{}{}{}", is_late ? kRank : "", *now, rest.substr(end)));
  }
  return left;
}

CutOut without_nodes(const SimulateRequest& request, const SimulateReport& report,
                     const std::set<int>& nodes) {
  const std::vector<int> gone(nodes.begin(), nodes.end());
  CutOut out;
  out.what = fmt::format("node{} {}", gone.size() == 1 ? "" : "s", core::number_ranges(gone));
  if (static_cast<int>(gone.size()) == report.shape.nodes) {
    out.why_not = "no other nodes are left";
    return out;
  }
  const int per_node = report.shape.ranks() / report.shape.nodes;
  Gone all{nodes, {}};
  for (const int node : gone) {
    for (int i = 0; i < per_node; ++i) all.ranks.insert(node * per_node + i);
  }
  SimulateRequest smaller = one_run(request, words_left(request.faults.words, all));
  smaller.without_nodes = gone;
  time_without(smaller, out);
  return out;
}

/// \pre the job has one node
CutOut without_gpus(const SimulateRequest& request, const setup::Setup& job,
                    const std::vector<SlowPart>& parts) {
  const Topology& node = job.cluster.node;
  const std::vector<int> numbers = core::gpu_numbers(node);
  std::set<int> slow;
  std::set<std::string> names;
  std::vector<std::string> words = request.faults.words;
  for (const SlowPart& part : parts) {
    for (const DeviceId gpu : part.gpus) {
      slow.insert(numbers[static_cast<std::size_t>(gpu)]);
      names.insert(node.device(gpu).name);
    }
    if (!part.gpus.empty()) std::erase(words, part.word);
  }
  CutOut out;
  out.what = fmt::format("{}", fmt::join(names, ", "));
  const std::vector<int> own =
      job.job.devices.empty() ? core::sorted_gpu_numbers(node) : job.job.devices;
  const std::vector<int> asked = request.job.devices.value_or(own);
  std::vector<int> kept;
  Gone gone;
  for (std::size_t i = 0; i < own.size() && i < asked.size(); ++i) {
    if (slow.contains(own[i])) {
      gone.ranks.insert(static_cast<int>(i));
    } else {
      kept.push_back(asked[i]);
    }
  }
  if (kept.size() < 2) {
    out.why_not = "fewer than two GPUs would be left";
    return out;
  }
  out.how = fmt::format("CUDA_VISIBLE_DEVICES={}", fmt::join(kept, ","));
  SimulateRequest smaller = one_run(request, words_left(words, gone));
  smaller.job.gpus_per_node.reset();
  smaller.job.devices = std::move(kept);
  time_without(smaller, out);
  return out;
}

/// Parts that no adapter stands for.
void add_others(const SimulateRequest& request, const SimulateReport& report,
                const std::vector<SlowPart>& parts, FaultCosts& costs) {
  if (parts.empty()) return;
  if (report.shape.nodes > 1) {
    std::set<int> nodes;
    for (const SlowPart& part : parts) nodes.insert(part.node);
    costs.cut_outs.push_back(without_nodes(request, report, nodes));
    return;
  }
  const auto has_gpus = [](const SlowPart& part) { return !part.gpus.empty(); };
  if (std::ranges::any_of(parts, has_gpus)) {
    costs.cut_outs.push_back(without_gpus(request, report.job, parts));
  }
  for (const SlowPart& part : parts) {
    if (has_gpus(part)) continue;
    costs.cut_outs.push_back({.what = part.name, .why_not = "nothing keeps NCCL off it"});
  }
}

/// What is no slow hardware.
void add_impossible(const std::string& word, FaultCosts& costs) {
  const auto equals = std::min(word.find('='), word.size());
  costs.cut_outs.push_back({.what = word.substr(0, equals),
                            .why_not = simulation::is_cut(word)
                                           ? "it is down, and NCCL plans without it already"
                                           : "a late rank is no hardware"});
}

}  // namespace

core::Result<FaultCosts> fault_costs(const SimulateRequest& request, const SimulateReport& report) {
  const auto without = answer(one_run(request, {}));
  if (!without) return core::fail(without.error());
  FaultCosts costs{request.faults.words.size(), without->time, without->way, {}};
  std::vector<SlowPart> adapters;
  std::vector<SlowPart> others;
  const bool has_network = report.shape.nodes > 1;
  for (const std::string& word : request.faults.words) {
    if (simulation::is_cut(word) || word.starts_with(kRank)) continue;
    SlowPart part = slow_part(word, report.job.cluster);
    const bool is_adapter = !part.ports.empty() && (has_network || part.gpus.empty());
    (is_adapter ? adapters : others).push_back(std::move(part));
  }
  if (!adapters.empty()) {
    costs.cut_outs.push_back(without_ports(request, report.job, adapters));
    const bool is_out = costs.cut_outs.back().time.has_value();
    if (!is_out && has_network) std::ranges::move(adapters, std::back_inserter(others));
  }
  add_others(request, report, others, costs);
  for (const std::string& word : request.faults.words) {
    if (simulation::is_cut(word) || word.starts_with(kRank)) add_impossible(word, costs);
  }
  if (const auto wanted = work::check_wanted(request.work); !wanted) {
    return core::fail(wanted.error());
  }
  return costs;
}

}  // namespace treering::app
