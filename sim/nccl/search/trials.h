// Repeated channel searches under different constraints, of which the best layout is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/nccl/search/attempts.h"
#include "sim/nccl/search/channel_search.h"
#include "sim/nccl/search/layout.h"
#include "sim/nccl/search/limits.h"

namespace treering::sim::nccl::search {

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

}  // namespace treering::sim::nccl::search
