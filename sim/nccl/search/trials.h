// Repeated channel searches: the limits that wiring sets, attempts that need not be made again, and
// the two passes, which relax constraints and widen channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/job/settings.h"
#include "sim/nccl/search/channel_search.h"

namespace treering::sim::nccl::search {

// Upper limits that a node's wiring sets to a channel search.

/// The most bandwidth that a GPU can give one channel, and all channels together; GB/s.
struct SearchLimits {
  float per_channel = 0;
  float total = 0;
};

SearchLimits limits_of(const SearchSpace& space);

/// Nearest and farthest types of path that exist: between GPUs, and between GPUs and NETs.
struct PathRange {
  PathType nearest_intra = PathType::Loc;
  PathType farthest_intra = PathType::Sys;
  PathType nearest_inter = PathType::Pix;
  PathType farthest_inter = PathType::Sys;
};

PathRange path_range_of(const SearchSpace& space);

/// Two groups of GPUs with NVLink inside each and something slower between them.
bool has_two_nvlink_islands(const SearchSpace& space);

// Attempts of a search, so that none is made twice. NCCL allows farther and farther paths, one type
// after the other, also where a machine has no path of the next type: such an attempt takes the
// same steps as the one before it.
//
// It also finds nothing new. Layouts of one attempt have one pattern, and of these the best is
// kept: no later one has less bandwidth, nor as much with the same pattern and more hops
// (is_better). Layouts of NVLS compare otherwise, so that their attempts are made again.

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

// Repeated channel searches under different constraints, of which the best layout is kept.

/// The bandwidths to try, from high to low, and the current one.
class Speeds {
 public:
  explicit Speeds(std::span<const float> speeds) : speeds_(speeds) {}

  float now() const { return speeds_[index_]; }
  float next_lower() const { return speeds_[index_ + 1]; }
  bool is_highest() const { return index_ == 0; }
  bool is_lowest() const { return index_ + 1 >= speeds_.size(); }

  void to_highest() { index_ = 0; }
  /// \pre !is_lowest()
  void lower() { ++index_; }
  /// \pre !is_highest()
  void raise() { --index_; }

 private:
  std::span<const float> speeds_;
  std::size_t index_ = 0;
};

/// The state of a search over several attempts.
struct Trials {
  Trials(const SearchSpace& search_space, const Layout& nothing);

  /// One attempt with what `trial` asks for. True when nothing better can be found.
  bool search();

  /// Asks for the current speed inside the node and between nodes.
  void ask_for_speed() { trial.bw_intra = trial.bw_inter = speeds.now(); }

  int gpus() const { return space.system.count(system::NodeType::Gpu); }

  const SearchSpace& space;
  Attempts attempts;
  SearchLimits limits;
  Speeds speeds;
  Layout best;
  Layout trial;
  int steps = 0;  // left of the last attempt; -1 when it was perfect
  std::int64_t all_steps = 0;
};

// The first pass of a graph search: relaxes its constraints until some layout fits.

/// Searches again and again, relaxing one constraint each time, the cheapest first. Ends when
/// nothing better can be found, no constraint is left to relax, or the steps of all attempts are
/// spent.
void relax_until_found(Trials& trials, const PathRange& range, job::CrossNic cross_nic);

// The second pass of a graph search: gives more bandwidth to the channels that the first pass
// found.

/// Splits the channels of `best` where one thread block could not drive them. Then tries higher
/// bandwidths with as many channels, as long as attempts end within their steps.
void widen(Trials& trials);

}  // namespace treering::sim::nccl::search
