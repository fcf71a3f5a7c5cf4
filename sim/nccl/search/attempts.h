// Attempts of a search, so that none is made twice. NCCL allows farther and farther paths, one type
// after the other, also where a machine has no path of the next type: such an attempt takes the
// same steps as the one before it.
//
// It also finds nothing new. Layouts of one attempt have one pattern, and of these the best is
// kept: no later one has less bandwidth, nor as much with the same pattern and more hops
// (is_better). Layouts of NVLS compare otherwise, so that their attempts are made again.
#pragma once

#include <optional>
#include <vector>

#include "sim/nccl/search/channel_search.h"
#include "sim/nccl/search/layout.h"

namespace treering::sim::nccl::search {

class Attempts {
 public:
  explicit Attempts(const SearchSpace& space);

  /// How an attempt ended.
  struct End {
    int steps_left = 0;
    int hops_left = 0;
  };
  /// Of an equal one; nothing: none was made, or it may find something.
  std::optional<End> end_of(const Layout& asked) const;
  void add(const Layout& asked, const SearchOutcome& outcome);

 private:
  /// What the steps of an attempt depend on.
  struct Asked {
    Pattern pattern = Pattern::None;
    bool in_network = false;
    int min_channels = 1;
    int max_channels = 1;
    int cross_nic = 0;
    bool same_channels = false;
    float bw_intra = 0;
    float bw_inter = 0;
    PathType type_intra = PathType::Loc;  // the farthest type of path that there is within reach
    PathType type_inter = PathType::Loc;
    int hops = 0;  // at the start
    bool operator==(const Asked&) const = default;
  };
  struct Made {
    Asked asked;
    End end;
  };

  Asked part_of(const Layout& layout) const;

  std::vector<bool> inside_;   // by type: whether a path between GPUs, or to an NVSwitch, is of it
  std::vector<bool> between_;  // likewise of GPUs and NETs
  std::vector<Made> made_;
};

}  // namespace treering::sim::nccl::search
