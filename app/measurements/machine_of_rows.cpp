#include "app/measurements/machine_of_rows.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/texts_of_rows.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/topology/part.h"
#include "core/units.h"
#include "hw/builtin.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/named_machines.h"
#include "hw/complete/unknown.h"
#include "hw/load_cluster.h"

namespace treering::app::measurements {
namespace {

using hw::catalogue::GpuModel;
using tuner::Measurement;

/// What the rows say of the GPUs of a host; 0 and empty where they do not, or differ.
struct HostOfRows {
  std::string gpu;
  int gpus = 0;
};

HostOfRows host_of(const std::vector<Measurement>& rows) {
  HostOfRows host{rows.front().gpu, rows.front().gpus_per_node};
  for (const Measurement& row : rows) {
    if (row.gpu != host.gpu) host.gpu.clear();
    if (row.gpus_per_node != host.gpus) host.gpus = 0;
  }
  return host;
}

/// How near the GPUs of a machine are to those of the rows.
enum class Likeness { Other, SameLinks, Same };

Likeness likeness(const std::vector<const GpuModel*>& named, const core::Topology& node) {
  const GpuModel* const own = hw::catalogue::gpu_model_of(node);
  if (own == nullptr || named.empty()) return Likeness::Other;
  if (std::ranges::find(named, own) != named.end()) return Likeness::Same;
  const bool have_links = std::ranges::any_of(
      named, [&](const GpuModel* model) { return hw::catalogue::have_same_links(*model, *own); });
  return have_links ? Likeness::SameLinks : Likeness::Other;
}

struct Candidate {
  std::string name;
  int gpus = 0;  // of a host
  Likeness likeness = Likeness::Other;
};

/// The built-in machines whose GPUs can be those, with at least so many on a host.
std::vector<Candidate> candidates_for(const HostOfRows& host) {
  const auto named = hw::catalogue::gpu_named(host.gpu).models();
  std::vector<Candidate> all;
  for (const std::string_view name : hw::builtin_names()) {
    const auto node = hw::load_builtin(name);
    if (!node) continue;
    const Candidate one{std::string(name), node->gpu_count() / std::max(core::host_count(*node), 1),
                        likeness(named, *node)};
    if (one.likeness != Likeness::Other && one.gpus >= host.gpus) all.push_back(one);
  }
  return all;
}

/// Those with the GPUs themselves before those whose links alone are the same, and hosts that the
/// job fills before larger ones.
std::vector<std::string> nearest(std::vector<Candidate> all, int gpus) {
  const auto keep = [&](const auto& is_near) {
    if (std::ranges::any_of(all, is_near)) std::erase_if(all, std::not_fn(is_near));
  };
  keep([](const Candidate& one) { return one.likeness == Likeness::Same; });
  keep([&](const Candidate& one) { return one.gpus == gpus; });
  std::vector<std::string> names;
  for (const Candidate& one : all) names.push_back(one.name);
  return names;
}

/// Those with one of several GPUs, for each GPU; empty where none is built in for one of them.
std::vector<std::string> nearest_with(const std::vector<std::string>& gpus, int gpus_of_host) {
  std::vector<std::string> all;
  for (const std::string& gpu : gpus) {
    const auto names = nearest(candidates_for({gpu, gpus_of_host}), gpus_of_host);
    if (names.empty()) return {};
    for (const std::string& name : names) {
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }
  }
  return all;
}

std::string gpus_text(const HostOfRows& host) {
  return host.gpus == 0 ? host.gpu : fmt::format("{} x {} on one host", host.gpus, host.gpu);
}

/// "a, b or c".
std::string one_of(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// What GPUs the words name where the rows name none that is known.
HostOfRows host_in(const std::vector<Measurement>& rows, const std::string& words) {
  HostOfRows host = host_of(rows);
  const Measurement& first = rows.front();
  const auto nodes = hw::catalogue::nodes_named_in(words);
  const int ranks = common_ranks(rows);
  const bool fills_nodes = nodes && ranks > 0 && ranks % *nodes == 0;
  if (first.gpus_per_node == 0 && host.gpus == 0 && fills_nodes) host.gpus = ranks / *nodes;
  const bool is_one_kind =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.gpu == first.gpu; });
  if (!is_one_kind || !hw::catalogue::gpu_named(host.gpu).models().empty()) return host;
  std::string named = hw::catalogue::gpu_named_in(words);
  if (!named.empty()) host.gpu = std::move(named);
  return host;
}

/// The machine that the words name, unless its GPUs are others than those of the rows.
std::optional<PossibleMachines> machine_named(const HostOfRows& host, const std::string& words) {
  const hw::catalogue::NamedMachine* const named = hw::catalogue::machine_named_in(words);
  const auto node =
      named == nullptr ? core::Result<core::Topology>() : hw::load_builtin(named->topology);
  if (named == nullptr || !node) return {};
  const auto models = hw::catalogue::gpu_named(host.gpu).models();
  if (!models.empty() && likeness(models, *node) == Likeness::Other) return {};
  if (host.gpus > node->gpu_count()) return {};
  PossibleMachines machines{{std::string(named->topology)}, "", std::string(named->name)};
  if (!named->nics.empty()) machines.adapters.nics = named->nics;
  if (!named->nic_rate.empty()) machines.adapters.nic_rate = named->nic_rate;
  return machines;
}

/// The machine that a single file of rows shows; nothing for several, and where it shows none.
using MachineOfFile = std::optional<hw::formats::LoadedCluster>;

MachineOfFile machine_of_file(const std::vector<std::string>& files,
                              const hw::io::RealFiles& source) {
  if (files.size() != 1) return {};
  auto loaded = hw::load_cluster(files.front(), source);
  return loaded ? MachineOfFile(*std::move(loaded)) : std::nullopt;
}

/// The list of devices as a machine, where that is all that is known.
std::optional<PossibleMachines> generic_machine(const std::vector<std::string>& files,
                                                const MachineOfFile& loaded) {
  if (!loaded || loaded->cluster.node.gpu_count() == 0) return {};
  if (hw::complete::unknown_gpu(loaded->cluster.node) != nullptr) return {};
  PossibleMachines machines{files, ""};
  machines.is_generic = true;
  return machines;
}

core::Failure no_machine(const std::string& found, std::string expected, std::string hint = {}) {
  return core::usage_error(core::field("topology"), "not given, and " + found, std::move(expected),
                           std::move(hint));
}

/// Whether the rows may be of the machine of a matrix: it has as many GPUs, of no other model, and
/// adapters where they need some.
bool may_be_of(const std::vector<Measurement>& rows, const core::Topology& node) {
  const HostOfRows host = host_of(rows);
  const bool has_ports = !node.of_kind(core::DeviceKind::NicPort).empty();
  const int gpus = node.gpu_count() / std::max(core::host_count(node), 1);
  return host.gpus <= gpus && !hw::catalogue::are_other_gpus(host.gpu, node) &&
         (has_ports ||
          std::ranges::all_of(rows, [](const Measurement& row) { return row.nodes <= 1; }));
}

/// Whether the file describes how GPUs are joined, in NCCL's lines or in a matrix.
bool shows_machine(const MachineOfFile& loaded, const std::vector<Measurement>& rows) {
  constexpr std::string_view kLog = "nccl-log";  // hw/formats/formats.def
  if (!loaded || (loaded->format != kLog && loaded->matrix.empty())) return false;
  const core::Topology& node = loaded->cluster.node;
  if (node.gpu_count() == 0 || hw::complete::unknown_nvlinks(node, loaded->host)) return false;
  if (loaded->matrix.empty()) return hw::complete::unknown_gpu(node) == nullptr;
  return may_be_of(rows, node);
}

/// The machine that the file describes.
std::optional<PossibleMachines> machine_described(const std::vector<Measurement>& rows,
                                                  const std::vector<std::string>& files,
                                                  const MachineOfFile& loaded) {
  if (!shows_machine(loaded, rows)) return {};
  PossibleMachines machines{files, ""};
  machines.matrix = loaded->matrix;
  return machines;
}

/// NVLinks of its first GPU.
std::int64_t nvlinks_of(const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  std::int64_t count = 0;
  for (const core::Link& link : node.links()) {
    const bool is_own = link.kind == core::LinkKind::NvLink && link.from == gpus.front();
    if (is_own) count += link.count;
  }
  return count;
}

/// Whether a machine that words name can be that of the matrix, which leaves open what its GPUs
/// are.
bool is_named_better(const PossibleMachines& named, const core::Topology& node) {
  const auto builtin = hw::load_builtin(named.topologies.front());
  return hw::complete::unknown_gpu(node) != nullptr && builtin &&
         builtin->gpu_count() == node.gpu_count() && nvlinks_of(*builtin) == nvlinks_of(node);
}

constexpr const char* kListThem = "treering list topologies names those that are built in";

/// The models that words name where neither they nor the rows name a single one. More than a few
/// are a comparison of machines, and none of them is that of the rows.
std::vector<std::string> gpus_left_open(const HostOfRows& host,
                                        const std::vector<Measurement>& rows,
                                        const std::string& words) {
  constexpr std::size_t kFew = 3;
  if (!host.gpu.empty() || !rows.front().gpu.empty()) return {};
  auto gpus = hw::catalogue::gpus_named_in(words);
  return gpus.size() > kFew ? std::vector<std::string>() : gpus;
}

/// Machines with a GPU that any word of the files names, be it in the name of a host or of a file;
/// else some that many have.
std::string machines_to_suggest(const std::vector<std::string>& files,
                                const hw::io::RealFiles& source) {
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  std::vector<std::string> names;
  for (const std::string& file : files) {
    const std::string text = source.read(file, hw::io::kMaxFileBytes).value_or("");
    const std::string name = file.substr(file.rfind('/') + 1);
    for (const std::string& gpu :
         hw::catalogue::gpus_named_in(name + "\n" + text.substr(0, kMost))) {
      std::ranges::move(nearest_with({gpu}, 0), std::back_inserter(names));
    }
  }
  constexpr std::size_t kFew = 3;
  if (names.empty()) return "dgx-a100, dgx-h100 or gb200-nvl72";
  names.resize(std::min(names.size(), kFew));
  return one_of(names);
}

bool is_of_rccl(const std::string& words) {
  return words.find("rccl") != std::string::npos;
}

bool is_of_amd(const std::string& words) {
  return is_of_rccl(words) || words.find("+hip") != std::string::npos ||
         hw::catalogue::names_amd_gpu(words);
}

/// The refusal of rows that were measured on GPUs of AMD.
core::Failure no_machine_of_amd(const std::string& file, const std::string& words) {
  return no_machine(
      core::printable(file) + (is_of_rccl(words) ? " is of rccl-tests, which runs on AMD's GPUs"
                                                 : " is of GPUs of AMD"),
      "expected a run on GPUs of NVIDIA, the only ones that treering knows");
}

/// Of rows whose text names no GPU.
core::Failure no_gpu(const std::vector<Measurement>& rows, const std::string& words,
                     const std::string& suggested) {
  const Measurement& first = rows.front();
  const std::string file = core::printable(first.file);
  if (is_of_amd(words)) return no_machine_of_amd(first.file, words);
  const std::string job = first.ranks > 0 ? " of its " + core::counted(first.ranks, "rank") : "";
  return no_machine(file + " names no model of GPU",
                    fmt::format("expected the machine{}, such as {}", job, suggested), kListThem);
}

}  // namespace

