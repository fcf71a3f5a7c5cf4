// The links of one node, each with its rate, and the routes over them that NCCL's paths take; and
// those of a job, once for each class of equal nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/paths/node_paths.h"

namespace treering::sim::links {

/// The name of all NVSwitches of a node, which are one for NCCL.
inline constexpr const char* kSwitches = "NVSwitch";

enum class NodeLinkKind {
  NvLink,
  Host,       // PCIe, C2C, between sockets
  Port,       // of an adapter, out of the node or into it
  Proxy,      // the thread that looks for the flags of LL, by NET
  Thread,     // that copies what sockets carry, by GPU, out of it and into it
  Multicast,  // an NVSwitch's reductions and copies for a GPU
  Memory,     // of a host, by CPU: what GPUs and NICs write there for others to read
};

/// One direction.
struct NodeLink {
  NodeLinkKind kind = NodeLinkKind::Host;
  std::string name;  // "GPU 0 -> NVSwitch"
  std::string from;  // its ends; empty: it is no wire
  std::string to;
  double gb_per_s = 0;     // its full rate; 0: unknown, or set by parameters
  double nccl_rate = 0;    // GB/s that NCCL counts with; 0: it does not know the link
  bool to_switch = false;  // of NVLinks: an NVSwitch is at one of its ends
};

/// What NCCL's search counts for links inside a node, in place of their own rates. Where it has
/// found nothing, they have these.
struct CountedRates {
  double to_switches = 0;  // GB/s, of a GPU's links to NVSwitches; 0: NVLinks count in full
  bool host_links = true;  // PCIe and between sockets: as NCCL counts them
};

/// GB/s, no more than the link's own rate; 0: it is unknown.
double usual_rate(const NodeLink& link, const CountedRates& counted);

/// Links by number.
using LinkList = std::vector<int>;

/// A NET, and whether it uses the memory of the GPU, or that of the host.
struct NetUse {
  std::int64_t net = 0;
  bool through_host = false;
};

class NodeLinks {
 public:
  /// \pre `job` can run on `node`
  NodeLinks(const core::Topology& node, const job::JobSpec& job);

  const std::vector<NodeLink>& links() const { return links_; }

  /// By local rank. Two GPUs that NCCL joins over the network have no links inside.
  LinkList between(int from, int to) const;
  /// The same where one writes to the memory of the other's CPU, which the other reads.
  LinkList through_memory(int from, int to) const;
  /// From a GPU out of the node through the GPU `relay`, perhaps itself, whose proxy sends; and
  /// into the node. Through the host also the memory of the GPU's CPU. \pre the node has that NET
  LinkList out(int gpu, int relay, NetUse use) const;
  LinkList in(NetUse use, int gpu) const;
  /// Whether a GPU reaches its host's memory over PCIe, not by NVLink (POWER) or C2C (Grace).
  bool has_pcie_to_host(int gpu) const;
  LinkList to_nvswitch(int gpu) const;
  LinkList from_nvswitch(int gpu) const;
  int multicast(int gpu) const { return first_multicast_ + gpu; }
  /// A rail joins the same NET of all nodes. How many there are, and that of a NET that a GPU uses.
  int rails() const { return first_thread_ - first_proxy_; }
  int rail_of(std::int64_t net, int gpu) const { return paths_.net_index(net, gpu); }

  /// The device among the links' ends whose links are also those of `device`, a name of the
  /// topology: all NVSwitches are one, as in NCCL, and so are switches that it merges. Empty: there
  /// is none. \pre the topology has it
  std::string stand_in(const std::string& device) const;

 private:
  void add_links();
  void add_threads();
  void add_memory();
  NodeLink link_of(const nccl::paths::LinkTable::Entry& entry) const;
  std::string name_of(nccl::system::NodeId id) const;
  /// That of the last CPU on a route; -1: none is known.
  int memory_at_end(const LinkList& route) const;

  nccl::paths::NodePaths paths_;
  std::vector<NodeLink> links_;
  int first_proxy_ = 0;
  int first_thread_ = 0;    // of a GPU's two, what it sends
  int first_receiver_ = 0;  // and what it receives
  int first_multicast_ = 0;
  LinkList memory_of_;    // by node of the System that is a CPU; -1: its rate is unknown
  LinkList crossing_of_;  // by link: what takes its place for data that passes through memory
};

// The links inside the nodes of a job.

struct ClassLinks {
  std::vector<NodeLinks> classes;  // at least one
  std::vector<int> class_of;       // by node; empty: all are of the first class

  const NodeLinks& of(int node) const {
    return classes[class_of.empty()
                       ? 0
                       : static_cast<std::size_t>(class_of[static_cast<std::size_t>(node)])];
  }
};

/// \pre `job` can run on `cluster`
ClassLinks class_links(const core::Cluster& cluster, const job::JobSpec& job);

}  // namespace treering::sim::links
