#include "hw/formats/nccl_log/reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/result.h"
#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/formats/nccl_log/adapters.h"
#include "hw/formats/nccl_log/host_names.h"
#include "hw/formats/nccl_log/job.h"
#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_log/machine.h"
#include "hw/formats/nccl_log/node_size.h"
#include "hw/formats/nccl_log/plan_lines.h"
#include "hw/formats/nccl_log/ranks.h"
#include "hw/formats/nccl_log/rccl.h"
#include "hw/formats/nccl_log/state.h"
#include "hw/formats/nccl_log/tree.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// Picks the host of an NCCL debug log that stands for all, and counts the hosts.

struct Node {
  std::string host;
  const Tree* tree = nullptr;  // with GPUs; null where the log has none
  int gpus = 0;                // of each node, where the log shows fewer; 0 when it does not say
};

struct Nodes {
  Node node;
  int count = 1;
  std::vector<core::Diagnostic> notes;
  std::string gpus_unknown;  // of a node, why; empty where they are known
};

using core::Severity;
using HostTree = Trees::HostTree;

/// Equal for machines that differ in ids only.
std::string shape_of(const Tree& tree) {
  std::string shape;
  for (const TreeNode& node : tree.nodes) {
    shape += fmt::format("{}<{}:{:.1f};", static_cast<int>(node.type), node.parent, node.gb_per_s);
  }
  for (const TreeLink& link : tree.links) {
    shape += fmt::format("{}>{}{}:{:.1f};", link.from, link.kind, static_cast<int>(link.to_type),
                         link.gb_per_s);
  }
  return shape;
}

bool has_gpu(const HostTree& host) {
  return host.tree.count(NodeType::Gpu) > 0;
}

/// Null where no tree has a GPU.
const HostTree* most_common(const std::vector<HostTree>& trees) {
  std::map<std::string, int> votes;
  std::vector<std::string> shapes;
  for (const HostTree& host : trees) {
    shapes.push_back(has_gpu(host) ? shape_of(host.tree) : "");
    // A tree that is cut is no vote against whole ones.
    votes[shapes.back()] += host.tree.is_whole ? 2 : 1;
  }
  const HostTree* best = nullptr;
  int most = 0;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (shapes[i].empty() || votes[shapes[i]] <= most) continue;
    most = votes[shapes[i]];
    best = &trees[i];
  }
  return best;
}

std::set<std::string> names(const std::vector<HostTree>& trees, const Ranks& ranks) {
  std::set<std::string> all;
  for (const HostTree& host : trees) all.insert(host.host);
  for (const Host& host : ranks.hosts) all.insert(host.name);
  return all;
}

/// The hosts of `count` nodes; empty where the log names more or fewer.
std::vector<std::string> names_of_nodes(const std::vector<HostTree>& trees, const Ranks& ranks,
                                        int count) {
  const std::set<std::string> all = names(trees, ranks);
  if (static_cast<int>(all.size()) != count || all.contains("")) return {};
  return {all.begin(), all.end()};
}

std::size_t hosts_in(const Tree* tree) {
  std::set<std::uint64_t> hosts;
  if (tree != nullptr) {
    for (const TreeNode& node : tree->nodes) hosts.insert(node.host);
  }
  return std::max<std::size_t>(hosts.size(), 1);
}

/// How the nodes are known to be so many.
struct Count {
  int nodes = 1;
  int seen = 1;
  int gpus = 0;  // of one; 0 when unknown
};

Count count_nodes(const std::vector<HostTree>& trees, const Ranks& ranks, const Tree* tree) {
  Count count;
  count.seen = static_cast<int>(std::max<std::size_t>(names(trees, ranks).size(), 1));
  if (ranks.job.gpus_per_node > 0) {
    count.gpus = ranks.job.gpus_per_node;
    count.nodes = std::max(ranks.job.nodes / static_cast<int>(hosts_in(tree)), 1);
    return count;
  }
  count.nodes = std::max({count.seen, ranks.most_nodes, ranks.hosts_with_lines});
  const int gpus = gpus_of_a_node(ranks, tree);
  const int all = ranks_of(ranks);
  count.gpus = gpus;
  if (ranks.most_nodes == 0 && gpus > 0 && all > gpus * count.nodes) {
    count.nodes = (all + gpus - 1) / gpus;
  }
  // One NVLink domain of several hosts is one node of ours.
  const auto spanned = static_cast<int>(hosts_in(tree));
  count.nodes = std::max(count.nodes / spanned, 1);
  return count;
}

