// The ranks that NCCL's lines on communicators show: "comm 0x55 rank 0 nranks 2 cudaDev 0 busId
// 3000 - Init COMPLETE", and the hosts that wrote them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner::runs {

struct LoggedRank {
  std::string host;
  int rank = 0;
  int ranks = 0;  // of its communicator
  bool operator==(const LoggedRank&) const = default;
};

/// Adds the rank of such a line, once; false for other lines. \param debug where NCCL's own text
/// begins in `line`
bool read_communicator_line(std::string_view line, std::size_t debug,
                            std::vector<LoggedRank>& ranks);

/// The hosts that have a rank 0 of their own, in order, where all communicators are of as many
/// ranks: more than one are as many jobs.
std::vector<std::string> hosts_with_rank_0(const std::vector<LoggedRank>& ranks);

/// The host of each rank of the only communicator; empty where some are not shown, or there are
/// several.
std::vector<std::string> hosts_of_ranks(const std::vector<LoggedRank>& ranks);

}  // namespace treering::tuner::runs
