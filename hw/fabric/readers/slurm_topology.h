// Reads what Slurm knows of a network: topology.conf, what `scontrol show topology` prints, and
// the tree and block topologies of topology.yaml (Slurm 25.05) in their usual style, a key a line.
//
//   SwitchName=leaf1 Nodes=node[001-016]
//   SwitchName=spine Switches=leaf[1-4]
//   BlockName=rack1 Nodes=node[001-018]
//
// Keys may have any case, '#' begins a comment, a backslash at the end continues a line; included
// files are named in a note but not read. A line that is not understood is reported and left out.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

/// topology.conf and scontrol. `path` names the text in notes and errors. Fails where it has
/// neither a switch nor a block.
core::Result<FabricText> read_slurm_topology(std::string_view text, const std::string& path);

/// topology.yaml. Takes the cluster's default among several topologies, else the first, with a
/// note.
core::Result<FabricText> read_slurm_yaml(std::string_view text, const std::string& path);

}  // namespace treering::hw::fabric::readers
