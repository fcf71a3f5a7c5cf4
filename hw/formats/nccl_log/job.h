// The job of an NCCL debug log, from what its lines say of single ranks, though the log may be a
// part of what the job printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/formats/logged_run.h"
#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_tests/device_list.h"

namespace treering::hw::formats::nccl_log {

// NCCL gives each rank a GPU of its own: two ranks with one NVML number or one bus id are of two
// nodes. Launchers number ranks node by node, so that all ranks of a node have one quotient by the
// node's number of ranks. Of the numbers that divide the ranks, those that fit what is seen remain.

/// What lines say of one rank.
struct SeenRank {
  std::string host;               // empty when unknown
  std::optional<int> nvml_index;  // not CUDA's: a process may see one GPU alone
  std::optional<std::uint64_t> bus_id;
  std::optional<int> local_rank;
  std::size_t line = 0;
  bool has_own_line = false;
};

/// The ranks of one communicator, by number.
struct SeenJob {
  int ranks = 0;  // 0 when unknown
  int nodes = 0;  // as NCCL counts them; 0 when unknown
  int local_ranks = 0;
  std::map<int, SeenRank> seen;
  std::vector<std::pair<int, int>> neighbours;  // ranks that meet inside a node
  std::vector<std::string> hosts;               // of all lines
  std::size_t processes = 0;                    // with lines: each has a rank of its own at least
  bool has_duplicate_gpus = false;              // as NCCL complains
};

/// What follows from that.
LoggedJob job_of(const SeenJob& job);

class JobReader {
 public:
  /// A line that shows no connection.
  void take(const Line& line);
  void take_connection(const Line& line, const Connection& connection);
  /// \param hosts of all lines
  SeenJob finish(std::vector<std::string> hosts) &&;
  /// \pre finish() was called
  bool has_one_communicator() const;
  bool joins_hosts_by_nvlink() const { return joins_hosts_; }

 private:
  void take_rank(const Line& line);
  void take_process(const Line& line);
  void join_nameless();
  void add_listed(SeenJob& job) const;
  SeenJob& communicator(int ranks, std::string_view id);

  // By number of ranks and, where the log has it, NCCL's hash of the communicator's id.
  std::map<std::pair<int, std::string>, SeenJob> communicators_;
  std::vector<std::pair<int, std::string>> order_;
  // Communicator by the host, process and address that its lines have.
  std::map<std::string, std::pair<int, std::string>, std::less<>> by_address_;
  std::set<std::string> processes_;  // "host:pid [2]" of lines
  std::vector<nccl_tests::ListedDevice> listed_;
  SeenJob connected_;  // from connections, which do not name their communicator
  bool has_duplicate_gpus_ = false;
  bool joins_hosts_ = false;
};

}  // namespace treering::hw::formats::nccl_log
