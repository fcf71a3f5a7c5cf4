// The channels in an NCCL debug log: rings and trees of the largest communicator, to compare
// predictions with.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "hw/formats/logged_run.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class ChannelReader {
 public:
  void take(const Line& line);
  Channels finish() && { return std::move(found_); }

 private:
  void take_ring(const Line& line);
  void take_neighbours(std::string_view text);
  void take_trees(std::string_view text);
  void take_counts(std::string_view text);
  void take_head(std::string_view text);

  Channels found_;
  std::size_t ranks_ = 0;  // of the communicator whose rings are kept
};

}  // namespace treering::hw::formats::nccl_log