void note_other_trees(const std::vector<HostTree>& trees, const HostTree& chosen,
                      const std::string& path, std::vector<core::Diagnostic>& notes) {
  const std::string shape = shape_of(chosen.tree);
  std::size_t differing = 0;
  const HostTree* first = nullptr;
  for (const HostTree& host : trees) {
    if (!host.tree.is_whole || shape_of(host.tree) == shape) continue;
    first = first == nullptr ? &host : first;
    ++differing;
  }
  if (first == nullptr) return;
  notes.push_back(
      {Severity::Warning, nccl_log_place(path, first->tree.line),
       fmt::format("the system tree of {}{} differs from that of {}, which counts for all",
                   core::in_quotes(first->host),
                   differing > 1 ? fmt::format(" and {} other hosts", differing - 1) : "",
                   core::in_quotes(chosen.host))});
}

void note_other_counts(const Ranks& ranks, const std::string& host, const std::string& path,
                       std::vector<core::Diagnostic>& notes) {
  const auto chosen = std::ranges::find(ranks.hosts, host, &Host::name);
  if (chosen == ranks.hosts.end()) return;
  for (const Host& other : ranks.hosts) {
    if (other.gpus.size() == chosen->gpus.size() || other.gpus.empty()) continue;
    notes.push_back(
        {Severity::Warning, nccl_log_place(path, other.gpus.front().line),
         fmt::format("{} takes part with {}, {} with {}, which counts for all",
                     core::in_quotes(other.name), core::counted(other.gpus.size(), "GPU"),
                     core::in_quotes(host), core::counted(chosen->gpus.size(), "GPU"))});
    return;
  }
}

const Host* most_gpus(const Ranks& ranks) {
  const auto best =
      std::ranges::max_element(ranks.hosts, {}, [](const Host& host) { return host.gpus.size(); });
  return best == ranks.hosts.end() ? nullptr : &*best;
}

/// The place of the first rank; of a log without its line that of the log.
std::string place_of_rank(const std::string& path, const Ranks& ranks) {
  const std::size_t line = ranks.line != 0 ? ranks.line : ranks.job.line;
  return line == 0 ? path : nccl_log_place(path, line);
}

/// The most common tree, among equals the first; without trees, the host with most GPUs. The result
/// refers to `trees`. `path` names the log in notes.
Nodes choose_node(const std::vector<HostTree>& trees, const Ranks& ranks, const std::string& path) {
  Nodes nodes;
  const HostTree* chosen = most_common(trees);
  if (chosen != nullptr) {
    nodes.node = {chosen->host, &chosen->tree};
    note_other_trees(trees, *chosen, path, nodes.notes);
  } else if (const Host* host = most_gpus(ranks)) {
    nodes.node.host = host->name;
    note_other_counts(ranks, host->name, path, nodes.notes);
  }
  const Count count = count_nodes(trees, ranks, nodes.node.tree);
  if (is_size_open(ranks, nodes.node.tree)) {
    nodes.gpus_unknown = fmt::format(
        "the log has lines of {} of the job's {} ranks, and the others are left out: "
        "how many GPUs a node has is unknown, {} {} taken",
        ranks.job.ranks_seen, ranks.job.ranks, count.gpus, count.gpus == 1 ? "is" : "are");
    nodes.notes.push_back({Severity::Warning, place_of_rank(path, ranks), nodes.gpus_unknown});
  }
  nodes.count = count.nodes;
  nodes.node.gpus = count.gpus;
  if (count.nodes > count.seen) {
    nodes.notes.push_back(
        {Severity::Note, place_of_rank(path, ranks),
         fmt::format("the log names {} nodes and shows {}: the others are assumed equal",
                     count.nodes, count.seen)});
  }
  return nodes;
}