core::Result<PossibleMachines> possible_machines(const std::vector<Measurement>& rows,
                                                 const std::vector<std::string>& files,
                                                 const hw::io::RealFiles& source) {
  const MachineOfFile loaded = machine_of_file(files, source);
  auto described = machine_described(rows, files, loaded);
  const std::string words = people_words(files, source);
  const HostOfRows host = host_in(rows, words);
  auto named = machine_named(host, words);
  if (described && !(named && is_named_better(*named, loaded->cluster.node))) {
    return *std::move(described);
  }
  if (named) {
    return *std::move(named);
  }
  const auto said = gpus_left_open(host, rows, words);
  auto names =
      host.gpu.empty() ? nearest_with(said, host.gpus) : nearest(candidates_for(host), host.gpus);
  if (names.empty() && host.gpu.empty()) {
    return no_gpu(rows, words, machines_to_suggest(files, source));
  }
  if (!names.empty()) {
    return PossibleMachines{std::move(names), said.empty() ? gpus_text(host) : one_of(said)};
  }
  if (auto generic = generic_machine(files, loaded)) return *std::move(generic);
  // By the name of the GPUs alone: a text on GPUs of NVIDIA may compare them with AMD's.
  if (hw::catalogue::names_amd_gpu(host.gpu)) {
    return no_machine_of_amd(rows.front().file, words);
  }
  return no_machine(
      fmt::format("no machine with {} is built in", core::printable(gpus_text(host))),
      "expected the machine of the run",
      "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE, or the text of nvidia-smi topo -m");
}

