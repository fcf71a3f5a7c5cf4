// all_gather and reduce_scatter over several nodes whose ranks are all heads. Head h of each node
// and switch h of the network carry the blocks of the ranks that are head h: their rail.
//
//   all_gather       a head sends its own block to the switch, which puts a window together and
//                    sends it to the heads of all nodes; each passes it on to its node.
//   reduce_scatter   the other way round: a node's data for a window are combined for its head, the
//                    switch combines those of all nodes, and each head gets what is its own.
#pragma once

#include <memory>

#include "sim/schedule/heads/heads.h"

namespace treering::sim::schedule {

/// How a head exchanges data with the ranks of its node.
enum class InsideNode {
  Direct,    // with each other rank
  Multicast  // with the NVSwitch, which does so with all ranks
};

/// all_gather or reduce_scatter, and each rank is a head of its own.
bool rails_serve(const HeadsInput& input);
/// \pre rails_serve, several nodes
std::unique_ptr<Schedule> rail_schedule(HeadsInput input, InsideNode inside);

}  // namespace treering::sim::schedule
