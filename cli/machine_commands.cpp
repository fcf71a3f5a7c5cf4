#include "cli/command.h"

namespace treering::cli {

PositionalSpec topology_positional() {
  return {
      "TOPOLOGY", ValueKind::Topology,
      "a built-in machine (treering list topologies), 'live' for this one, a folder that discover "
      "--record wrote, or a file ('-': standard input), recognised by its content: NCCL topology "
      "XML or debug log, hwloc XML, texts of nvidia-smi (topo -m, nvlink -s, -q, -L), output of "
      "nccl-tests, a dump of collect_env, cluster YAML, treering JSON"};
}

CommandSpec show_command() {
  return {
      "show",
      "devices, links, path matrix, channels",
      "Shows what a machine is made of and how its parts reach each other, in the form of "
      "nvidia-smi topo -m. --graphs adds the rings and trees that NCCL builds on it, --connections "
      "what each channel of each pair of ranks goes over. --tree shows only the tree of devices, "
      "--svg draws the machine.\n\n"
      "A file may also describe a fabric: the output of ibnetdiscover or iblinkinfo, or Slurm's "
      "topology.conf. Then it shows the levels of switches, whether they make a fat tree, "
      "oversubscription, rails, and what is odd in the cabling.",
      {topology_positional()},
      {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "nccl", "env", "env-from-process",
       "graphs", "connections", "tree", "svg", "format", "output", "quiet"},
      {{"show dgx-h100", "the devices, links and path matrix of a DGX H100"},
       {"show net.txt", "the fabric that ibnetdiscover saw"},
       {"show dgx-a100 --nodes 4 --graphs", "also NCCL's channels for a job on 4 of them"},
       {"show dgx-h100 --nodes 64 --svg cluster.svg", "a drawing of the node and its cluster"},
       {"show dgx-h100 --nodes 2 --connections", "which NIC each channel of each pair uses"},
       {"show topo.xml --graphs --format json", "the same for an NCCL topology dump, as JSON"}},
      run_show};
}

CommandSpec convert_command() {
  return {"convert",
          "one topology format to another",
          "Reads a topology in any known format and writes it in another.",
          {{"IN", ValueKind::Topology, "a built-in machine or a file"},
           {"OUT", ValueKind::File, "the file to write, '-' for standard output"}},
          {"to-format", "nics", "quiet"},
          {{"convert dgx-h100 dgx-h100.xml", "a built-in machine as NCCL topology XML"},
           {"convert dump.xml - --to json", "an NCCL dump as treering JSON, to standard output"}},
          run_convert};
}

CommandSpec discover_command() {
  return {
      "discover",
      "this machine's topology, and what could not be read of it",
      "Finds the NVIDIA GPUs and network adapters of this machine and the PCIe switches and NUMA "
      "nodes above them, from files that every user may read, and their NVLinks from NVML, where "
      "it is installed. Any user may run it. Notes say what could not be read and what is "
      "assumed.\n\n"
      "--format json writes a topology for the other commands, which also take 'live' for "
      "TOPOLOGY. --record keeps the files in a folder, even where no GPU was found; --replay "
      "answers from it on any machine. Under srun or mpirun, one rank of each host writes a folder "
      "with the host's name into DIR, and treering fleet DIR compares them.\n\n"
      "--fabric shows the InfiniBand fabric that the machine is in, as show does for a file. It "
      "takes ibnetdiscover (infiniband-diags) and the right to send management packets, which "
      "mostly only root has.",
      {},
      {"record", "replay", "anonymise", "fabric", "text-or-json", "output", "quiet"},
      {{"discover", "the GPUs, adapters and links of this machine"},
       {"discover --format json -o machine.json", "as a topology for the other commands"},
       {"discover --record machine --anonymise", "keep it for somebody else, without names"},
       {"discover --replay machine", "look at what was kept"},
       {"discover --record nodes",
        "under srun or mpirun: nodes/HOST for each host, for treering fleet"},
       {"discover --fabric --record fabric",
        "show the switches and hosts around it, and keep them"}},
      run_discover};
}

CommandSpec doctor_command() {
  return {
      "doctor",
      "what costs a machine collective performance, and what to do about it",
      "Looks for what slows collectives down: PCIe links and ports below what they can do, NVLinks "
      "that are down, GPUs and adapters far apart, no GPUDirect RDMA, ACS, uneven rails, limits on "
      "memory, NCCL_* variables, plugins of clouds. Each finding has its evidence, the loss that "
      "the cost model expects, and the fix, the worst first. One line counts the checks for which "
      "the source has no data; --verbose lists them.\n\n"
      "Of a run that failed it names the cause: the first failure in its log or in the exceptions "
      "of PyTorch and others. Texts that show no machine are read too, alone or several in one "
      "file: ibstat, ibstatus, ibv_devinfo, nvidia-smi -q and nvlink -e, lspci -vvv, the kernel's "
      "log, p2pBandwidthLatencyTest. Then no losses are given.\n\n"
      "--fix prints the commands of the fixes: for each finding lines that only look, then lines "
      "that change something. Those that end, reset or weaken something are comments. "
      "--format markdown is a report to paste into an issue.\n\n"
      "Ends with exit code 1 where something is wrong; hints alone leave it 0.",
      {{topology_positional().name, topology_positional().kind,
        "the machine: 'live' for this one, a built-in name, a dump or recording of it, the log of "
        "a run, "
        "or texts about a host ('-': standard input)"}},
      {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "nccl", "env", "env-from-process",
       "profile", "network", "fix", "doctor-format", "output", "verbose", "quiet"},
      {{"doctor live", "what is wrong with this machine"},
       {"doctor run.log --fix", "what to run against what a run complained of"},
       {"doctor live --format markdown -o issue.md", "a report for somebody else"},
       {"doctor topo.xml --nodes 4", "a machine from NCCL's dump of it, in a job of four nodes"},
       {"doctor dmesg.txt", "what the kernel's log says of GPUs, NVSwitches and PCIe"},
       {"doctor live --format json", "for programs"}},
      run_doctor};
}

CommandSpec diff_command() {
  return {
      "diff",
      "how two machines that should be alike differ",
      "Compares two machines of a cluster: missing devices, other models, slower or fewer links, "
      "devices in another place, host settings, and other numbering. Differences that slow "
      "collectives down come first. Devices are matched by PCI address and place, not by name. "
      "Ends with exit code 1 where the machines differ.",
      {{"A", ValueKind::Topology,
        "a machine as any TOPOLOGY: built-in, 'live', a recording, or a file"},
       {"B", ValueKind::Topology, "the other"}},
      {"text-or-json", "output", "quiet"},
      {{"diff node01.xml node02.xml", "two dumps of NCCL_TOPO_DUMP_FILE"},
       {"diff dgx-h100 live --format json", "this machine beside what it should be, for programs"}},
      run_diff};
}

CommandSpec fleet_command() {
  return {
      "fleet",
      "which hosts of a cluster differ from most, and what that costs",
      "Compares the hosts of a cluster, and says in one page what differs, on which host, what it "
      "costs (as doctor does), and which cable or switch the hosts that differ share.\n\n"
      "FOLDER has a file or a folder for each host, with the host's name: a recording, a log, a "
      "dump, a text of nvidia-smi, or several of these. Two more files are optional: the text of "
      "ibnetdiscover, which shows cables and leaf switches, and results of treering measure "
      "-c sendrecv --pairs, by which the link of slow pairs is found.\n\n"
      "Machines that differ on purpose are kinds, and compared only among themselves; other names "
      "and numbers for the same devices are no difference. Ends with exit code 1 where hosts "
      "differ.",
      {{"FOLDER", ValueKind::File, "a folder with a file or a folder for each host"}},
      {"profile", "network", "text-or-json", "output", "quiet"},
      {{"fleet nodes", "the hosts that srun treering discover --record nodes has kept"},
       {"fleet nodes --format json", "the same for programs"}},
      run_fleet};
}

CommandSpec expect_command() {
  const PositionalSpec topology = topology_positional();
  return {
      "expect",
      "what a healthy machine reaches, and the floor below which it is faulty",
      "Shows by collective and size the busbw that a healthy machine reaches, and a floor: at most "
      "2 of 100 healthy machines are below it. Beside each floor stands how often it finds a "
      "machine that has lost 15 % or 35 %: a floor at small sizes finds little. Floors go by the "
      "interval of the cost model; published runs of such machines near the size stand beside. A "
      "machine that is partly a guess has none.\n\n"
      "--to writes them for other programs: a scenario of NVIDIA CloudAI, a constraint of NVIDIA "
      "AICR, JUnit XML, metrics of Prometheus, CSV, Markdown. treering check --floors judges a log "
      "by the JSON or the CSV.\n\n"
      "--all writes an atlas, a Markdown page for each built-in machine, and takes no other "
      "option.",
      {{topology.name, topology.kind, topology.help, false}},
      {"nodes",      "gpus-per-node", "devices",
       "nics",       "nic-rate",      "leaf-ratio",
       "leaf-nodes", "node-order",    "gpus-per-process",
       "nccl",       "env",           "env-from-process",
       "collective", "minbytes",      "maxbytes",
       "stepfactor", "stepbytes",     "datatype",
       "op",         "profile",       "network",
       "floors-to",  "atlas",         "format",
       "output",     "quiet"},
      {{"expect dgx-h100 --nodes 4 -b 1M", "all_reduce from 1 MiB on 4 DGX H100"},
       {"expect dgx-h100 --nodes 4 -c all -b 256M --format json -o floors.json",
        "all collectives at large sizes, for treering check --floors"},
       {"expect --all docs/atlas", "a page for each built-in machine"},
       {"expect gb200-nvl72 --to aicr -b 1G", "the constraint of a recipe of NVIDIA AICR"}},
      run_expect};
}

}  // namespace treering::cli
