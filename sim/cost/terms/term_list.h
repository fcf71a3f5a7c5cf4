// Terms that several algorithms have in common, added one after another.
#pragma once

#include "sim/cost/terms/work.h"

namespace treering::sim::cost::terms {

/// Share of the wire's bytes that are data. LL: 4 bytes of data beside 4 of flag; LL128: 120 of 128
/// (NCCL 2.28, src/include/device.h).
double payload_share(nccl::Protocol protocol);

/// What limits the way out of a node: "network ports of a node", or a wire before them.
Label way_out_label(bool is_port);

/// Hops on the way up to the root of a binary tree over the nodes, and down again.
double tree_hops(const CallFacts& facts);
/// The bytes that the busiest node sends in an all_reduce by a double binary tree over the nodes.
/// It sends one half of the data up in each tree, and passes it down to two children in one of
/// them: 2S. Among three nodes none has two children; two nodes have one edge a tree.
double double_tree_bytes(const CallFacts& facts);

/// The bytes that the busiest GPU of a node's chain sends, up and down. Of two GPUs, each sends in
/// one direction only.
double chain_bytes(const CallFacts& facts);

class TermList {
 public:
  /// Submission, start of the kernel, and its channels.
  explicit TermList(const CallFacts& facts);

  /// Time of the thread that submits calls.
  void host(Label what, double count, Quantity time);

  void latency(Label what, double count, Factors times);

  /// How many neighbours a rank has at a hop between nodes.
  enum class Shape { Chain, Tree };

  /// `inside` hops over links of a node and `between` over the network, one after another, each
  /// with `message` bytes of data.
  void hops(double inside, double between, double message, Shape shape = Shape::Chain);

  /// A chunk of `bytes` that has to arrive over `inside` and `between` hops before the pipeline
  /// runs.
  void fill(double inside, double between, double bytes);

  /// `bytes` of data out of every GPU, at `rate` GB/s on the wire.
  void links(double bytes, double rate);
  /// How a port is used: it sends and receives at once, does one of the two, or does both with the
  /// unevenness of a double binary tree.
  enum class Traffic { BothWays, OneWay, Tree };

  /// `bytes` of data out of every node, by so many connections together.
  void network(double bytes, double connections, Traffic traffic = Traffic::BothWays);

  /// `bytes` of data out of every node through the threads that copy what sockets carry. Each GPU
  /// with connections to other nodes has one, which serves them all (NCCL 2.28,
  /// src/transport/net_socket.cc): no more threads than GPUs that send, nor than `connections`.
  /// Nothing where the network is no such one.
  void sockets(double bytes, double connections);

  /// A pattern of messages of `bytes` of data between nodes, over the uplinks of leaf switches.
  /// Nothing while all nodes are under one leaf.
  void spine(const LeafTraffic& pattern, double bytes);

  /// `bytes` of data through every channel's share of a GPU; `with_tree` where it has three
  /// neighbours.
  void copies(double bytes, bool with_tree);

  /// Between neighbours in a node, among all its GPUs at once, between nodes.
  enum class Where { Inside, Among, Between };

  void transfer(Label what, double bytes, Where where, Factors per);

  /// Wires and their rates, GB/s.
  struct Wire {
    Where where = Where::Inside;
    double usual = 0;  // of which a share is reached
    double full = 0;   // that nothing exceeds; 0: unknown
  };

  /// Bytes over wires that reach the share `per` of their usual rate.
  void wire(Label what, double bytes, Wire wire, Factors per);
  /// Why the last wires carry so much.
  void because(const char* reason) { terms_.back().because = reason; }

  /// The efficiency of a node's ports, for their transfer.
  Factors port_efficiency(Traffic traffic = Traffic::BothWays) const;

  Terms take() &&;

 private:
  const CallFacts& facts_;
  Terms terms_;
  double slowest_links_us_ = 0;  // at their full rate
};

}  // namespace treering::sim::cost::terms
