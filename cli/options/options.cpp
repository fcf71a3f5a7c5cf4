#include "cli/options/options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/assert.h"

namespace treering::cli {
namespace {

constexpr std::string_view kJob = "The job";
constexpr std::string_view kRuns = "The runs that were measured";
constexpr std::string_view kCalls = "The calls (sizes as in nccl-tests)";
constexpr std::string_view kMachine = "The machine";
constexpr std::string_view kOutput = "Output";

constexpr std::array kOptions{
    OptionSpec{"nodes", "nodes", 0, "N", ValueKind::Number, false, kJob,
               "equal nodes in the job (default: 1, or what a cluster file says)"},
    OptionSpec{"topology", "topology", 0, "TOPOLOGY", ValueKind::Topology, false, kJob,
               "the machine of the run, a built-in name or a file (needed)"},
    OptionSpec{"nodes-of-run", "nodes", 0, "N", ValueKind::Number, false, kJob,
               "nodes of the run (default: as the log says, else 1)"},
    OptionSpec{"gpus-per-node-of-run", "gpus-per-node", 0, "G", ValueKind::Number, false, kJob,
               "the first G GPUs of each node (default: as the log says, else all)"},
    OptionSpec{"nodes-of-rows", "nodes", 0, "N", ValueKind::Number, false, kJob,
               "nodes of the runs, where their text does not say"},
    OptionSpec{"gpus-per-node", "gpus-per-node", 0, "G", ValueKind::Number, false, kJob,
               "use the first G GPUs of each node (default: all)"},
    OptionSpec{"devices", "devices", 0, "LIST", ValueKind::Text, false, kJob,
               "use these GPUs of each node, in this local rank order, e.g. 0,2"},
    OptionSpec{"nics", "nics", 0, "LIST", ValueKind::Text, false, kJob,
               "use these network adapters only: names as in NCCL_IB_HCA, or how many, evenly "
               "spread"},
    OptionSpec{"nic-rate", "nic-rate", 0, "GBIT", ValueKind::Number, false, kJob,
               "rate of every port of an adapter in Gbit/s, each way (default: as TOPOLOGY says)"},
    OptionSpec{"gpus-per-process", "gpus-per-process", 0, "G", ValueKind::Number, false, kJob,
               "GPUs that one thread submits to in turn, nccl-tests' -g (default: 1)"},
    OptionSpec{"nccl", "nccl", 0, "VERSION", ValueKind::NcclVersion, false, kJob,
               "NCCL version to follow, such as 2.21.5 or 2.21, or its nearest (default: 2.28.9)"},
    OptionSpec{"env", "env", 0, "NAME=VALUE", ValueKind::Assignment, false, kJob,
               "an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering list "
               "variables)",
               true},
    OptionSpec{"env-from-process", "env-from-process", 0, "", ValueKind::Flag, false, kJob,
               "also the NCCL variables that treering itself was started with"},
    OptionSpec{"measurements", "measurements", 0, "FILE", ValueKind::File, false, kRuns,
               "what was measured: nccl-tests output, its JSON, or CSV, '-' for standard input; "
               "repeatable",
               true},
    OptionSpec{
        "systems", "systems", 0, "FILE", ValueKind::File, false, kRuns,
        "table of the machines that many runs were taken on, instead of TOPOLOGY: CSV with "
        "the columns id, cluster, topology, nodes, gpus_per_node, devices, gpus_per_process, "
        "network, stratum"},
    OptionSpec{"id-of-rows", "id", 0, "ID", ValueKind::Text, false, kRuns,
               "only the rows of this id (default: all)"},
    OptionSpec{"cross-validate", "cross-validate", 0, "", ValueKind::Flag, false, kRuns,
               "also fit the model anew without each cluster in turn and predict it; takes some "
               "ten seconds"},
    OptionSpec{"anchor", "anchor", 0, "", ValueKind::Flag, false, kRuns,
               "use only the smallest and the largest row of each sweep; the rest is a test"},

    OptionSpec{"collective", "collective", 'c', "LIST", ValueKind::Collective, true, kCalls,
               "collectives by nccl-tests' names, 'tuned' for those whose algorithm NCCL chooses, "
               "or 'all' "
               "(default: all_reduce)"},
    OptionSpec{
        "tuned-collective", "collective", 'c', "LIST", ValueKind::Collective, true, kCalls,
        "collectives to advise on (default: tuned, those for which NCCL chooses an algorithm)"},
    OptionSpec{"one-collective", "collective", 'c', "NAME", ValueKind::Collective, false, kCalls,
               "the collective (default: all_reduce)"},
    OptionSpec{"collective-of-rows", "collective", 'c', "NAME", ValueKind::Collective, false,
               kCalls, "the collective of runs whose text does not name it"},
    OptionSpec{"collective-of-run", "collective", 'c', "NAME", ValueKind::Collective, false, kCalls,
               "only rows of that collective; also that of runs whose text does not name it"},
    OptionSpec{"minbytes", "minbytes", 'b', "SIZE", ValueKind::Size, false, kCalls,
               "smallest size in bytes; K, M, G are powers of 1024 (default: 8)"},
    OptionSpec{"maxbytes", "maxbytes", 'e', "SIZE", ValueKind::Size, false, kCalls,
               "largest size (default: 8G)"},
    OptionSpec{"size", "size", 'b', "SIZE", ValueKind::Size, false, kCalls,
               "size of the call in bytes; K, M, G are powers of 1024 (default: 1M)"},
    OptionSpec{"stepfactor", "stepfactor", 'f', "N", ValueKind::Number, false, kCalls,
               "multiply the size by N from row to row (default: 2)"},
    OptionSpec{"stepbytes", "stepbytes", 'i', "SIZE", ValueKind::Size, false, kCalls,
               "add SIZE from row to row, instead of -f"},
    OptionSpec{"datatype", "datatype", 'd', "TYPE", ValueKind::DataType, false, kCalls,
               "element type by nccl-tests' name (default: float)"},
    OptionSpec{"op", "op", 0, "OP", ValueKind::ReduceOp, false, kCalls,
               "reduction (default: sum); nccl-tests writes -o, which is the output file here"},
    OptionSpec{"algo", "algo", 0, "LIST", ValueKind::Algorithm, true, kCalls,
               "consider these algorithms only, or 'all'"},
    OptionSpec{"proto", "proto", 0, "LIST", ValueKind::Protocol, true, kCalls,
               "consider these protocols only, or 'all'"},
    OptionSpec{"channels", "channels", 0, "LIST", ValueKind::ChannelCount, true, kCalls,
               "also with these numbers of channels, each of which takes an SM, e.g. 4,8; 'all': "
               "1, 2, 4 and so on"},
    OptionSpec{"profile", "profile", 0, "FILE", ValueKind::File, false, kCalls,
               "parameters of the cost model, as treering calibrate writes them, over those that "
               "are built in"},
    OptionSpec{"network", "network", 0, "NAME", ValueKind::Network, false, kCalls,
               "the network that the cost model goes by: infiniband, roce, slingshot, efa, efa1 or "
               "tcp (default: as the adapters say)"},
    OptionSpec{
        "model", "model", 0, "NAME", ValueKind::Model, false, kCalls,
        "where times come from: cost, what calls really take (default), nccl, what NCCL itself "
        "believes, or event"},

    OptionSpec{
        "record", "record", 0, "DIR", ValueKind::File, false, kMachine,
        "keep all that was read of this machine in a new folder DIR, for --replay elsewhere"},
    OptionSpec{"replay", "replay", 0, "DIR", ValueKind::File, false, kMachine,
               "look at a machine that --record kept, or a copy of its /sys and /proc, instead of "
               "this one"},
    OptionSpec{"fabric", "fabric", 0, "", ValueKind::Flag, false, kMachine,
               "the InfiniBand fabric that this machine is in, as ibnetdiscover finds it, instead "
               "of the machine"},
    OptionSpec{"anonymise", "anonymise", 0, "", ValueKind::Flag, false, kMachine,
               "keep what is known to be harmless, and put stand-ins for all else, such as names "
               "of hosts"},

    OptionSpec{"graphs", "graphs", 0, "", ValueKind::Flag, false, kOutput,
               "also show NCCL's channels: rings, trees, bandwidths, and its tuning table"},
    OptionSpec{"svg", "svg", 0, "FILE", ValueKind::File, false, kOutput,
               "draw it into FILE as SVG, which browsers show ('-': standard output)"},
    OptionSpec{"tree", "tree", 0, "", ValueKind::Flag, false, kOutput,
               "only what hangs off what, as a tree"},
    OptionSpec{"id", "id", 0, "LABEL", ValueKind::Text, false, kOutput,
               "name of the series (default: the id column, else the file's name)"},
    OptionSpec{"to", "to", 0, "FORM", ValueKind::Exporter, false, kOutput,
               "the form to write: env, nccl.conf or tuner-csv"},
    OptionSpec{"to-format", "to", 0, "FORMAT", ValueKind::FileFormat, false, kOutput,
               "format of OUT (default: by its ending)"},
    OptionSpec{"format", "format", 0, "FORM", ValueKind::Format, false, kOutput,
               "text, json or csv (default: text)"},
    OptionSpec{"text-or-json", "format", 0, "FORM", ValueKind::TextOrJson, false, kOutput,
               "text or json (default: text)"},
    OptionSpec{"output", "output", 'o', "FILE", ValueKind::File, false, kOutput,
               "write to FILE instead of standard output"},
    OptionSpec{"verbose", "verbose", 0, "", ValueKind::Flag, false, kOutput,
               "also list what was not looked at, and why"},
    OptionSpec{"quiet", "quiet", 0, "", ValueKind::Flag, false, kOutput,
               "figures only: no headings, remarks or advice"},
    OptionSpec{"help", "help", 'h', "", ValueKind::Flag, false, kOutput, "show this help and exit"},
};

}  // namespace

std::span<const OptionSpec> all_options() {
  return kOptions;
}

const OptionSpec& option_with(std::string_view id) {
  const auto* const found = std::find_if(kOptions.begin(), kOptions.end(),
                                         [&](const auto& option) { return option.id == id; });
  TREERING_ASSERT(found != kOptions.end(), "commands name options of the table only");
  return *found;
}

std::string spelling(const OptionSpec& option) {
  std::string text = option.letter == 0 ? "" : fmt::format("-{}, ", option.letter);
  text += fmt::format("--{}", option.name);
  if (!option.value.empty()) text += fmt::format(" {}", option.value);
  return text;
}

}  // namespace treering::cli