using core::bad_input;
using core::Result;
using core::Severity;

constexpr std::string_view kHint =
    "run the job with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV and give all that it prints";

/// All that the lines say, each kind by its own reader.
struct Facts {
  std::vector<Trees::HostTree> trees;
  Ranks ranks;
  Adapters adapters;
  StateReader::Result state;
  LoggedRun run;
  std::size_t rccl_line = 0;
  std::string gpu_model{};  // as in Context
  std::string gpu_said{};
};

/// The number of ranks by the rings, where no rank's line says it; 0 when unknown.
int ranks_of_rings(const Channels& channels) {
  // Old versions print the first 20 ranks of a ring.
  if (channels.rings.empty()) return 0;
  const std::vector<int>& ring = channels.rings.begin()->second;
  const std::set<int> different(ring.begin(), ring.end());
  const bool is_whole = different.size() == ring.size() && *different.begin() == 0 &&
                        *different.rbegin() + 1 == static_cast<int>(ring.size());
  return is_whole ? static_cast<int>(ring.size()) : 0;
}

LoggedRun run_of(JobReader job, PlanReader plan, std::vector<std::string> hosts) {
  LoggedRun run;
  run.plan = std::move(plan).finish();
  SeenJob seen = std::move(job).finish(std::move(hosts));
  const int of_rings = ranks_of_rings(run.plan.channels);
  const int highest = seen.seen.empty() ? -1 : seen.seen.rbegin()->first;
  // Else the rings are those of a smaller communicator.
  if (seen.ranks == 0 && highest < of_rings) seen.ranks = of_rings;
  run.job = job_of(seen);
  run.has_one_communicator = job.has_one_communicator();
  run.joins_hosts_by_nvlink = job.joins_hosts_by_nvlink();
  return run;
}

bool is_over_gpu_direct(const LoggedConnection& one) {
  return one.via.find("/GDRDMA") != std::string::npos ||
         one.received_via.find("/GDRDMA") != std::string::npos;
}

bool is_over_network(const LoggedConnection& one) {
  return one.via.starts_with("NET/") || one.received_via.starts_with("NET/");
}

/// What shows the machine of `facts`, but for its plan.
void add_evidence(Facts& facts) {
  LoggedRun& run = facts.run;
  run.has_multicast = facts.ranks.has_multicast;
  run.network = facts.adapters.network;
  const std::vector<Port>& ports = facts.adapters.in_use();
  run.ports = static_cast<int>(ports.size());
  for (const Port& port : ports) {
    run.port_mbps = port.mbps && (&port == ports.data() || run.port_mbps)
                        ? std::min(*port.mbps, run.port_mbps.value_or(*port.mbps))
                        : std::optional<std::int64_t>();
  }
  for (const LoggedConnection& one : run.plan.connections) {
    if (!is_over_network(one)) continue;
    run.uses_gpu_direct = run.uses_gpu_direct.value_or(false) || is_over_gpu_direct(one);
  }
  for (const Host& host : facts.ranks.hosts) {
    for (const LoggedGpu& gpu : host.gpus) {
      if (run.gpu_model.empty()) run.gpu_model = gpu.model;
    }
    if (static_cast<int>(host.gpus.size()) != run.job.gpus_per_node) continue;
    if (!run.gpu_bus_ids.empty()) continue;
    for (const LoggedGpu& gpu : host.gpus) {
      if (gpu.bus_id) run.gpu_bus_ids.push_back(full_bus_id(*gpu.bus_id));
    }
  }
}

/// Each kind of lines by the readers that know it.
class LineReaders {
 public:
  explicit LineReaders(const std::string& path) : state(path) {}

