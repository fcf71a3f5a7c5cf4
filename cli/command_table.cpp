#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"

namespace treering::cli {
namespace {

/// Left out where something else names the machine.
PositionalSpec open_topology() {
  const PositionalSpec topology = topology_positional();
  return {topology.name, topology.kind, topology.help, false};
}

/// Those that say what is measured, and where, before `more`.
std::vector<std::string_view> after_calls(std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> all{"runner",
                                    "ranks",
                                    "bind",
                                    "shaped",
                                    "collective",
                                    "minbytes",
                                    "measured-maxbytes",
                                    "stepfactor",
                                    "stepbytes",
                                    "datatype",
                                    "op"};
  all.insert(all.end(), more);
  return all;
}

std::vector<std::string_view> measure_options() {
  return after_calls({"measured-algo", "pairs", "measured-proto", "measured-channels", "in-place",
                      "cold", "launches", "warmups", "samples", "timeout", "order-seed", "resume",
                      "retry-failed", "compare", "recording", "results", "format", "quiet"});
}

std::vector<std::string_view> tune_options() {
  return after_calls({"tuned-algo",
                      "measured-proto",
                      "measured-channels",
                      "in-place",
                      "cold",
                      "budget",
                      "knobs",
                      "tuned-launches",
                      "warmups",
                      "samples",
                      "timeout",
                      "order-seed",
                      "recording",
                      "nodes",
                      "gpus-per-node",
                      "devices",
                      "nics",
                      "nic-rate",
                      "nccl",
                      "env",
                      "env-from-process",
                      "profile",
                      "network",
                      "results",
                      "page",
                      "tuned-settings",
                      "tuned-to",
                      "format",
                      "quiet"});
}

CommandSpec measure_command() {
  return {
      "measure",
      "real collectives on this machine or, under mpirun and srun, on many",
      "Runs collectives and measures what they take: a sample is one call, from the last rank that "
      "starts to the last that ends. It measures until the median is known, in random order, and "
      "checks every result. Under mpirun or srun the ranks are theirs. With -o each result is on "
      "disk before the next is measured; after an "
      "interruption of any kind --resume goes on.\n\n"
      "What ran is seen from the messages that were sent, not from what was asked for. "
      "docs/measuring.md has the rules and their sources.",
      {{"FILE", ValueKind::File,
        "with --compare: results of treering measure, or what import reads", false, true}},
      measure_options(),
      {{"measure --ranks 4 -b 1K -e 1M -o runs.jsonl", "all_reduce with Open MPI on four ranks"},
       {"measure --ranks 4 --algo all -b 64K -e 64K", "every algorithm that the library has"},
       {"measure --ranks 4 -b 1K -e 1M -o runs.jsonl --resume", "what is missing of it"},
       {"measure --ranks 4 -c sendrecv --pairs -b 1M -e 1M", "each pair of ranks alone"},
       {"measure --ranks 4 --shaped 0.1,2=0.02 -b 64K -e 1M",
        "a cluster of four nodes on this machine; the link of rank 2 is slow"},
       {"measure --compare before.jsonl after.jsonl", "what became faster or slower"}},
      run_measure};
}

CommandSpec tune_command() {
  const PositionalSpec topology = topology_positional();
  return {
      "tune",
      "the fastest algorithm for each size, with few measurements",
      "Finds which algorithm, protocol and number of channels is the fastest at each size, and "
      "measures no more than that takes. A model says what each should take. Then fresh starts of "
      "the ranks measure, a few configurations each, what would change a choice most, until every "
      "choice is settled: nothing else is faster by more than 2 %, with 90 % certainty. The "
      "library's own choice is kept unless fresh launches confirm that another is faster.\n\n"
      "With -o each result is on disk before the next is measured. Ctrl-C ends with what is known "
      "until then, and the same command goes on from the file.\n\n"
      "For NCCL, give the machine as TOPOLOGY, so that the cost model knows what to expect; "
      "\"live\" is this one. Then it also says which of NCCL's other variables can matter, and "
      "--knobs tries them. docs/tuning.md has the method and what it saves.",
      {{topology.name, topology.kind, topology.help, false}},
      tune_options(),
      {{"tune --ranks 4 -b 1K -e 1M -o runs.jsonl", "all_reduce with Open MPI on four ranks"},
       {"tune --ranks 4 -b 1K -e 1M -o runs.jsonl --settings rules.conf",
        "and what it confirmed, as Open MPI reads it; goes on from the results where there are "
        "some"},
       {"tune --runner gloo --ranks 4 -c all_reduce,broadcast", "two collectives of Gloo"},
       {"tune live --runner nccl --ranks 8 --proto ll,ll128,simple -o runs.jsonl",
        "NCCL on the GPUs of this machine"},
       {"tune live --runner nccl --ranks 8 -b 1M -e 1G --knobs -o runs.jsonl",
        "and NCCL's buffers, threads and other variables, where they can matter"},
       {"tune --runner replay --measurements runs.jsonl",
        "what it would have measured of recorded results"}},
      run_tune,
      {"runner",   "ranks",      "bind",         "shaped",   "collective", "minbytes",
       "maxbytes", "stepfactor", "stepbytes",    "datatype", "op",         "algo",
       "in-place", "cold",       "budget",       "launches", "warmups",    "samples",
       "timeout",  "seed",       "measurements", "nic-rate", "profile",    "output",
       "report",   "settings",   "to",           "format",   "quiet"}};
}

CommandSpec import_command() {
  return {
      "import",
      "measurements from the output of nccl-tests or from CSV",
      "Reads the output of nccl-tests, of any version and with anything before each line; the JSON "
      "that it writes with -J; or CSV. Shows what the files hold; --format csv writes the CSV that "
      "other commands read. A line that makes no sense is reported, and costs no other line.",
      {{"FILE", ValueKind::File, "a log, JSON or CSV file, '-' for standard input; one or more",
        true, true}},
      {"nodes-of-rows", "collective-of-rows", "id", "format", "output", "quiet"},
      {{"import all_reduce.log", "what the log of a run holds, and what could not be read"},
       {"import -c all_gather --nodes 2 --format csv -o runs.csv a.log b.log",
        "two logs that name neither collective nor hosts, as CSV"}},
      run_import};
}

/// Options of the job of a run between those of one command.
std::vector<std::string_view> around_job(std::vector<std::string_view> before,
                                         std::initializer_list<std::string_view> after) {
  before.insert(before.end(),
                {"devices", "nics", "nic-rate", "leaf-ratio", "leaf-nodes", "node-order",
                 "gpus-per-process", "nccl", "env", "env-from-process"});
  before.insert(before.end(), after);
  return before;
}

CommandSpec check_command() {
  return {
      "check",
      "measured times beside expected ones, and why some are slower",
      "Reads the output of nccl-tests (text, also with NCCL's lines between, or its JSON), results "
      "of treering measure, and CSV. The machine, nodes and GPUs are those of the log; what it "
      "does not state is deduced from it and said, and what stays open is asked for by one option "
      "with the values that fit.\n\n"
      "For each size it shows the time that the cost model expects, its 80 % interval, the "
      "measured time, and the share of the expected speed that was reached. When more rows are "
      "slow than chance explains (below 1 %), it ends with exit "
      "code 1 and names what would explain them over all sizes: a missing adapter, no "
      "GPUDirect RDMA, sockets in place of RDMA, PCIe at half its rate, another algorithm or "
      "protocol, half the channels.\n\n"
      "A profile that treering calibrate has fitted to good runs of the same machines narrows "
      "the intervals.\n\n"
      "--floors judges the rows by a file of treering expect instead, without a model: exit code "
      "1 where one is below its floor, and JUnit XML for a continuous integration.\n\n"
      "--topology hosts judges results of treering measure with Open MPI or Gloo by the rates "
      "of their hosts' links (--nic-rate, for one rank another: 10,3=25), and names the link "
      "that is slow.",
      {{"LOG", ValueKind::File, "a log, JSON or CSV file, '-' for standard input; one or more",
        true, true}},
      around_job({"topology", "nodes-of-run", "gpus-per-node-of-run"},
                 {"floors", "collective-of-run", "id-of-rows", "profile", "network", "junit",
                  "check-format", "output", "quiet"}),
      {{"check all_reduce.log", "is this run as fast as its machine should be?"},
       {"check all_reduce.log --topology dgx-h100 --nodes 4",
        "is this cluster as fast as it should be?"},
       {"check run.log --topology topo.xml --profile mine.json --format json",
        "with a profile of your own, for programs"},
       {"check run.log --topology dgx-h100 --nodes 2 --format markdown",
        "a report to paste into an issue"},
       {"check run.log --floors floors.json --junit floors.xml",
        "is any size below the floors that treering expect wrote?"},
       {"check runs.jsonl --topology hosts --nic-rate 10",
        "are collectives on CPUs as fast as links of 10 Gbit/s allow?"}},
      run_check,
      {"topology", "nic-rate", "format", "output", "quiet"}};
}

std::vector<std::string_view> report_options() {
  return around_job({"nodes", "gpus-per-node"},
                    {"measurements", "id-of-rows", "beside", "collective", "minbytes", "maxbytes",
                     "stepfactor", "stepbytes", "datatype", "op", "algo", "proto", "model",
                     "profile", "network", "report-format", "output", "quiet"});
}

CommandSpec report_command() {
  return {"report",
          "one page of all that is known: machine, charts, advice, measurements",
          "Writes one HTML page that needs nothing beside it and no network: the machine and its "
          "picture; for each collective time and bandwidth of every algorithm with 80 % bands, "
          "NCCL's choice, the bound of the wires and the measured points; what to set, what it "
          "gains, how sure that is and how to undo it; whether the runs agree; what was not "
          "measured, and why; and the commands that make it again. With --proto every pair of "
          "algorithm and protocol has its own line.\n\n"
          "The same as Markdown, without pictures, for an issue; the points of the charts as CSV "
          "for a spreadsheet; and JSON for programs. docs/report.md has more.",
          {open_topology(),
           {"FILE", ValueKind::File, "with --compare: two files of measurements, OLD and NEW",
            false, true}},
          report_options(),
          {{"report dgx-h100 --nodes 4 -c tuned -o report.html", "what to expect of 4 DGX H100"},
           {"report dgx-h100 --nodes 4 --measurements all_reduce.log -o report.html",
            "measured points beside the predicted lines"},
           {"report dgx-h100 --nodes 4 --measurements all_reduce.log -o report.md",
            "the same for an issue"},
           {"report dgx-h100 --compare before.jsonl after.jsonl -o report.html",
            "also what became faster or slower"}},
          run_report};
}

CommandSpec calibrate_command() {
  return {"calibrate",
          "measurements to a profile of the cost model",
          "Fits the cost model to measurements. For one machine and job, the profile holds what "
          "differs from the built-in one: scales of submission, hops, transfer and fill, and, from "
          "three sizes of a collective on, corrections between them. With --systems it fits all "
          "parameters, starting from the priors; the built-in profile was made this way.\n\n"
          "A report shows the values found and how sure they are, which rows were rejected and "
          "why, what the rows leave open, and the error before and after. It goes to standard "
          "output when the profile goes to a file.\n\n"
          "hosts in place of TOPOLOGY fits the model of Open MPI and Gloo on CPUs to results of "
          "treering measure.",
          {open_topology()},
          {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "gpus-per-process", "nccl",
           "env", "measurements", "systems", "id-of-rows", "anchor", "collective-of-rows",
           "profile", "network", "output", "quiet"},
          {{"calibrate dgx-h100 --nodes 4 --measurements all_reduce.log -o mine.json",
            "a profile of this cluster, for predict --profile"},
           {"calibrate dgx-h100 --nodes 4 --measurements all_reduce.log --anchor -o mine.json",
            "from the smallest and largest size alone; the others test it"},
           {"calibrate hosts --measurements runs.jsonl -o hosts.json",
            "Open MPI or Gloo on CPUs, for predict hosts --profile"}},
          run_calibrate,
          {"measurements", "nic-rate", "profile", "output", "quiet"}};
}

CommandSpec validate_command() {
  return {
      "validate",
      "predictions against measurements: error by system, algorithm, size",
      "Compares the predictions of the cost model and of NCCL's own model with measurements of "
      "one machine and job, or, with --systems, of many. Where NCCL chose the algorithm, it "
      "takes the choice of the nearest version that treering knows. Runs over TCP and those "
      "known to be broken stand apart.\n\n"
      "--cross-validate also fits the model without each cluster in turn. This shows how good "
      "it is on machines that it has not seen: with no row of theirs, with two rows, with 20 "
      "of a sweep beside plain interpolation, and on more nodes than it has seen.\n\n"
      "hosts in place of TOPOLOGY judges the model of Open MPI and Gloo on CPUs: each call by a "
      "fit that has not seen its algorithm, or all by --profile.",
      {open_topology()},
      {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "gpus-per-process", "nccl", "env",
       "measurements", "systems", "id-of-rows", "cross-validate", "event", "collective-of-rows",
       "profile", "network", "format", "output", "quiet"},
      {{"validate dgx-h100 --nodes 4 --measurements all_reduce.log",
        "how far the model is from one run"},
       {"validate --systems systems.csv --measurements runs.csv --cross-validate",
        "how far it is from many, and from machines that it has not seen"},
       {"validate hosts --measurements runs.jsonl", "Open MPI or Gloo on CPUs"}},
      run_validate,
      {"measurements", "nic-rate", "profile", "format", "output", "quiet"}};
}

const PositionalSpec kTopology = topology_positional();

const CommandSpec kPredict{
    "predict",
    "time and bandwidth by size; the best choice and NCCL's own",
    "Predicts how long collectives take by size, in the columns of nccl-tests. The text begins "
    "with the advice and the sizes in ranges; a table follows, with a row for a few sizes or with "
    "--table for all, and the choice that NCCL makes. With --algo or --proto that table has a "
    "column for each algorithm and protocol. JSON and CSV hold every candidate. Below the table "
    "stand the sizes at which NCCL changes its choice, remarks, and the nearest published runs. "
    "--channels adds a row for each number of channels: the SMs of every GPU that it takes, and "
    "the time that fewer cost.\n\n"
    "Times are predictions, not measurements. By default they come from a model that was fitted to "
    "published measurements and says how sure it is; with --model nccl they are what NCCL itself "
    "believes. No algorithm can be faster than the bound on these wires.\n\n"
    "hosts in place of TOPOLOGY predicts Open MPI or Gloo on CPUs: --ranks behind links of "
    "--nic-rate Gbit/s, or on one machine; the library's own choice, the best, and which algorithm "
    "to set for which sizes. With --measurements that comes from measured times.",
    {kTopology},
    {"nodes",
     "gpus-per-node",
     "devices",
     "nics",
     "nic-rate",
     "leaf-ratio",
     "leaf-nodes",
     "node-order",
     "gpus-per-process",
     "nccl",
     "env",
     "env-from-process",
     "predicted-collective",
     "minbytes",
     "maxbytes",
     "stepfactor",
     "stepbytes",
     "datatype",
     "op",
     "algo",
     "proto",
     "channels",
     "groups",
     "model",
     "profile",
     "network",
     "runner-of-hosts",
     "ranks-of-hosts",
     "cores",
     "measurements-of-hosts",
     "table",
     "format",
     "output",
     "quiet"},
    {{"predict dgx-h100 --nodes 4", "all_reduce from 8 B to 8 GiB on 4 DGX H100"},
     {"predict dgx-h100 --nodes 4 --algo all", "a column for each algorithm and protocol"},
     {"predict dgx-h100 --nodes 4 --model nccl", "the times that NCCL chooses by"},
     {"predict dgx-a100 --nodes 4 -b 1G -e 1G --channels all",
      "how many SMs communication takes, and the time that fewer cost"},
     {"predict dgx-a100 -c all_gather,reduce_scatter -b 1M -e 1G", "two collectives, from 1 MiB"},
     {"predict aws-p4d --groups tp=8,dp=16 -b tp=64M,dp=256M",
      "groups of ranks as training has them, all communicators of a group at once"},
     {"predict summit --nodes 64 -c all --format json", "every collective, for programs"},
     {"predict hosts --runner gloo --ranks 8 --nic-rate 10", "Gloo on 8 CPUs at 10 Gbit/s"}},
    run_predict,
    {"runner", "ranks", "cores", "nic-rate", "collective", "minbytes", "maxbytes", "stepfactor",
     "stepbytes", "datatype", "algo", "profile", "measurements", "format", "output", "quiet"}};

const CommandSpec kExplain{
    "explain",
    "why NCCL chooses as it does for one call",
    "Shows for one call what NCCL chooses, with channels, threads and chunk size; what NCCL "
    "believes each algorithm and protocol costs; and why it rules out the others. JSON has every "
    "term and the source of the constants.",
    {kTopology},
    {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "nccl", "env", "env-from-process",
     "one-collective", "size", "datatype", "op", "algo", "proto", "format", "output", "quiet"},
    {{"explain dgx-h100 --nodes 4 -b 8M", "one all_reduce of 8 MiB on 4 DGX H100"},
     {"explain pcie-4 -c all_gather -b 1K --format json", "another call, for programs"}},
    run_explain};

const CommandSpec kSimulate{
    "simulate",
    "one call event by event: its time, its links and who waits for whom",
    "Runs the steps of a collective on the machine's links: which rank sends which chunk to whom, "
    "with what waits for it. Messages share links fairly. The parameters are those of the cost "
    "model; --explain-parameters prints them. Without --algo it is NCCL's own choice that is "
    "simulated.\n\n"
    "--algo also takes algorithms that NCCL does not have, and --schedule a schedule of your own "
    "(docs/schedules.md), which is proved right before it is simulated.\n\n"
    "--groups runs the calls of several communicators at once, as training does.\n\n"
    "--trace and --svg show what every rank did when, and how busy the links were; of large runs "
    "they show a part, and say which.",
    {kTopology},
    {"nodes",
     "gpus-per-node",
     "devices",
     "nics",
     "nic-rate",
     "leaf-ratio",
     "leaf-nodes",
     "node-order",
     "gpus-per-process",
     "nccl",
     "env",
     "env-from-process",
     "simulated-collective",
     "size",
     "datatype",
     "op",
     "one-algo",
     "one-proto",
     "schedule",
     "groups",
     "start",
     "fault",
     "jitter",
     "seed",
     "exact",
     "profile",
     "network",
     "critical-path",
     "links",
     "explain-parameters",
     "svg",
     "trace",
     "format",
     "output",
     "quiet"},
    {{"simulate dgx-h100 --nodes 4 -b 8M", "NCCL's choice for an all_reduce of 8 MiB"},
     {"simulate dgx-h100 --algo halving_doubling -b 8M", "an algorithm that NCCL does not have"},
     {"simulate dgx-h100 -b 1M --trace run.json", "what happens when, for ui.perfetto.dev"},
     {"simulate summit --nodes 4096 -b 64M --algo ring", "24,576 ranks, 1.2 billion messages"},
     {"simulate dgx-h100 --groups tp=8,dp=16 -c dp=all_reduce -b 64M",
      "eight data-parallel groups at once, each with a GPU of every node"}},
    run_simulate};

const CommandSpec kExport{
    "export",
    "the recommendation in a form that NCCL or Open MPI reads",
    "Writes settings for NCCL. env and nccl.conf hold for every size and every communicator of a "
    "process. They are written only when one setting beats NCCL's own choices over the sizes "
    "given; otherwise the command says why not and ends with exit code 1. tuner-csv, the file of "
    "NVIDIA's example tuner plugin, chooses by size. It keeps NCCL's own choice wherever no other "
    "is 10 % faster by the model, and is not written where that is so at every size.\n\n"
    "With --algo or --proto the sizes from -b to -e get the best of these candidates, gain or not; "
    "all other sizes and collectives keep NCCL's own choice. --model nccl pins NCCL's own.\n\n"
    "hosts in place of TOPOLOGY writes for Open MPI what predict hosts recommends: openmpi-rules, "
    "its file of rules by size, or openmpi-env, one algorithm for all sizes.",
    {kTopology},
    {"to",
     "nodes",
     "gpus-per-node",
     "devices",
     "nics",
     "nic-rate",
     "leaf-ratio",
     "leaf-nodes",
     "node-order",
     "nccl",
     "env",
     "env-from-process",
     "tuned-collective",
     "minbytes",
     "maxbytes",
     "datatype",
     "op",
     "algo",
     "proto",
     "model",
     "profile",
     "network",
     "runner-of-hosts",
     "ranks-of-hosts",
     "cores",
     "measurements-of-hosts",
     "output",
     "quiet"},
    {{"export dgx-h100 --nodes 4 --to tuner-csv -o tuner.csv", "choices by size"},
     {"export dgx-h100 --nodes 4 --to tuner-csv --model nccl", "pin NCCL's present choices"},
     {"export dgx-h100 --nodes 4 --to tuner-csv -c all_reduce --algo ring -b 1M",
      "force Ring for all_reduce from 1 MiB up"},
     {"export dgx-h100 --nodes 4 --to env", "environment variables, if they can help"},
     {"export hosts --measurements runs.jsonl --to openmpi-rules -o rules.conf",
      "rules for Open MPI, from measured times"}},
    run_export,
    {"to", "runner", "ranks", "cores", "nic-rate", "collective", "minbytes", "maxbytes", "datatype",
     "algo", "profile", "measurements", "output", "quiet"}};

/// "one of topologies, ... (default: all)", by the table of lists.
std::string_view help_of_lists() {
  static const std::string kText =
      fmt::format("one of {} (default: all)", fmt::join(known_values(ValueKind::Inventory), ", "));
  return kText;
}

CommandSpec list_command() {
  return {
      "list",
      "names of machines, GPUs, algorithms, variables and more",
      "Lists the names that this treering knows, each with what it stands for: built-in machines "
      "(topologies), models of GPUs (gpus), NCCL's variables, the fields of a topology's JSON "
      "(fields), what each communication library can do (backends).",
      {{"WHAT", ValueKind::Inventory, help_of_lists(), false}},
      {"format", "output", "quiet"},
      {{"list topologies", "the built-in machines"},
       {"list gpus", "models of GPUs, with compute capability, SMs, PCIe, NVLinks and memory"},
       {"list --format json", "all, for programs"}},
      run_list};
}

const CommandSpec kCompletion{
    "completion",
    "completion script for bash, zsh or fish",
    "Prints a script that makes the shell complete treering's commands, options and values.",
    {{"SHELL", ValueKind::Shell, "bash, zsh or fish"}},
    {"output"},
    {{"completion bash > ~/.local/share/bash-completion/completions/treering", "for bash"},
     {"completion zsh > ~/.zfunc/_treering", "for zsh, with ~/.zfunc in fpath"},
     {"completion fish > ~/.config/fish/completions/treering.fish", "for fish"}},
    run_completion};

const CommandSpec kMan{
    "man",  "the manual page", "Prints the manual page in roff.",
    {},     {"output"},        {{"man | man -l -", "read it"}, {"man -o treering.1", "install it"}},
    run_man};

}  // namespace

std::span<const CommandSpec> all_commands() {
  static const std::vector<CommandSpec> kCommands{show_command(),
                                                  kPredict,
                                                  kExplain,
                                                  kSimulate,
                                                  kExport,
                                                  expect_command(),
                                                  convert_command(),
                                                  discover_command(),
                                                  doctor_command(),
                                                  diff_command(),
                                                  fleet_command(),
                                                  measure_command(),
                                                  tune_command(),
                                                  import_command(),
                                                  calibrate_command(),
                                                  validate_command(),
                                                  check_command(),
                                                  report_command(),
                                                  list_command(),
                                                  kCompletion,
                                                  kMan};
  return kCommands;
}

const CommandSpec* command_named(std::string_view name) {
  const auto commands = all_commands();
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const CommandSpec& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<const OptionSpec*> options_of(const CommandSpec& command) {
  const auto belongs = [&](std::string_view id) {
    return id == "help" ||
           std::find(command.options.begin(), command.options.end(), id) != command.options.end();
  };
  std::vector<const OptionSpec*> result;
  for (const OptionSpec& option : all_options()) {
    if (belongs(option.id)) result.push_back(&option);
  }
  return result;
}

}  // namespace treering::cli
