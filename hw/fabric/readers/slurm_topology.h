// Reads what Slurm knows of a network: topology.conf, what `scontrol show topology` prints, and
// the tree and block topologies of topology.yaml (Slurm 25.05) in their usual style, a key a line.
//
//   SwitchName=leaf1 Nodes=node[001-016]
//   SwitchName=spine Switches=leaf[1-4]
//   BlockName=rack1 Nodes=node[001-018]
//
// Keys count in any case, '#' begins a comment, a backslash at the end continues a line, files that
// are included are named but not read. A line that is not understood is reported and lost alone.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

/// topology.conf and scontrol. `path` names the text in notes and errors. Fails where there is
/// neither a switch nor a block in it.
core::Result<FabricText> read_slurm_topology(std::string_view text, const std::string& path);

/// topology.yaml. Of several topologies the one that is the cluster's default is taken, else the
/// first, with a note.
core::Result<FabricText> read_slurm_yaml(std::string_view text, const std::string& path);

}  // namespace treering::hw::fabric::readers