  void take(const Line& line) {
    const auto connection =
        line.level == Level::Info ? connection_in(line.text) : std::optional<Connection>();
    if (connection) return take_connection(line, *connection);
    ranks.take(line);
    job.take(line);
    state.take(line);
    if (line.level != Level::Info) return;
    trees.take(line);
    paths.take(line);
    adapters.take(line);
    plan.take(line);
  }

  Trees trees;
  PathReader paths;
  RankReader ranks;
  AdapterReader adapters;
  PlanReader plan;
  JobReader job;
  StateReader state;

 private:
  void take_connection(const Line& line, const Connection& connection) {
    ranks.take_connection(line, connection);
    job.take_connection(line, connection);
    state.take_connection(line, connection);
    adapters.take_connection(line, connection);
    plan.take_connection(connection);
  }
};

Facts read_facts(std::string_view text, const std::string& path) {
  const HostNames names(text);
  LineReaders readers(path);
  for_each_nccl_line(text, [&](Line line) {
    if (is_bare_tree_line(line)) line.level = Level::Info;
    line.host = names.whole(line.host);
    readers.take(line);
  });
  Ranks seen = std::move(readers.ranks).finish();
  auto completed_trees =
      completed(std::move(readers.trees).finish(), seen, std::move(readers.paths).finish());
  Facts facts{std::move(completed_trees),
              std::move(seen),
              std::move(readers.adapters).finish(),
              std::move(readers.state).finish(),
              run_of(std::move(readers.job), std::move(readers.plan), names.hosts()),
              rccl_line_in(text)};
  facts.ranks.job = facts.run.job;
  if (facts.run.has_one_communicator) facts.ranks.named_ranks = named_ranks(facts.run.plan);
  const bool is_in_nodes = facts.run.has_one_communicator && !facts.run.joins_hosts_by_nvlink;
  if (is_in_nodes) facts.ranks.named_local_ranks = named_local_ranks(facts.run.plan);
  if (facts.run.job.ranks > 0) {
    facts.state.state.ranks = core::Figure<int>{
        facts.run.job.ranks, {core::Origin::Kind::File, nccl_log_place(path, facts.run.job.line)}};
  }
  // Where ranks are left out of the paste, so may be what they printed last.
  const LoggedJob& job = facts.run.job;
  const bool lacks_ranks = job.ranks_seen > 0 && job.ranks_seen < job.ranks;
  if (lacks_ranks) facts.state.state.ends_in_start.reset();
  facts.gpu_model = name_gpus_beside(text, facts.ranks);
  if (facts.gpu_model.empty() && !facts.trees.empty()) facts.gpu_said = gpu_said_beside(text);
  add_evidence(facts);
  facts.run.hosts = names.with_processes();
  // Without lines of ranks, as of nccl-tests' list or a tree alone, each host with lines counts.
  const bool shows_host = !facts.trees.empty() || !facts.ranks.hosts.empty();
  if (facts.run.job.ranks == 0 && shows_host) {
    facts.ranks.hosts_with_lines = static_cast<int>(facts.run.hosts.size());
  }
  return facts;
}

const Host* host_named(const Ranks& ranks, std::string_view name) {
  const auto found = std::ranges::find(ranks.hosts, name, &Host::name);
  return found == ranks.hosts.end() ? nullptr : &*found;
}

Context context_of(const Facts& facts, const Host* host, const std::string& path) {
  Context context;
  context.path = path;
  context.host = host;
  context.gpu_model = facts.gpu_model;
  context.gpu_said = facts.gpu_said;
  context.adapters = &facts.adapters;
  const core::HostState& state = facts.state.state;
  if (state.nccl_version) context.nccl_version = state.nccl_version->value;
  context.has_multicast = facts.ranks.has_multicast.value_or(false);
  return context;
}

core::Failure no_machine(const Facts& facts, const std::string& path) {
  const std::size_t cut = facts.trees.empty() ? 0 : facts.trees.front().tree.last_line;
  if (cut != 0) {
    return bad_input(nccl_log_place(path, cut), "the system tree ends before its first GPU",
                     "expected the tree of one host", std::string(kHint));
  }
  return bad_input(path, "an NCCL log that does not show its machine",
                   "expected NCCL's system tree, or channels that one machine alone has",
                   std::string(kHint));
}