setup::JobRequest job_on(const PossibleMachines& machines, std::size_t at, setup::JobRequest job) {
  job.topology = machines.topologies[at];
  if (!job.adapters.nics) job.adapters.nics = machines.adapters.nics;
  if (!job.adapters.nic_rate) job.adapters.nic_rate = machines.adapters.nic_rate;
  return job;
}

std::string why_uncertain(const std::vector<Measurement>& rows, std::string_view topology) {
  int nodes = 1;
  for (const Measurement& row : rows) nodes = std::max(nodes, row.nodes);
  const auto node = hw::load_builtin(topology);
  const bool is_rack = node && core::host_count(*node) >= nodes && core::host_count(*node) > 1;
  if (nodes > 1 && !is_rack) {
    return fmt::format("the log does not show the network between its {} nodes", nodes);
  }
  const HostOfRows host = host_of(rows);
  if (hw::catalogue::joining_of(host.gpu) == hw::catalogue::GpuJoining::NvSwitch) return "";
  return fmt::format("{} are not joined alike in all machines",
                     host.gpu.empty() ? "its GPUs" : core::printable(host.gpu));
}

namespace {

/// ", with 1 adapter of 100 Gbit/s"; empty where a machine has its own.
std::string adapters_text(const setup::AdapterRequest& adapters) {
  std::string text;
  if (adapters.nics) text = fmt::format(", with {} adapters", *adapters.nics);
  if (adapters.nics == "1") text = ", with 1 adapter";
  if (adapters.nic_rate) {
    text += fmt::format("{} {} Gbit/s", text.empty() ? ", with adapters of" : " of",
                        *adapters.nic_rate);
  }
  return text;
}

}  // namespace

