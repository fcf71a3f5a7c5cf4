#include <algorithm>

#include "cli/commands.h"
#include "cli/machine_commands.h"
#include "cli/measurement_commands.h"

namespace treering::cli {
namespace {

const PositionalSpec kTopology = topology_positional();

const CommandSpec kPredict{
    "predict",
    "time and bandwidth by size; the best choice and NCCL's own",
    "Predicts how long collectives take by size, in the columns of nccl-tests. Without --algo and "
    "--proto the text has one row per size, with the choice that NCCL makes; with them it has a "
    "column for each algorithm and protocol. JSON and CSV hold every candidate. Below the table "
    "stand the sizes at which NCCL changes its choice, and remarks. --channels adds a row for "
    "each number of channels: the SMs of every GPU that it takes, and the time that fewer cost.\n\n"
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
     "gpus-per-process",
     "nccl",
     "env",
     "env-from-process",
     "collective",
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
     "format",
     "output",
     "quiet"},
    {{"predict dgx-h100 --nodes 4", "all_reduce from 8 B to 8 GiB on 4 DGX H100"},
     {"predict dgx-h100 --nodes 4 --algo all", "a column for each algorithm and protocol"},
     {"predict dgx-h100 --nodes 4 --model nccl", "the times that NCCL chooses by"},
     {"predict dgx-a100 --nodes 4 -b 1G -e 1G --channels all",
      "how many SMs communication takes, and the time that fewer cost"},
     {"predict dgx-a100 -c all_gather,reduce_scatter -b 1M -e 1G", "two collectives, from 1 MiB"},
     {"predict aws-p4d --groups tp=8,dp=16 -b 1M",
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
    "NVIDIA's example tuner plugin, chooses by size and can always be written. It keeps NCCL's own "
    "choice wherever no other is 10 % faster by the model.\n\n"
    "With --algo or --proto the sizes from -b to -e get the best of these candidates; all other "
    "sizes and collectives keep NCCL's own choice.\n\n"
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

const CommandSpec kList{
    "list",
    "topologies, algorithms, protocols, collectives, variables, exporters",
    "Lists the names that this treering knows.",
    {{"WHAT", ValueKind::Inventory, "one list (default: all)", false}},
    {"format", "output", "quiet"},
    {{"list topologies", "the built-in machines"}, {"list --format json", "all, for programs"}},
    run_list};

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
                                                  convert_command(),
                                                  discover_command(),
                                                  doctor_command(),
                                                  diff_command(),
                                                  measure_command(),
                                                  tune_command(),
                                                  import_command(),
                                                  calibrate_command(),
                                                  validate_command(),
                                                  check_command(),
                                                  report_command(),
                                                  kList,
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
