// What Slurm knows of a network: switches with their hosts or the switches below them, and blocks
// of hosts that share an NVLink domain. Read from its files by slurm_topology.h, made into a
// FabricGraph here.
//
// Slurm knows neither cables nor rates: each joined pair gets one cable, and the FabricGraph says
// that these are not real cables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {

struct SlurmSwitch {
  std::string name;
  std::string switches;  // hostlists (hw/fabric/readers/hostlist.h); empty for none
  std::string hosts;
  std::size_t line = 0;
};

struct SlurmBlock {
  std::string name;
  std::string hosts;
  std::size_t line = 0;
};

struct SlurmTree {
  std::vector<SlurmSwitch> switches;
  std::vector<SlurmBlock> blocks;
};

/// Hosts that a switch lists beside switches count where no other switch has them: `scontrol show
/// topology` lists all hosts below a switch. Lists that cannot be read are reported and left out.
core::Result<FabricText> graph_of(const SlurmTree& tree, LineNotes notes);

}  // namespace treering::hw::fabric::readers
