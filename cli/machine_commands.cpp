#include "cli/machine_commands.h"

#include "cli/commands.h"

namespace treering::cli {

PositionalSpec topology_positional() {
  return {
      "TOPOLOGY", ValueKind::Topology,
      "a built-in machine (treering list topologies), 'live' for this one, a folder that discover "
      "--record wrote, or a file ('-': standard input), recognised by its content: NCCL topology "
      "XML or debug log, hwloc XML, nvidia-smi topo -m text, cluster YAML, treering JSON"};
}

CommandSpec show_command() {
  return {
      "show",
      "devices, links, path matrix, channels",
      "Shows what a machine is made of and how its parts reach each other, in the form of "
      "nvidia-smi topo -m. With --graphs also the rings and trees that NCCL builds on it. --tree "
      "shows only what hangs off what, --svg draws it.\n\n"
      "A file may also be a fabric: what ibnetdiscover or iblinkinfo printed, subnet.lst, a "
      "topology "
      "file of ibdm, or Slurm's topology.conf. Then it shows the levels of switches, whether they "
      "make a fat tree, oversubscription, rails, and what is odd in the cabling.",
      {topology_positional()},
      {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "nccl", "env", "env-from-process",
       "graphs", "tree", "svg", "format", "output", "quiet"},
      {{"show dgx-h100", "the devices, links and path matrix of a DGX H100"},
       {"show net.txt", "the fabric that ibnetdiscover saw"},
       {"show dgx-a100 --nodes 4 --graphs", "also NCCL's channels for a job on 4 of them"},
       {"show dgx-h100 --nodes 64 --svg cluster.svg", "a drawing of the node and its cluster"},
       {"show topo.xml --graphs --format json", "the same of an NCCL topology dump, for programs"}},
      run_show};
}

CommandSpec convert_command() {
  return {"convert",
          "one topology format to another",
          "Reads a topology in any known format and writes it in another.",
          {{"IN", ValueKind::Topology, "a built-in machine or a file"},
           {"OUT", ValueKind::File, "the file to write, '-' for standard output"}},
          {"to-format", "quiet"},
          {{"convert dgx-h100 dgx-h100.xml", "a built-in machine as NCCL topology XML"},
           {"convert dump.xml - --to json", "an NCCL dump as treering JSON, to standard output"}},
          run_convert};
}

CommandSpec discover_command() {
  return {
      "discover",
      "this machine's topology, and what could not be read of it",
      "Finds the NVIDIA GPUs and network adapters of this machine, the PCIe switches and NUMA "
      "nodes "
      "that they hang off, from files that every user may read, and their NVLinks from NVML, where "
      "that is there. No rights are needed. Notes say what could not be read or is assumed.\n\n"
      "--format json writes a topology for the other commands, which also take 'live' for "
      "TOPOLOGY. "
      "With --record the files go into a folder from which --replay answers on any machine, also "
      "where no GPU was found.\n\n"
      "With --fabric it shows the InfiniBand fabric that the machine is in, as show does of a "
      "file. "
      "That takes ibnetdiscover (infiniband-diags) and the right to send management packets, which "
      "mostly only root has.",
      {},
      {"record", "replay", "anonymise", "fabric", "text-or-json", "output", "quiet"},
      {{"discover", "the GPUs, adapters and links of this machine"},
       {"discover --format json -o machine.json", "as a topology for the other commands"},
       {"discover --record machine --anonymise", "keep it for somebody else, without names"},
       {"discover --replay machine", "look at what was kept"},
       {"discover --fabric --record fabric", "the switches and hosts around it, and keep them"}},
      run_discover};
}

CommandSpec doctor_command() {
  return {
      "doctor",
      "what costs a machine collective performance, and what to do about it",
      "Looks for what slows collectives down: PCIe links and ports below what they can do, NVLinks "
      "that are down, GPUs and adapters far apart, no GPUDirect RDMA, ACS, uneven rails, limits on "
      "memory, NCCL_* variables, plugins of clouds. Each finding has its evidence, the loss that "
      "the "
      "cost model expects, and the fix; what the source does not tell is listed at the end.\n\n"
      "Ends with exit code 1 where something is wrong. Hints alone are not.",
      {{topology_positional().name, topology_positional().kind,
        "the machine: live, a built-in name, a dump or recording of it, or the log of a run"}},
      {"nodes", "gpus-per-node", "devices", "nics", "nic-rate", "nccl", "env", "env-from-process",
       "profile", "network", "text-or-json", "output", "quiet"},
      {{"doctor live", "this machine"},
       {"doctor topo.xml --nodes 4", "a machine by NCCL's dump of it, in a job of four"},
       {"doctor live --format json", "for programs"}},
      run_doctor};
}

CommandSpec diff_command() {
  return {
      "diff",
      "in what two machines differ that should be alike",
      "Compares two machines of a cluster: devices that are missing or other models, links that "
      "are "
      "slower or fewer, devices in another place, how the hosts are set, and what is only numbered "
      "otherwise; what slows collectives down comes first. Devices are matched by PCI address and "
      "by "
      "their place, not by name. Ends with exit code 1 where they differ.",
      {{"A", ValueKind::Topology,
        "a machine as any TOPOLOGY: built-in, 'live', a recording, or a file"},
       {"B", ValueKind::Topology, "the other"}},
      {"text-or-json", "output", "quiet"},
      {{"diff node01.xml node02.xml", "two dumps of NCCL_TOPO_DUMP_FILE"},
       {"diff dgx-h100 live --format json", "this machine beside what it should be, for programs"}},
      run_diff};
}

}  // namespace treering::cli
