// Who took part, from an NCCL debug log: hosts, their GPUs, and how many ranks and nodes
// communicators had.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/formats/logged_run.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

struct LoggedGpu {
  std::optional<std::uint64_t> bus_id;  // packed
  std::optional<int> cuda_index;        // within its process
  std::optional<int> nvml_index;
  std::string affinity;  // the kernel's cpumap or a list of CPUs; empty when unknown
  std::string model;     // where nccl-tests names it
  std::size_t line = 0;
};

struct Host {
  std::string name;
  std::vector<LoggedGpu> gpus;  // in order of bus ids, else of their numbers
};

struct Ranks {
  std::vector<Host> hosts;   // those with ranks, in order of appearance
  int most_ranks = 0;        // of the largest communicator; 0 when unknown
  int most_nodes = 0;        // likewise, as NCCL counts them
  int most_local_ranks = 0;  // of one node in it
  // What rings, trees and connections name at least, where these are of one communicator; else 0.
  int named_ranks = 0;
  int named_local_ranks = 0;          // of one node: ranks that meet inside it and those between
  int gpus_of_matrix = 0;             // of nvidia-smi topo -m beside the log; 0 without
  int hosts_with_lines = 0;           // where no line of a rank says how many there are; else 0
  std::optional<bool> has_multicast;  // NVSwitches that add up (NVLS)
  std::size_t line = 0;               // of the first rank
  LoggedJob job{};                    // what job.h makes of the lines of ranks
};

class RankReader {
 public:
  /// A line that shows no connection.
  void take(const Line& line);
  void take_connection(const Line& line, const Connection& connection);
  Ranks finish() &&;

 private:
  struct HostBuilder {
    std::map<std::uint64_t, LoggedGpu> by_bus_id;
    std::map<int, LoggedGpu> by_index;  // of versions that report no bus ids
  };
  struct Thread {
    std::string host;
    std::optional<std::uint64_t> bus_id;
    std::optional<int> index;
    std::string affinity;
  };

  void take_rank(const Line& line);
  void take_fabric(const Line& line);
  void take_affinity(const Line& line);
  void add_connected();
  void take_device(const Line& line);
  HostBuilder& host(std::string_view name);
  void place_homeless();
  void add_listed_hosts();
  void add_listed_gpus();
  int count_gpus() const;

  Ranks ranks_;
  std::vector<std::string> order_;
  std::map<std::string, HostBuilder, std::less<>> hosts_;
  std::map<std::string, Thread, std::less<>> threads_;
  std::vector<LoggedGpu> homeless_;  // of lines whose beginning is torn off
  // Bus ids in connections within a host, by host, with the line.
  std::map<std::string, std::map<std::uint64_t, std::size_t>, std::less<>> connected_;
  // The GPUs that nccl-tests lists, by host and index.
  std::map<std::string, std::map<int, LoggedGpu>, std::less<>> listed_;
};

}  // namespace treering::hw::formats::nccl_log
