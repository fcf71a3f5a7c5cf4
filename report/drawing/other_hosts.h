// The hosts of a machine that spans several, as boxes beside the one that is drawn in full.
#pragma once

#include <vector>

#include "report/drawing/fold.h"
#include "report/drawing/gpu_links.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

struct OtherHosts {
  const core::Topology& node;
  std::vector<int> numbers;  // of all hosts
  int in_full = 0;           // the number of one
  const Unfolded& unfolded;
};

/// Frames what is drawn as the host in full, and adds the others to its right. Where their lines to
/// NVSwitches begin.
std::vector<Landing> add_other_hosts(const OtherHosts& hosts, Picture& picture);

}  // namespace treering::report::drawing
