// A page of an atlas: what a built-in machine reaches, by number of nodes, collective and size of
// the call.
#pragma once

#include <string>
#include <vector>

#include "app/expect.h"
#include "core/result.h"

namespace treering::app {

struct Atlas {
  std::string topology;
  std::string description;             // in a line
  std::vector<ExpectReport> by_nodes;  // numbers of nodes rising; without jobs of one rank
};

/// The built-in machines, in their order.
std::vector<std::string> atlas_names();

/// \pre a name of atlas_names()
core::Result<Atlas> atlas_of(const std::string& topology);

}  // namespace treering::app