core::Result<std::string> only_machine(const std::vector<Measurement>& rows,
                                       const std::vector<std::string>& files,
                                       const hw::io::RealFiles& source) {
  const std::string file = core::printable(rows.front().file);
  const auto machines = possible_machines(rows, files, source);
  if (!machines) {
    core::Error error = machines.error();
    error.where = file;
    error.found = "the topology is " + error.found;
    return core::fail(std::move(error));
  }
  const std::string& first = machines->topologies.front();
  if (machines->is_generic) {
    return core::usage_error(file,
                             "the topology is not given, and no machine with its GPUs is built in",
                             "expected the machine of the run");
  }
  if (machines->adapters.nics || machines->adapters.nic_rate) {
    return core::usage_error(file, "the topology is not given",
                             fmt::format("expected {}{}, which is {}", first,
                                         adapters_text(machines->adapters), machines->named));
  }
  const bool is_one = machines->topologies.size() == 1;
  const std::string uncertain = machines->gpus.empty() ? "" : why_uncertain(rows, first);
  if (is_one && uncertain.empty()) return first;
  const std::string have = fmt::format("{} {} {}", one_of(machines->topologies),
                                       is_one ? "has" : "have", core::printable(machines->gpus));
  return core::usage_error(
      file, fmt::format("the topology is not given, and {}", uncertain.empty() ? have : uncertain),
      uncertain.empty() ? "expected one of these, such as " + first
                        : fmt::format("expected the machine of the run: {}", have));
}

std::string deduced_text(const PossibleMachines& machines, std::string_view taken) {
  if (!machines.named.empty()) {
    return fmt::format(
        "deduced: the machine is {}, as the text names {}{}; if it is another, name it "
        "with ⟨topology⟩",
        taken, machines.named, adapters_text(machines.adapters));
  }
  if (machines.is_generic) {
    return "deduced: the GPUs of the list of devices; all else of their host is assumed, so times "
           "are a guess: name the machine with ⟨topology⟩";
  }
  if (machines.gpus.empty()) {
    return fmt::format("deduced: the machine, from {} in {}",
                       machines.matrix.empty() ? "NCCL's lines" : machines.matrix,
                       core::printable(taken));
  }
  const std::string gpus = core::printable(machines.gpus);
  if (machines.topologies.size() == 1) {
    return fmt::format(
        "deduced: the machine is {}, as the run is of {}; if it is another, name it "
        "with ⟨topology⟩",
        taken, gpus);
  }
  return fmt::format(
      "deduced: the machine has {}, as {} have; the verdict is the same for each, and "
      "{} is shown; name yours with ⟨topology⟩",
      gpus, one_of(machines.topologies), taken);
}

std::optional<core::Error> why_other_gpus(std::string_view gpu, const core::Topology& node) {
  if (!hw::catalogue::are_other_gpus(gpu, node)) return {};
  const auto named = hw::catalogue::gpu_named(gpu).models();
  const GpuModel* const own = hw::catalogue::gpu_model_of(node);
  const auto links = [](const GpuModel& model) {
    return model.nvlinks == 0 ? std::string("no NVLinks") : core::counted(model.nvlinks, "NVLink");
  };
  HostOfRows host{std::string(gpu), 0};
  auto candidates = candidates_for(host);
  std::erase_if(candidates, [](const Candidate& one) { return one.likeness != Likeness::Same; });
  const auto names = nearest(std::move(candidates), 0);
  core::Error error{
      core::Category::BadInput, "",
      fmt::format("a run on {}, which has {}", core::printable(gpu), links(*named.front())),
      fmt::format("expected a run on {} as {} has, with {}", own->name, node.name(), links(*own)),
      ""};
  error.hint = names.empty()
                   ? "no machine with these GPUs is built in: give the file that NCCL writes to "
                     "NCCL_TOPO_DUMP_FILE as ⟨topology⟩"
                   : fmt::format("name the machine of the run with ⟨topology⟩: {}", one_of(names));
  return error;
}

}  // namespace treering::app::measurements
