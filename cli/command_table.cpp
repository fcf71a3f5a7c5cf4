#include <algorithm>

#include "cli/commands.h"
#include "cli/machine_commands.h"

namespace treering::cli {
namespace {

const PositionalSpec kTopology = topology_positional();

const CommandSpec kPredict{
    "predict",
    "time and bandwidth by size; the best choice and NCCL's own",
    "Predicts collectives by size, printed as nccl-tests prints what it measures. Without --algo "
    "and --proto the text has one row a size, with the choice that NCCL makes; with them it has a "
    "column for each algorithm and protocol. JSON and CSV always hold every candidate. Below the "
    "table stand the sizes where NCCL changes its choice, and what follows from them. With "
    "--channels there is a row for each number of channels: the SMs that it takes of every GPU, "
    "and "
    "what is lost with fewer.\n\n"
    "Times are predictions of a model, not measurements: by default of one that was fitted to "
    "published measurements and says how sure it is, with --model nccl what NCCL itself believes. "
    "The bound is the time below which no algorithm can get on these wires.",
    {kTopology},
    {"nodes",      "gpus-per-node", "devices",
     "nics",       "nic-rate",      "gpus-per-process",
     "nccl",       "env",           "env-from-process",
     "collective", "minbytes",      "maxbytes",
     "stepfactor", "stepbytes",     "datatype",
     "op",         "algo",          "proto",
     "channels",   "model",         "profile",
     "network",    "format",        "output",
     "quiet"},
    {{"predict dgx-h100 --nodes 4", "all_reduce from 8 B to 8 GiB on 4 DGX H100"},
     {"predict dgx-h100 --nodes 4 --algo all", "a column for each algorithm and protocol"},
     {"predict dgx-h100 --nodes 4 --model nccl", "the times that NCCL chooses by"},
     {"predict dgx-a100 --nodes 4 -b 1G -e 1G --channels all",
      "how many SMs communication takes, and what fewer cost"},
     {"predict dgx-a100 -c all_gather,reduce_scatter -b 1M -e 1G", "two collectives, from 1 MiB"},
     {"predict summit --nodes 64 -c all --format json", "every collective, for programs"}},
    run_predict};

const CommandSpec kExplain{
    "explain",
    "why NCCL chooses what it chooses for one call",
    "Says for one call what NCCL chooses, with channels, threads and chunk size, what it believes "
    "each algorithm and protocol costs, and why it rules out the others. JSON has every term and "
    "the origin of the constants.",
    {kTopology},
    {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "nccl", "env", "env-from-process",
     "one-collective", "size", "datatype", "op", "algo", "proto", "format", "output", "quiet"},
    {{"explain dgx-h100 --nodes 4 -b 8M", "one all_reduce of 8 MiB on 4 DGX H100"},
     {"explain pcie-4 -c all_gather -b 1K --format json", "another call, for programs"}},
    run_explain};

const CommandSpec kExport{
    "export",
    "the recommendation in a form that NCCL reads",
    "Writes settings for NCCL. env and nccl.conf hold for every size and every communicator of a "
    "process, so they are written only when one setting beats NCCL's own choices over the sizes "
    "given; otherwise the command says why not, and ends with exit code 1. tuner-csv, the file of "
    "NVIDIA's example tuner plugin, chooses by size and can always be written. NCCL's own choice "
    "is "
    "kept wherever nothing gains 10 % by the model.\n\n"
    "With --algo or --proto the sizes from -b to -e get the best of these candidates; all "
    "other sizes and collectives keep NCCL's own choice.",
    {kTopology},
    {"to",
     "nodes",
     "gpus-per-node",
     "devices",
     "nics",
     "nic-rate",
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
     "output",
     "quiet"},
    {{"export dgx-h100 --nodes 4 --to tuner-csv -o tuner.csv", "choices by size"},
     {"export dgx-h100 --nodes 4 --to tuner-csv --model nccl", "pin NCCL's present choices"},
     {"export dgx-h100 --nodes 4 --to tuner-csv -c all_reduce --algo ring -b 1M",
      "force Ring for all_reduce from 1 MiB up"},
     {"export dgx-h100 --nodes 4 --to env", "environment variables, if they can help"}},
    run_export};

const CommandSpec kImport{
    "import",
    "measurements from the output of nccl-tests or from CSV",
    "Reads what nccl-tests printed, in any version and with anything before each line, what it "
    "wrote with -J, or CSV, and shows what is in there; --format csv writes it as the CSV that "
    "other commands read. A line that makes no sense is reported and loses only itself.",
    {{"FILE", ValueKind::File, "a log, JSON or CSV file, '-' for standard input; one or more", true,
      true}},
    {"nodes-of-rows", "collective-of-rows", "id", "format", "output", "quiet"},
    {{"import all_reduce.log", "what the log of a run holds, and what could not be read"},
     {"import -c all_gather --nodes 2 --format csv -o runs.csv a.log b.log",
      "two logs that name neither the collective nor the hosts, as CSV"}},
    run_import};

const CommandSpec kCheck{
    "check",
    "what nccl-tests measured beside what it should be, and why it is slower",
    "Reads what import reads and shows for each size the time that the cost model expects, its "
    "80 % interval, the measured time and the share that was reached. Where so many of the "
    "measurements are slower than their intervals that it is not chance (below 1 %) it ends with "
    "exit code 1 and names what "
    "would explain them over all sizes: an adapter that is missing, no GPUDirect RDMA, sockets in "
    "place of RDMA, PCIe at half its rate, another algorithm or protocol, half the channels.\n\n"
    "Intervals are narrower with a profile that treering calibrate has fitted to good runs of the "
    "same machines.",
    {{"LOG", ValueKind::File, "a log, JSON or CSV file, '-' for standard input; one or more", true,
      true}},
    {"topology", "nodes-of-run", "gpus-per-node-of-run", "devices", "nics", "nic-rate",
     "gpus-per-process", "nccl", "env", "env-from-process", "collective-of-run", "id-of-rows",
     "profile", "network", "format", "output", "quiet"},
    {{"check all_reduce.log --topology dgx-h100 --nodes 4",
      "is the cluster as fast as it should be"},
     {"check run.log --topology topo.xml --profile mine.json --format json",
      "by an own profile, for programs"}},
    run_check};

const PositionalSpec kTopologyOrSystems{kTopology.name, kTopology.kind, kTopology.help, false};

const CommandSpec kCalibrate{
    "calibrate",
    "measurements to a profile of the cost model",
    "Fits the cost model to measurements. For one machine and job, the profile has what differs "
    "from the built-in one: scales of submission, hops, transfer and fill, and from three sizes of "
    "a collective on also corrections between these. With --systems all parameters are fitted, "
    "from the priors; this makes the built-in profile.\n\n"
    "A report says what was found and how sure it is, which rows were rejected and why, what the "
    "rows cannot tell, and the error before and after. It goes to standard output when the profile "
    "goes to a file.",
    {kTopologyOrSystems},
    {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "gpus-per-process", "nccl", "env",
     "measurements", "systems", "id-of-rows", "anchor", "collective-of-rows", "profile", "network",
     "output", "quiet"},
    {{"calibrate dgx-h100 --nodes 4 --measurements all_reduce.log -o mine.json",
      "a profile of this cluster, for predict --profile"},
     {"calibrate dgx-h100 --nodes 4 --measurements all_reduce.log --anchor -o mine.json",
      "from the smallest and largest size alone, tried on the others"}},
    run_calibrate};

const CommandSpec kValidate{
    "validate",
    "predictions against measurements: error by system, algorithm, size",
    "Lays predictions of the cost model and of NCCL's own beside measurements, of one machine and "
    "job, or with --systems of many. Where NCCL chose the algorithm, the choice of the nearest "
    "version that treering knows is taken. Runs over TCP and those known to be broken stand "
    "apart.\n\n"
    "With --cross-validate the model is also fitted without each cluster in turn: how good it is "
    "on machines that it has not seen, with two rows of theirs, with 20 of a sweep beside plain "
    "interpolation, and on more nodes than it has seen.",
    {kTopologyOrSystems},
    {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "gpus-per-process", "nccl", "env",
     "measurements", "systems", "id-of-rows", "cross-validate", "collective-of-rows", "profile",
     "network", "format", "output", "quiet"},
    {{"validate dgx-h100 --nodes 4 --measurements all_reduce.log",
      "how far the model is from one run"},
     {"validate --systems systems.csv --measurements runs.csv --cross-validate",
      "and from many, also from those that it has not seen"}},
    run_validate};

const CommandSpec kList{
    "list",
    "topologies, algorithms, protocols, collectives, variables, exporters",
    "Lists what this treering knows by name.",
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
  static const std::vector<CommandSpec> kCommands{
      show_command(),     kPredict,         kExplain,       kExport,     convert_command(),
      discover_command(), doctor_command(), diff_command(), kImport,     kCalibrate,
      kValidate,          kCheck,           kList,          kCompletion, kMan};
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
