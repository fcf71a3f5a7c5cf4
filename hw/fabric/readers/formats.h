// The texts in which fabrics come, a reader for each: of InfiniBand's programs, of Slurm, and of
// the fabric that this machine is in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "hw/fabric/readers/text.h"
#include "hw/world/world.h"

namespace treering::hw::fabric::readers {

// Reads what ibnetdiscover prints: in full, with -g (ports named as on the box), with -p (one line
// per port), and ibsim's input, which has the same grammar with free names.
//
// A line that is not understood is reported and left out. Linear in time and memory.

/// `path` names the text in notes ("path:12") and errors. Fails where there is no node in it.
core::Result<FabricText> read_ibnetdiscover(std::string_view text, const std::string& path);

// Reads what iblinkinfo prints: sections of switches and adapters ("Switch: 0x... leaf1:", "CA:
// node01 HCA-1:") with a line for each port, or with -l those lines alone. Nodes are identified by
// LID, the only thing that a line of either form says of its far end; so each port of an adapter
// counts as an adapter.
//
// A line that is not understood is reported and left out.

/// `path` names the text in notes and errors. Fails where there is no node in it.
core::Result<FabricText> read_iblinkinfo(std::string_view text, const std::string& path);

// Slurm's short form for many names: "node[001-128,130],login1", also with several brackets in one
// name ("rack[1-2]n[00-17]"). Numbers keep the zeros in front that the first of a range has.

/// More hosts than we predict jobs for (core::kMaxRanks).
inline constexpr std::size_t kMostHosts = std::size_t{1} << 18U;

/// The names in their order, none twice. Errors have no place; more than kMostHosts is one.
core::Result<std::vector<std::string>> expand_hostlist(std::string_view text);

// Reads what Slurm knows of a network: topology.conf, what `scontrol show topology` prints, and
// the tree and block topologies of topology.yaml (Slurm 25.05) in their usual style, a key a line.
//
//   SwitchName=leaf1 Nodes=node[001-016]
//   SwitchName=spine Switches=leaf[1-4]
//   BlockName=rack1 Nodes=node[001-018]
//
// Keys may have any case, '#' begins a comment, a backslash at the end continues a line; included
// files are named in a note but not read. A line that is not understood is reported and left out.

/// topology.conf and scontrol. `path` names the text in notes and errors. Fails where it has
/// neither a switch nor a block.
core::Result<FabricText> read_slurm_topology(std::string_view text, const std::string& path);

/// topology.yaml. Takes the cluster's default among several topologies, else the first, with a
/// note.
core::Result<FabricText> read_slurm_yaml(std::string_view text, const std::string& path);

// The fabric that this machine's InfiniBand adapters are in: what libibnetdisc finds by sending
// packets from switch to switch, as its own program ibnetdiscover prints it
// (docs/decisions/0013-live-fabric.md). That needs the right to open /dev/infiniband/umad*.

/// Fails with Category::Environment and says why: no program, no devices, no right to use them, or
/// ibnetdiscover's complaint.
core::Result<FabricText> live_fabric(const world::World& world);

}  // namespace treering::hw::fabric::readers
