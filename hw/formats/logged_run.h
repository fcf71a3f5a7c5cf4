// What the log of a run says beside its machine: the job, NCCL's channels and connections, and what
// shows which machine it may have been.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/tree_links.h"

namespace treering::hw::formats {

/// A host of which a log has lines, and the processes that wrote them.
struct LoggedHost {
  std::string name;
  int processes = 0;
  bool operator==(const LoggedHost&) const = default;
};

/// The job of the largest communicator. Ranks are numbered node by node where gpus_per_node says
/// so.
struct LoggedJob {
  int ranks = 0;               // 0 when unknown
  int nodes = 0;               // 0 when unknown
  int gpus_per_node = 0;       // 0: unknown, or nodes differ
  int ranks_seen = 0;          // those of which the log has a line
  std::vector<int> sizes{};    // GPUs that a node may have, where several agree with the log
  std::vector<int> devices{};  // NVML's numbers of a node's GPUs by local rank; empty when unknown
  std::size_t line = 0;        // of the first rank
  bool operator==(const LoggedJob&) const = default;
};

struct Channels {
  int channels = 0;                       // as the lines count them; 0 when unknown
  std::map<int, std::vector<int>> rings;  // by channel: ranks from 0 on; cut ones are left out
  // By channel and rank. NCCL cuts lines at 1,023 characters, so that the last may be missing.
  std::map<int, std::map<int, core::TreeLinks>> trees;
  std::size_t line = 0;  // of the first ring
  // "24 coll channels, 0 collnet channels, 16 nvls channels, 32 p2p channels": of the first
  // communicator; nothing without such a line, and nvls before 2.17.
  std::optional<int> coll;
  std::optional<int> nvls;
  int nvls_heads = 0;          // "NVLS Head  7:  7 15" is the last of 8; 0 without
  int highest_neighbour = -1;  // the highest rank in lines like "Ring 00 : 3 -> 0 -> 1"
};

/// "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read". Over the network the sender and the receiver
/// have a line each, with NICs of their own.
struct LoggedConnection {
  int channel = 0;
  int index = 0;  // 0: collectives; 1: messages between pairs. Before 2.11 there is none
  int from = 0;
  int to = 0;
  std::string via;           // "NET/IB/0/GDRDMA"; empty: the log has the receiver's line alone
  std::string received_via;  // of the receiver's line, else empty
  bool operator==(const LoggedConnection&) const = default;
};

struct PlanLines {
  Channels channels;
  std::vector<LoggedConnection> connections;  // in the order of the log

  bool empty() const {
    return channels.rings.empty() && channels.trees.empty() && connections.empty();
  }
};

struct LoggedRun {
  LoggedJob job;
  PlanLines plan;
  // Else the lines may be of communicators whose ranks have numbers of their own.
  bool has_one_communicator = true;
  std::string gpu_model;                 // as nccl-tests names it; empty when unknown
  std::vector<std::string> gpu_bus_ids;  // of one node, sorted; empty when unknown
  std::optional<bool> has_multicast;     // NVSwitches that add up (NVLS)
  bool joins_hosts_by_nvlink = false;    // MNNVL
  std::string network;  // as NCCL names what it uses: "IB", "Socket", "AWS Libfabric"; or empty
  int ports = 0;        // that the network offers; 0 when unknown
  std::optional<std::int64_t> port_mbps;  // of the slowest; nothing unless all are known
  std::optional<bool> uses_gpu_direct;    // any connection over the network; nothing without one
  std::vector<LoggedHost> hosts = {};     // in order of appearance
};

}  // namespace treering::hw::formats
