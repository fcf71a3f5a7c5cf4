// The tree of a machine's devices, for terminals.
#pragma once

#include <string>

#include "core/topology/topology.h"
#include "report/display.h"

namespace treering::report::machine {

/// CPUs with what is below them, a line each: name, how fast its link up is, bus id, what it is;
/// then NVSwitches and links beside the tree. Equal siblings in a row without GPUs become one line.
std::string tree_text(const core::Topology& node, const Display& display);

}  // namespace treering::report::machine