bool shows_machine(const Node& node, const Ranks& ranks) {
  const Host* const host = host_named(ranks, node.host);
  return node.tree != nullptr || (host != nullptr && has_known_model(*host));
}

/// \pre shows_machine(node, facts.ranks)
Result<Machine> machine_of(const Facts& facts, const Node& node, const std::string& path) {
  const Host* host = host_named(facts.ranks, node.host);
  Context context = context_of(facts, host, path);
  context.gpus_of_node = node.gpus;
  if (node.tree != nullptr) {
    // Of a tree that is cut, the job may have more GPUs than the log names.
    const bool is_cut = !node.tree->is_whole || facts.ranks.job.gpus_per_node == node.gpus;
    if (!is_cut) return machine_of_tree(*node.tree, context);
    return machine_of_tree(completed_to(*node.tree, node.gpus), context);
  }
  const auto cut = std::ranges::find(facts.trees, node.host, &Trees::HostTree::host);
  if (cut != facts.trees.end()) context.cut_tree = &cut->tree;
  return machine_of_ranks(context);
}

/// The numbers of GPUs by packed bus id.
std::map<std::string, int> numbers_by_bus_id(const core::Topology& topology) {
  std::map<std::string, int> numbers;
  for (const core::Device& device : topology.devices()) {
    const auto* gpu = std::get_if<core::Gpu>(&device.info);
    if (gpu != nullptr && device.pci) numbers.emplace(device.pci->bus_id, gpu->index);
  }
  return numbers;
}

void add_ports(const Adapters& adapters, const std::string& path, core::HostState& state) {
  for (const Port& port : adapters.ib) {
    core::AdapterPortState reported;
    reported.device = port.name;
    reported.port = port.port;
    reported.link_layer = port.link_layer == "IB"     ? "InfiniBand"
                          : port.link_layer == "RoCE" ? "Ethernet"
                                                      : "";
    reported.rate_mbps = port.mbps;
    reported.origin = {core::Origin::Kind::File, nccl_log_place(path, port.line)};
    state.ports.push_back(std::move(reported));
  }
}

core::HostState host_state(Facts& facts, const core::Topology& node, const Host* host,
                           const std::string& path) {
  core::HostState state = std::move(facts.state.state);
  add_ports(facts.adapters, path, state);
  const auto numbers = numbers_by_bus_id(node);
  std::map<int, core::GpuState> gpus;
  for (auto& [bus_id, gpu] : facts.state.gpus) {
    const auto number = numbers.find(full_bus_id(bus_id));
    if (number != numbers.end()) gpus.emplace(number->second, gpu);
  }
  for (const LoggedGpu& reported : host == nullptr ? std::vector<LoggedGpu>() : host->gpus) {
    const auto number =
        reported.bus_id ? numbers.find(full_bus_id(*reported.bus_id)) : numbers.end();
    if (number == numbers.end() || reported.model.empty()) continue;
    core::GpuState& gpu = gpus[number->second];
    gpu.model = reported.model;
    if (gpu.origin.source.empty()) {
      gpu.origin = {core::Origin::Kind::File, nccl_log_place(path, reported.line)};
    }
  }
  for (auto& [number, gpu] : gpus) {
    gpu.gpu = number;
    state.gpus.push_back(gpu);
  }
  return state;
}

struct LoggedJob {
  const std::string& path;
  int ranks;
};

void add_channel_note(const Channels& channels, const core::HostState& state, const LoggedJob& job,
                      std::vector<core::Diagnostic>& notes) {
  if (channels.rings.empty()) return;
  const std::size_t ranks = channels.rings.begin()->second.size();
  // Old versions print the first 20 ranks of a ring.
  const bool is_whole = ranks == static_cast<std::size_t>(job.ranks);
  notes.push_back({Severity::Note, nccl_log_place(job.path, channels.line),
                   fmt::format("NCCL{} built {}{} here",
                               state.nccl_version ? " " + state.nccl_version->value : "",
                               core::counted(channels.channels, "channel"),
                               is_whole ? " over " + core::counted(ranks, "rank") : "")});
}

