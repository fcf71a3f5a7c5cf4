#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/files/file_kind.h"
#include "app/setup/names.h"
#include "core/data_type.h"
#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "hw/fabric/node_order.h"
#include "hw/formats/cluster/json.h"
#include "tuner/profiles.h"

namespace treering::app::files {
namespace {

using core::JsonFields;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchemas = "treering.";
constexpr std::array<std::string_view, 6> kAnswers{"predict", "simulate", "explain",
                                                   "check",   "show",     "doctor"};

/// "predict" of "treering.predict/1"; empty of others.
std::string_view command_of(std::string_view schema) {
  if (!schema.starts_with(kSchemas)) return {};
  schema.remove_prefix(kSchemas.size());
  return schema.substr(0, schema.find('/'));
}

/// What the file says beside the question, by which the machine is known again.
struct Machine {
  std::string fingerprint;
  int ranks = 0;  // 0: it does not say
  int gpus_per_process = 1;
  core::Fabric fabric;
};

Machine read_job(const Json& json, core::FirstProblem& problem, Asked& asked) {
  JsonFields fields(json, "", problem);
  fields.require("topology");
  Machine machine;
  if (const Json* const topology = fields.object("topology")) {
    JsonFields of_it(*topology, fields.pointer("topology"), problem);
    of_it.require("name");
    asked.machine = of_it.text("name");
    machine.fingerprint = of_it.text("fingerprint");
  }
  if (fields.has("nodes")) asked.job.nodes = fields.integer("nodes");
  machine.ranks = fields.integer("ranks");
  machine.gpus_per_process = fields.integer("gpus_per_process", 1);
  const Json* const fabric = fields.value("fabric");
  if (fabric != nullptr && !fabric->is_null()) {
    machine.fabric = hw::formats::cluster::read_fabric(*fabric, problem);
  }
  asked.job.nccl = fields.text_if_any("nccl_version");
  asked.job.nodes_may_differ = true;
  for (const auto& [name, value] : fields.texts_by_name("environment")) {
    asked.job.variables.env.push_back(fmt::format("{}={}", name, value));
  }
  return machine;
}

/// Of answers to single calls, and of those over many, which have entries.
struct Calls {
  std::vector<std::string> collectives;  // as they come, each once
  std::set<std::string> known;           // the same
  std::vector<std::pair<std::string, std::uint64_t>> sizes;
  bool has_limits = false;  // on channels
};

void read_call(JsonFields& fields, Calls& calls) {
  const auto collective = fields.text_if_any("collective");
  if (!collective) return;
  if (calls.known.insert(*collective).second) calls.collectives.push_back(*collective);
  const auto bytes = fields.long_integer(fields.has("asked_bytes") ? "asked_bytes" : "bytes");
  if (bytes > 0) calls.sizes.emplace_back(*collective, static_cast<std::uint64_t>(bytes));
  const Json* const limit = fields.value("channel_limit");
  if (limit != nullptr && !limit->is_null()) calls.has_limits = true;
}

Calls read_calls(const Json& json, core::FirstProblem& problem) {
  JsonFields fields(json, "", problem);
  Calls calls;
  read_call(fields, calls);
  if (const Json* const call = fields.has("call") ? fields.object("call") : nullptr) {
    JsonFields of_it(*call, fields.pointer("call"), problem);
    read_call(of_it, calls);
  }
  for (const char* const list : {"results", "rows", "groups"}) {
    const Json* const entries = fields.value(list);
    if (entries == nullptr || !entries->is_array()) continue;
    for (std::size_t i = 0; i < entries->size(); ++i) {
      JsonFields entry((*entries)[i], fmt::format("{}/{}", fields.pointer(list), i), problem);
      read_call(entry, calls);
    }
  }
  return calls;
}

void take_calls(const Calls& calls, Asked& asked) {
  if (calls.has_limits) asked.left_out.emplace_back("limits on channels");
  if (calls.collectives.empty()) return;
  const std::string& first = calls.collectives.front();
  const auto collective = core::parse_collective(first);
  if (!collective) return asked.left_out.push_back(first);
  asked.collective = *collective;
  for (std::size_t i = 1; i < calls.collectives.size(); ++i) {
    asked.left_out.push_back(calls.collectives[i]);
  }
  for (const auto& [name, bytes] : calls.sizes) {
    if (name == first) asked.sizes.push_back(bytes);
  }
  std::ranges::sort(asked.sizes);
  const auto again = std::ranges::unique(asked.sizes);
  asked.sizes.erase(again.begin(), again.end());
}

/// Of a simulation.
void read_way(const Json& json, core::FirstProblem& problem, Asked& asked) {
  JsonFields fields(json, "", problem);
  if (asked.command != "simulate") return;
  for (std::string& word : fields.texts("faults")) {
    const bool is_fault = word.find('=') != std::string::npos;  // else words on jitter
    (is_fault ? asked.faults : asked.left_out).push_back(std::move(word));
  }
  if (!fields.has("algorithm") || fields.truth("nccl_default", true)) return;
  const std::string algorithm = fields.text("algorithm");
  const auto known = setup::parse_names(setup::NameKind::SimulatedAlgorithm, algorithm);
  if (!known || known->size() != 1) {
    return asked.left_out.push_back("the schedule " + core::printable(algorithm));
  }
  asked.way.algorithm = known->front();
  const auto protocol = setup::parse_names(setup::NameKind::Protocol, fields.text("protocol"));
  if (protocol && protocol->size() == 1) asked.way.protocol = protocol->front();
}

/// "tp=8,dp=2", as asked for or by entry.
void read_groups(const Json& json, core::FirstProblem& problem, Asked& asked) {
  JsonFields fields(json, "", problem);
  const Json* const groups = fields.value("groups");
  if (groups == nullptr) return;
  if (groups->is_string()) {
    asked.groups = fields.text("groups");
    return;
  }
  const Json* const entries = fields.array("groups");
  for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
    JsonFields entry((*entries)[i], fmt::format("{}/{}", fields.pointer("groups"), i), problem);
    asked.groups +=
        fmt::format("{}{}={}", i == 0 ? "" : ",", entry.text("name"), entry.integer("ranks"));
  }
}

/// What the window, which asks about sums of floats by the cost model, does not ask.
void read_others(const Json& json, core::FirstProblem& problem, Asked& asked) {
  JsonFields fields(json, "", problem);
  const auto note = [&](std::string_view name, std::string_view usual, std::string_view what) {
    const auto found = fields.text_if_any(name);
    if (found && *found != usual) asked.left_out.push_back(fmt::format("{} {}", what, *found));
  };
  note("datatype", core::name_of(core::DataType::Float), "the data type");
  note("op", core::name_of(core::ReduceOp::Sum), "the operation");
  note("profile", tuner::shipped_profile().name, "the profile");
  if (asked.command == "predict") note("model", "cost", "the model");
  if (asked.command == "check") asked.left_out.emplace_back("the log");
}

/// Without where it is from; figures as answers round them.
bool is_same_fabric(core::Fabric known, const core::Fabric& said) {
  known.origin = said.origin;
  if (core::rounded(known.oversubscription) == core::rounded(said.oversubscription)) {
    known.oversubscription = said.oversubscription;
  }
  if (core::rounded(known.hop_latency.in_us()) == core::rounded(said.hop_latency.in_us())) {
    known.hop_latency = said.hop_latency;
  }
  return known == said;
}

/// Leaf switches by hand: a fat tree, unless the machine has another such fabric.
setup::LeafSwitchRequest leaf_switches_of(const core::Fabric& fabric) {
  setup::LeafSwitchRequest request;
  if (!core::has_leaves(fabric.kind)) return request;
  request.oversubscription = fmt::format("{:g}", fabric.oversubscription);
  if (fabric.nodes_per_leaf != 0) request.nodes_per_leaf = fabric.nodes_per_leaf;
  if (fabric.order != core::NodeOrder{}) request.node_order = hw::fabric::text_of(fabric.order);
  return request;
}

core::Result<setup::Setup> set_up_again(const Machine& machine, setup::JobRequest& job) {
  auto setup = setup::set_up(job);
  if (!setup || is_same_fabric(setup->cluster.fabric, machine.fabric)) return setup;
  job.leaf_switches = leaf_switches_of(machine.fabric);
  return setup::set_up(job);
}

/// The machine by its name, and whether it is the same as that of the file.
core::Result<void> find_machine(const Machine& machine, Asked& asked) {
  const auto built_in = setup::words_of(setup::NameKind::Topology);
  if (std::ranges::find(built_in, asked.machine, &setup::Word::name) == built_in.end()) {
    asked.left_out.insert(
        asked.left_out.begin(),
        fmt::format("the machine {}, which is not built in: open its file", asked.machine));
    return {};
  }
  asked.job.topology = asked.machine;
  if (machine.gpus_per_process != 1) asked.job.gpus_per_process = machine.gpus_per_process;
  auto setup = set_up_again(machine, asked.job);
  if (!setup) return core::fail(setup.error());
  const int nodes = std::max(asked.job.nodes.value_or(1), 1);
  const int gpus = machine.ranks / nodes;
  if (gpus > 0 && gpus < setup->cluster.node.gpu_count() && gpus * nodes == machine.ranks) {
    asked.job.gpus_per_node = gpus;
    setup = set_up_again(machine, asked.job);
    if (!setup) return core::fail(setup.error());
  }
  const bool says_fabric = machine.fabric.kind != core::FabricKind::Unspecified;
  if (says_fabric && !is_same_fabric(setup->cluster.fabric, machine.fabric)) {
    asked.left_out.emplace_back("the network between nodes");
  }
  if (!machine.fingerprint.empty() && setup->cluster.node.fingerprint() != machine.fingerprint) {
    asked.left_out.push_back(fmt::format("what differed from {} as it is built in", asked.machine));
  }
  return {};
}

}  // namespace

bool is_answer(std::string_view schema) {
  return std::ranges::find(kAnswers, command_of(schema)) != kAnswers.end();
}

core::Result<Asked> asked_in(const std::string& path, std::string_view text) {
  const auto json = core::parse_json(text, path);
  if (!json) return core::fail(json.error());
  core::FirstProblem problem(path, text);
  Asked asked;
  asked.command = command_of(JsonFields(*json, "", problem).text("schema"));
  const Machine machine = read_job(*json, problem, asked);
  take_calls(read_calls(*json, problem), asked);
  read_way(*json, problem, asked);
  read_groups(*json, problem, asked);
  read_others(*json, problem, asked);
  if (problem.any()) return core::fail(problem.error());
  if (const auto found = find_machine(machine, asked); !found) return core::fail(found.error());
  return asked;
}

}  // namespace treering::app::files
