// The channels in an NCCL debug log: rings and trees of the largest communicator, to compare
// predictions with.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

/// A rank's place in one tree; -1 for none.
struct TreePlace {
  int parent = -1;
  std::array<int, 3> children{-1, -1, -1};
  bool operator==(const TreePlace&) const = default;
};

struct Channels {
  int channels = 0;                       // as the lines count them; 0 when unknown
  std::map<int, std::vector<int>> rings;  // by channel: ranks from 0 on; cut ones are left out
  // By channel and rank. NCCL cuts lines at 1,023 characters, so that the last may be missing.
  std::map<int, std::map<int, TreePlace>> trees;
  std::size_t line = 0;  // of the first ring
};

class ChannelReader {
 public:
  void take(const Line& line);
  Channels finish() && { return std::move(found_); }

 private:
  void take_ring(const Line& line);
  void take_trees(std::string_view text);

  Channels found_;
  std::size_t ranks_ = 0;  // of the communicator whose rings are kept
};

}  // namespace treering::hw::formats::nccl_log