/// Why something is unknown; nothing for "".
std::optional<core::Figure<std::string>> reason(const std::string& why, const std::string& path) {
  if (why.empty()) return std::nullopt;
  return core::Figure<std::string>{why, {core::Origin::Kind::File, path}};
}

LoadedRun run_without_machine(Facts facts, const std::string& path) {
  core::Error why = no_machine(facts, path).value();
  LoadedRun run{std::move(facts.state.state),
                std::move(facts.state.notes),
                std::move(why),
                {},
                std::move(facts.run)};
  add_ports(facts.adapters, path, run.host);
  if (run.host.ports.empty()) run.host.ports = std::move(facts.state.adapters);
  return run;
}

}  // namespace

bool looks_like_nccl_log(std::string_view text) {
  // Programs say a lot before NCCL does; what comes later than this is not worth the search.
  constexpr std::size_t kSearched = std::size_t{8} << 20U;
  const std::string_view head = text.substr(0, kSearched);
  // "host:12:34 [0] NCCL INFO": elsewhere the words alone may be quoted.
  constexpr std::string_view kWord = " NCCL ";
  for (std::size_t at = core::find_part(head, kWord); at != kNone;
       at = core::find_part(head, kWord, at + 1)) {
    const std::string_view rest = head.substr(at);
    if (rest.starts_with(" NCCL WARN ")) return true;
    if (at > 0 && head[at - 1] == ']' && rest.starts_with(" NCCL INFO ")) return true;
  }
  // What is pasted may begin with the words themselves.
  for (core::LineReader lines(head); lines.next();) {
    const std::string_view line = core::trimmed(lines.line());
    if (line.starts_with("NCCL WARN ") || line.starts_with("NCCL INFO ")) return true;
  }
  return false;
}

Result<ClusterOrRun> read_nccl_log_text(std::string_view text, const std::string& path) {
  Facts facts = read_facts(text, path);
  if (facts.rccl_line != 0) return of_rccl(path, facts.rccl_line);
  auto beside =
      most_common(facts.trees) == nullptr
          ? machine_of_matrix(text, path,
                              std::max(facts.ranks.job.gpus_per_node, facts.ranks.most_local_ranks))
          : std::nullopt;
  if (beside) facts.ranks.gpus_of_matrix = beside->machine.topology.gpu_count();
  Nodes nodes = choose_node(facts.trees, facts.ranks, path);
  if (!beside && !shows_machine(nodes.node, facts.ranks)) {
    return run_without_machine(std::move(facts), path);
  }
  auto machine =
      beside ? Result<Machine>(std::move(beside->machine)) : machine_of(facts, nodes.node, path);
  if (!machine) return core::fail(machine.error());
  LoadedCluster loaded;
  if (beside) loaded.matrix = std::move(beside->matrix);
  const Host* host = host_named(facts.ranks, nodes.node.host);
  loaded.host = host_state(facts, machine->topology, host, path);
  loaded.host.nvlinks_unknown = reason(machine->nvlinks_unknown, path);
  loaded.host.gpus_unknown = reason(nodes.gpus_unknown, path);
  loaded.notes = std::move(machine->notes);
  add_channel_note(facts.run.plan.channels, loaded.host, {path, facts.ranks.most_ranks},
                   loaded.notes);
  for (auto* more : {&nodes.notes, &facts.state.notes}) {
    loaded.notes.insert(loaded.notes.end(), more->begin(), more->end());
  }
  loaded.node_names = names_of_nodes(facts.trees, facts.ranks, nodes.count);
  loaded.cluster = {std::move(machine->topology), nodes.count, {}};
  if (auto done = core::check_size(loaded.cluster, path); !done) return core::fail(done.error());
  if (nodes.node.tree == nullptr && !beside) loaded.run = std::move(facts.run);
  return loaded;
}

}  // namespace treering::hw::formats::nccl_log
