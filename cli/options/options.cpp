#include "cli/options/options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/text/reading.h"

namespace treering::cli {

namespace {

constexpr std::string_view kJob = "The job";
constexpr std::string_view kRuns = "The runs that were measured";
constexpr std::string_view kMeasuring = "How it is measured";
constexpr std::string_view kCalls = "The calls (sizes as in nccl-tests)";
constexpr std::string_view kTimes = "Where times come from";
constexpr std::string_view kMachine = "The machine";
constexpr std::string_view kHosts = "With TOPOLOGY hosts: Open MPI and Gloo on CPUs";
constexpr std::string_view kOutput = "Output";

constexpr std::array kOptions{
    OptionSpec{"nodes", "nodes", 0, "N", ValueKind::Number, false, kJob,
               "number of equal nodes in the job (default: that of a cluster file, else 1)"},
    OptionSpec{"topology", "topology", 0, "TOPOLOGY", ValueKind::Topology, false, kJob,
               "the machine of the run: a built-in name or a file (default: as the log says); "
               "'hosts': CPUs"},
    OptionSpec{"nodes-of-run", "nodes", 0, "N", ValueKind::Number, false, kJob,
               "nodes of the run (default: as the log says, else 1)"},
    OptionSpec{"gpus-per-node-of-run", "gpus-per-node", 0, "G", ValueKind::Number, false, kJob,
               "the first G GPUs of each node (default: as the log says, else all)"},
    OptionSpec{"nodes-of-rows", "nodes", 0, "N", ValueKind::Number, false, kJob,
               "nodes of the runs, where their text does not say"},
    OptionSpec{"gpus-per-node", "gpus-per-node", 0, "G", ValueKind::Number, false, kJob,
               "use the first G GPUs of each node (default: all)"},
    OptionSpec{"devices", "devices", 0, "LIST", ValueKind::Text, false, kJob,
               "use these GPUs of each node, in this order of local ranks, e.g. 0,2"},
    OptionSpec{"nics", "nics", 0, "LIST", ValueKind::Text, false, kJob,
               "use only these network adapters: names as in NCCL_IB_HCA, or a number, spread "
               "evenly"},
    OptionSpec{"nic-rate", "nic-rate", 0, "GBIT", ValueKind::Number, false, kJob,
               "rate of every adapter port in Gbit/s, each way (default: as TOPOLOGY says)"},
    OptionSpec{"leaf-ratio", "oversubscription", 0, "RATIO", ValueKind::Number, false, kJob,
               "leaf switches have so many times less to the others than their nodes to them "
               "(default: as TOPOLOGY says)"},
    OptionSpec{"leaf-nodes", "nodes-per-leaf", 0, "N", ValueKind::Number, false, kJob,
               "nodes under each leaf switch (default: as TOPOLOGY says)"},
    OptionSpec{"node-order", "node-order", 0, "ORDER", ValueKind::Text, false, kJob,
               "how nodes are under leaf switches: sorted (leaf by leaf), scattered (each next "
               "node under another), unknown, or the leaf of each node, from 0 on, e.g. 0*4,1*4 "
               "(default: as TOPOLOGY says, else sorted)"},
    OptionSpec{"gpus-per-process", "gpus-per-process", 0, "G", ValueKind::Number, false, kJob,
               "GPUs that one thread submits to in turn, nccl-tests' -g (default: 1)"},
    OptionSpec{"nccl", "nccl", 0, "VERSION", ValueKind::NcclVersion, false, kJob,
               "NCCL version to follow, such as 2.21.5 or 2.21, else the nearest known (default: "
               "2.28.9)"},
    OptionSpec{"env", "env", 0, "NAME=VALUE", ValueKind::Assignment, false, kJob,
               "set an NCCL variable of the job, e.g. NCCL_ALGO=ring; repeatable (see treering "
               "list variables)",
               true},
    OptionSpec{"env-from-process", "env-from-process", 0, "", ValueKind::Flag, false, kJob,
               "also take the NCCL variables of treering's own environment"},
    OptionSpec{
        "runner", "runner", 0, "NAME", ValueKind::Runner, false, kMeasuring,
        "what runs the collectives: mpi, gloo, nccl with a process for each GPU, "
        "nccl-threads with one for all (both so far run on one GPU alone), or replay (default: "
        "mpi)"},
    OptionSpec{"ranks", "ranks", 0, "N", ValueKind::Number, false, kMeasuring,
               "start N ranks on this machine (default: 2); under mpirun or srun, theirs"},
    OptionSpec{"bind", "bind", 0, "HOW", ValueKind::Binding, false, kMeasuring,
               "which cores ranks get: spread (their own, far apart), compact (their own, side by "
               "side), numa (all of a NUMA node), none (default: spread, of GPUs numa, where that "
               "is possible, else none; under mpirun or srun, theirs)"},
    OptionSpec{"shaped", "shaped", 0, "GBIT", ValueKind::Text, false, kMeasuring,
               "give each rank a network of its own behind a link of so many Gbit/s, or of another "
               "for some: 0.1,2=0.02; a cluster whose truth is known, on one machine"},
    OptionSpec{"measured-algo", "algo", 0, "LIST", ValueKind::Text, true, kMeasuring,
               "force these algorithms, by the library's names, one after the other; 'default' is "
               "its own choice, 'all' is every one that it has (default: default)"},
    OptionSpec{"pairs", "pairs", 0, "", ValueKind::Flag, false, kMeasuring,
               "sendrecv goes from each rank to each other one, alone (default: from all to the "
               "next): which link is slow?"},
    OptionSpec{"measured-proto", "proto", 0, "LIST", ValueKind::Text, true, kMeasuring,
               "force these protocols of NCCL, ll, ll128 or simple, one after the other (default: "
               "default, its own choice)"},
    OptionSpec{"measured-channels", "channels", 0, "LIST", ValueKind::Text, true, kMeasuring,
               "force these numbers of NCCL's channels, e.g. 4,8 (default: its own choice)"},
    OptionSpec{"in-place", "in-place", 0, "", ValueKind::Flag, false, kMeasuring,
               "results take the place of the input (default: out of place)"},
    OptionSpec{"cold", "cold", 0, "", ValueKind::Flag, false, kMeasuring,
               "overwrite the caches before each call (default: warm, the same buffers again)"},
    OptionSpec{"launches", "launches", 0, "N", ValueKind::Number, false, kMeasuring,
               "start the ranks N times and measure all in each; 6 or more show what a fresh start "
               "changes (default: 1, which says nothing about the next)"},
    OptionSpec{
        "warmups", "warmups", 0, "N", ValueKind::Number, false, kMeasuring,
        "calls before the first that counts (default: 5, and of short calls as many as take up "
        "to 50 ms)"},
    OptionSpec{
        "samples", "samples", 0, "N", ValueKind::Number, false, kMeasuring,
        "at most N samples of a configuration in a launch; it takes 30 or more, until the median "
        "is known to 2.5 % or 20 s are over (default: 1000)"},
    OptionSpec{"timeout", "timeout", 0, "SECONDS", ValueKind::Number, false, kMeasuring,
               "what a call may take: end ranks that are silent longer, and go on (default: 60)"},
    OptionSpec{"order-seed", "seed", 0, "N", ValueKind::Number, false, kMeasuring,
               "of the random order of configurations (default: 1)"},
    OptionSpec{"resume", "resume", 0, "", ValueKind::Flag, false, kMeasuring,
               "go on with the last run of its kind in the file of --output: skip what it has"},
    OptionSpec{"retry-failed", "retry-failed", 0, "", ValueKind::Flag, false, kMeasuring,
               "with --resume: measure all failed results again, not those of dead ranks alone"},
    OptionSpec{"compare", "compare", 0, "", ValueKind::Flag, false, kMeasuring,
               "measure nothing: put the results in two files side by side, before and after, with "
               "a verdict each; exit code 1 where something became slower, of several launches"},
    OptionSpec{"budget", "budget", 0, "PERCENT", ValueKind::Number, false, kMeasuring,
               "measure at most this share of what a sweep of everything would (default: 15)"},
    OptionSpec{"knobs", "knobs", 0, "", ValueKind::Flag, false, kMeasuring,
               "also try variables that only new communicators of NCCL read, NCCL_BUFFSIZE and "
               "five others, where NCCL's plan says that they can matter; two to four starts of "
               "the ranks for each value (default: only says which can)"},
    OptionSpec{"page", "report", 0, "FILE", ValueKind::File, false, kOutput,
               "also write a report to FILE: one HTML page with charts of every way, or Markdown "
               "where its name ends in .md"},
    OptionSpec{"tuned-settings", "settings", 0, "FILE", ValueKind::File, false, kOutput,
               "also write what is confirmed to FILE, as Open MPI or NCCL's tuner plugin reads it"},
    OptionSpec{"tuned-to", "to", 0, "FORM", ValueKind::Exporter, false, kOutput,
               "form of --settings (default: openmpi-rules, of NCCL tuner-csv)"},
    OptionSpec{"tuned-algo", "algo", 0, "LIST", ValueKind::Text, true, kMeasuring,
               "choose among these, by the library's names; 'default' is its own choice (default: "
               "all that it has)"},
    OptionSpec{"tuned-launches", "launches", 0, "N", ValueKind::Number, false, kMeasuring,
               "start the ranks anew for each round; at most N times for each configuration "
               "(default: 6, with which an interval of 95 % is possible)"},
    OptionSpec{
        "beside", "compare", 0, "", ValueKind::Flag, false, kRuns,
        "also put two files of measurements side by side, OLD and NEW after TOPOLOGY, with a "
        "verdict each; exit code 1 where something became slower, of several launches"},
    OptionSpec{"recording", "measurements", 0, "FILE", ValueKind::File, false, kMeasuring,
               "results of treering measure from which --runner replay answers", true},
    OptionSpec{"runner-of-hosts", "runner", 0, "NAME", ValueKind::Runner, false, kHosts,
               "the library: mpi or gloo (default: mpi, or that of the measurements)"},
    OptionSpec{"ranks-of-hosts", "ranks", 0, "N", ValueKind::Number, false, kHosts,
               "ranks, each behind a link of --nic-rate; without one, all on one machine"},
    OptionSpec{"cores", "cores", 0, "N", ValueKind::Number, false, kHosts,
               "cores that all ranks share (default: as many as they need, or as the measurements "
               "say)"},
    OptionSpec{"measurements-of-hosts", "measurements", 0, "FILE", ValueKind::File, false, kHosts,
               "results of treering measure, from which algorithms are recommended; repeatable",
               true},
    OptionSpec{
        "measurements", "measurements", 0, "FILE", ValueKind::File, false, kRuns,
        "what was measured: nccl-tests output, its JSON, CSV, or results of treering measure, "
        "'-' for standard input; repeatable",
        true},
    OptionSpec{"systems", "systems", 0, "FILE", ValueKind::File, false, kRuns,
               "table of the machines of many runs, in place of TOPOLOGY: CSV with the columns id, "
               "cluster, topology, nodes, gpus_per_node, devices, gpus_per_process, network, "
               "nccl, stratum, env"},
    OptionSpec{"id-of-rows", "id", 0, "ID", ValueKind::Text, false, kRuns,
               "only the rows with this id (default: all)"},
    OptionSpec{"cross-validate", "cross-validate", 0, "", ValueKind::Flag, false, kRuns,
               "also fit the model without each cluster in turn and predict that cluster; takes "
               "half a minute"},
    OptionSpec{"anchor", "anchor", 0, "", ValueKind::Flag, false, kRuns,
               "use only the smallest and largest row of each sweep; the others test the fit"},

    OptionSpec{"collective", "collective", 'c', "LIST", ValueKind::Collective, true, kCalls,
               "collectives by nccl-tests' names, 'tuned' for those whose algorithm NCCL chooses, "
               "or 'all' (default: all_reduce; in report those of its --measurements)"},
    OptionSpec{"predicted-collective", "collective", 'c', "LIST", ValueKind::Collective, true,
               kCalls,
               "collectives by nccl-tests' names, 'tuned' for those whose algorithm NCCL chooses, "
               "'all', or barrier alone (default: all_reduce)"},
    OptionSpec{"tuned-collective", "collective", 'c', "LIST", ValueKind::Collective, true, kCalls,
               "collectives to advise on (default: tuned, those whose algorithm NCCL chooses)"},
    OptionSpec{"one-collective", "collective", 'c', "NAME", ValueKind::Collective, false, kCalls,
               "the collective (default: all_reduce)"},
    OptionSpec{"simulated-collective", "collective", 'c', "NAME", ValueKind::SimulatedCollective,
               false, kCalls, "the collective (default: all_reduce), or barrier"},
    OptionSpec{"collective-of-rows", "collective", 'c', "NAME", ValueKind::Collective, false,
               kCalls, "the collective of runs whose text does not name it"},
    OptionSpec{"collective-of-run", "collective", 'c', "NAME", ValueKind::Collective, false, kCalls,
               "only rows of this collective; also the collective of runs whose text names none"},
    OptionSpec{"minbytes", "minbytes", 'b', "SIZE", ValueKind::Size, false, kCalls,
               "smallest size in bytes; K, M, G are powers of 1024 (default: 8)"},
    OptionSpec{"maxbytes", "maxbytes", 'e', "SIZE", ValueKind::Size, false, kCalls,
               "largest size (default: 8G)"},
    OptionSpec{"measured-maxbytes", "maxbytes", 'e', "SIZE", ValueKind::Size, false, kCalls,
               "largest size (default: 4M)"},
    OptionSpec{"size", "size", 'b', "SIZE", ValueKind::Size, false, kCalls,
               "size of the call in bytes; K, M, G are powers of 1024 (default: 1M)"},
    OptionSpec{"stepfactor", "stepfactor", 'f', "N", ValueKind::Number, false, kCalls,
               "multiply the size by N from row to row (default: 2)"},
    OptionSpec{"stepbytes", "stepbytes", 'i', "SIZE", ValueKind::Size, false, kCalls,
               "add SIZE from row to row, in place of -f"},
    OptionSpec{"datatype", "datatype", 'd', "TYPE", ValueKind::DataType, false, kCalls,
               "element type by nccl-tests' name (default: float)"},
    OptionSpec{"op", "op", 0, "OP", ValueKind::ReduceOp, false, kCalls,
               "reduction (default: sum); nccl-tests' -o, which names the output file here"},
    OptionSpec{"algo", "algo", 0, "LIST", ValueKind::Algorithm, true, kCalls,
               "consider only these algorithms, or 'all'"},
    OptionSpec{"proto", "proto", 0, "LIST", ValueKind::Protocol, true, kCalls,
               "consider only these protocols, or 'all'"},
    OptionSpec{"one-algo", "algo", 0, "NAME", ValueKind::SimulatedAlgorithm, false, kCalls,
               "the algorithm (default: NCCL's choice); also those for comparison, which NCCL does "
               "not have"},
    OptionSpec{"one-proto", "proto", 0, "NAME", ValueKind::Protocol, false, kCalls,
               "the protocol (default: NCCL's choice)"},
    OptionSpec{"schedule", "schedule", 0, "FILE", ValueKind::File, false, kCalls,
               "simulate the schedule in this JSON file in place of an algorithm"},
    OptionSpec{"groups", "groups", 0, "LIST", ValueKind::Text, false, kCalls,
               "communicators side by side: sizes of groups in the order in which ranks vary "
               "fastest, e.g. tp=8,dp=16; -c, -b and --start then also take GROUP=VALUE lists, "
               "and only groups that -c names run"},
    OptionSpec{"start", "start", 0, "TIME", ValueKind::Text, false, kCalls,
               "when the calls of groups begin, e.g. dp=50us (default: all at 0)"},
    OptionSpec{
        "fault", "fault", 0, "FAULT", ValueKind::Text, false, kCalls,
        "what is wrong: NODE/DEVICE=SHARE or NODE/DEVICE-DEVICE=SHARE, links with that share "
        "of their rate; =down in its place, hardware that NCCL plans without; rankN=+TIME, a "
        "rank that comes late; repeatable",
        true},
    OptionSpec{"jitter", "jitter", 0, "TIME", ValueKind::Text, false, kCalls,
               "every rank comes late by chance, by up to so much, e.g. 50us"},
    OptionSpec{"seed", "seed", 0, "N", ValueKind::Number, false, kCalls,
               "of the jitter (default: 1); equal seeds give equal times"},
    OptionSpec{"exact", "exact", 0, "", ValueKind::Flag, false, kCalls,
               "every message one by one, also where symmetry or a steady state says how it goes"},
    OptionSpec{"event", "event", 0, "", ValueKind::Flag, false, kCalls,
               "also simulate each call event by event, and compare"},
    OptionSpec{"channels", "channels", 0, "LIST", ValueKind::ChannelCount, true, kCalls,
               "also predict with these numbers of channels, each of which takes an SM, e.g. 4,8; "
               "'all': 1, 2, 4 and so on"},
    OptionSpec{"profile", "profile", 0, "FILE", ValueKind::File, false, kTimes,
               "parameters of the cost model that replace built-in ones, as treering calibrate "
               "writes them"},
    OptionSpec{"network", "network", 0, "NAME", ValueKind::Network, false, kTimes,
               "network of the cost model: infiniband, roce, slingshot, efa, efa1 or tcp (default: "
               "as the adapters say)"},
    OptionSpec{"model", "model", 0, "NAME", ValueKind::Model, false, kTimes,
               "source of the times: cost, what calls really take (default); nccl, what NCCL "
               "believes; or event"},

    OptionSpec{
        "record", "record", 0, "DIR", ValueKind::File, false, kMachine,
        "keep all that was read of this machine in a new folder DIR, for --replay elsewhere"},
    OptionSpec{"replay", "replay", 0, "DIR", ValueKind::File, false, kMachine,
               "read a machine that --record kept, or a copy of its /sys and /proc, in place of "
               "this one"},
    OptionSpec{"fabric", "fabric", 0, "", ValueKind::Flag, false, kMachine,
               "show the InfiniBand fabric that this machine is in, as ibnetdiscover finds it"},
    OptionSpec{"anonymise", "anonymise", 0, "", ValueKind::Flag, false, kMachine,
               "keep only what is known to be harmless; stand-ins replace all else, such as host "
               "names"},

    OptionSpec{"graphs", "graphs", 0, "", ValueKind::Flag, false, kOutput,
               "also show NCCL's channels: rings, trees, bandwidths, and its tuning table"},
    OptionSpec{"connections", "connections", 0, "", ValueKind::Flag, false, kOutput,
               "also show the connections that NCCL sets up between ranks: channels, transports, "
               "NICs, and whose proxy sends (PXN)"},
    OptionSpec{"svg", "svg", 0, "FILE", ValueKind::File, false, kOutput,
               "draw it into FILE as SVG, which browsers show ('-': standard output)"},
    OptionSpec{
        "trace", "trace", 0, "FILE", ValueKind::File, false, kOutput,
        "write what every rank and link did, and when, into FILE as Chrome trace JSON, which "
        "ui.perfetto.dev opens ('-': standard output)"},
    OptionSpec{"tree", "tree", 0, "", ValueKind::Flag, false, kOutput,
               "show only the tree of devices"},
    OptionSpec{"id", "id", 0, "LABEL", ValueKind::Text, false, kOutput,
               "name of the series (default: the id column, else the file's name)"},
    OptionSpec{"to", "to", 0, "FORM", ValueKind::Exporter, false, kOutput,
               "form to write: env, nccl.conf or tuner-csv; of hosts openmpi-rules or openmpi-env"},
    OptionSpec{"floors-to", "to", 0, "FORM", ValueKind::FloorForm, false, kOutput,
               "write the floors for another program: cloudai, aicr, junit, prometheus, csv or md"},
    OptionSpec{
        "atlas", "all", 0, "DIR", ValueKind::File, false, kOutput,
        "in place of TOPOLOGY: write a Markdown page for each built-in machine into DIR, over "
        "nodes, collectives and sizes"},
    OptionSpec{"floors", "floors", 0, "FILE", ValueKind::File, false, kRuns,
               "judge rows by the floors that treering expect wrote (JSON or CSV), in place of the "
               "model; exit code 1 where a row is below"},
    OptionSpec{"junit", "junit", 0, "FILE", ValueKind::File, false, kOutput,
               "with --floors: also write JUnit XML to FILE, a case for each row"},
    OptionSpec{"to-format", "to", 0, "FORMAT", ValueKind::FileFormat, false, kOutput,
               "format of OUT (default: by its ending)"},
    OptionSpec{"table", "table", 0, "", ValueKind::Flag, false, kOutput,
               "every size in the table, where it would have a few of many"},
    OptionSpec{"explain-parameters", "explain-parameters", 0, "", ValueKind::Flag, false, kOutput,
               "also print every parameter that the simulation uses, as it uses it"},
    OptionSpec{"critical-path", "critical-path", 0, "", ValueKind::Flag, false, kOutput,
               "also print the critical path, part by part"},
    OptionSpec{"links", "links", 0, "all", ValueKind::Text, false, kOutput,
               "print every kind of link, also those with equal figures (default: the busiest)"},
    OptionSpec{"format", "format", 0, "FORM", ValueKind::Format, false, kOutput,
               "text, json or csv (default: text)"},
    OptionSpec{"text-or-json", "format", 0, "FORM", ValueKind::TextOrJson, false, kOutput,
               "text or json (default: text)"},
    OptionSpec{"check-format", "format", 0, "FORM", ValueKind::CheckFormat, false, kOutput,
               "text, json, csv, or markdown, a report to paste into an issue; with --floors junit "
               "in its place (default: text)"},
    OptionSpec{"doctor-format", "format", 0, "FORM", ValueKind::DoctorFormat, false, kOutput,
               "text, json, or markdown, a report to paste into an issue (default: text)"},
    OptionSpec{"report-format", "format", 0, "FORM", ValueKind::ReportFormat, false, kOutput,
               "html, markdown, csv or json (default: by the ending of --output, else html)"},
    OptionSpec{"output", "output", 'o', "FILE", ValueKind::File, false, kOutput,
               "write to FILE instead of standard output"},
    OptionSpec{"results", "output", 'o', "FILE", ValueKind::File, false, kOutput,
               "append each result to FILE before the next is measured, as JSON lines"},
    OptionSpec{
        "fix",
        "fix",
        0, "",
        ValueKind::Flag, false, kOutput,
        "print the commands of the fixes in place of the findings, as a shell script to read "
        "first; treering runs none of them"},
    OptionSpec{"verbose", "verbose", 0, "", ValueKind::Flag, false, kOutput,
               "also list what was not looked at, and why"},
    OptionSpec{"quiet", "quiet", 0, "", ValueKind::Flag, false, kOutput,
               "print only figures: no headings, remarks or advice"},
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

std::optional<std::string_view> Arguments::value(std::string_view option) const {
  const auto found = values.find(option);
  if (found == values.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Arguments::all_values(std::string_view option) const {
  const auto found = lists.find(option);
  return found == lists.end() ? std::vector<std::string>() : found->second;
}

std::string_view Arguments::positional(std::size_t index) const {
  return index < positionals.size() ? std::string_view(positionals[index]) : std::string_view();
}

core::Result<std::optional<int>> count_option(const Arguments& arguments, std::string_view option,
                                              int most) {
  const auto text = arguments.value(option);
  if (!text) return std::nullopt;
  const auto number = core::whole_number<int>(*text);
  if (!number || *number < 1 || *number > most) {
    return core::usage_error(fmt::format("--{}", option), fmt::format("found '{}'", *text),
                             fmt::format("expected a whole number from 1 to {}", most));
  }
  return number;
}

}  // namespace treering::cli
