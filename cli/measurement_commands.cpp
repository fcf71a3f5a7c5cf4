#include "cli/measurement_commands.h"

#include "cli/commands.h"
#include "cli/machine_commands.h"

namespace treering::cli {
namespace {

PositionalSpec topology_or_systems() {
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

}  // namespace

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

CommandSpec check_command() {
  return {"check",
          "measured times beside expected ones, and why some are slower",
          "Reads what import reads. For each size it shows the time that the cost model expects, "
          "its 80 % interval, the measured time, and the share of the expected speed that was "
          "reached. When more rows are slow than chance explains (below 1 %), it ends with exit "
          "code 1 and names what would explain them over all sizes: a missing adapter, no "
          "GPUDirect RDMA, sockets in place of RDMA, PCIe at half its rate, another algorithm or "
          "protocol, half the channels.\n\n"
          "A profile that treering calibrate has fitted to good runs of the same machines narrows "
          "the intervals.\n\n"
          "--topology hosts judges results of treering measure with Open MPI or Gloo by the rates "
          "of their hosts' links (--nic-rate, for one rank another: 10,3=25), and names the link "
          "that is slow.",
          {{"LOG", ValueKind::File, "a log, JSON or CSV file, '-' for standard input; one or more",
            true, true}},
          {"topology", "nodes-of-run", "gpus-per-node-of-run", "devices", "nics", "nic-rate",
           "leaf-ratio", "leaf-nodes", "gpus-per-process", "nccl", "env", "env-from-process",
           "collective-of-run", "id-of-rows", "profile", "network", "format", "output", "quiet"},
          {{"check all_reduce.log --topology dgx-h100 --nodes 4",
            "is this cluster as fast as it should be?"},
           {"check run.log --topology topo.xml --profile mine.json --format json",
            "with a profile of your own, for programs"},
           {"check runs.jsonl --topology hosts --nic-rate 10",
            "are collectives on CPUs as fast as links of 10 Gbit/s allow?"}},
          run_check,
          {"topology", "nic-rate", "format", "output", "quiet"}};
}

std::vector<std::string_view> report_options() {
  return {"nodes",
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
          "measurements",
          "id-of-rows",
          "beside",
          "collective",
          "minbytes",
          "maxbytes",
          "stepfactor",
          "stepbytes",
          "datatype",
          "op",
          "algo",
          "proto",
          "model",
          "profile",
          "network",
          "report-format",
          "output",
          "quiet"};
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
          {topology_positional(),
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
          {topology_or_systems()},
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
      {topology_or_systems()},
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

}  // namespace treering::cli
