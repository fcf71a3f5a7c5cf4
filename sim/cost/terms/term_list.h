// Terms that several algorithms have in common, added one after another.
#pragma once

#include <algorithm>

#include "sim/cost/terms/work.h"

namespace treering::sim::cost::terms {

/// Share of the wire's bytes that are data. LL: 4 bytes of data beside 4 of flag; LL128: 120 of 128
/// (NCCL 2.28, src/include/device.h).
double payload_share(nccl::Protocol protocol);

/// Hops on the way up to the root of a binary tree over the nodes, and down again.
double tree_hops(const CallFacts& facts);
/// The connections of a channel by which the busiest node sends in an all_reduce by a double binary
/// tree over the nodes, in the mean of all channels; each carries the channel's part. It sends one
/// half of the data up in each tree, and passes it down to two children in one of them: 2. Among
/// three nodes none has two children; two nodes have one edge a tree.
double double_tree_edges(const CallFacts& facts);

/// The hops on the way of the first chunk without the slowest, which all data pass in any case.
inline double others(double hops) {
  return std::max(hops - 1, 0.0);
}

class TermList {
 public:
  /// Submission, start of the kernel, and its channels.
  explicit TermList(const CallFacts& facts);

  /// Time of the thread that submits calls.
  void host(estimates::PartName what, double count, Quantity time);

  void latency(estimates::PartName what, double count, Factors times);
  /// The same of what passes before the first message.
  void start(estimates::PartName what, double count, Factors times);

  /// How many neighbours a rank has at a hop between nodes.
  enum class Shape { Chain, Tree };

  /// `inside` hops over links of a node and `between` over the network, one after another, each
  /// with `message` bytes of data.
  void hops(double inside, double between, double message, Shape shape = Shape::Chain);

  /// The same of hops that calls in a row share, and so no whole number of them.
  void hops_in_a_row(double inside, double between, double message);

  /// Steps that wait for each other, and all of it `repeated`, one after another.
  struct Steps {
    double inside = 0;   // hops
    double between = 0;  // likewise
    double message = 0;  // bytes of data
    double copied = 0;   // bytes that ranks copy on the way of the last data
    double sent = 0;     // bytes that connections between nodes carry there
    double stored = 0;   // bytes that a rank copies at the end
    double repeated = 1;
  };
  void chain(const Steps& steps);

  /// What the threads of a block cost that wait for each other, as with LL they need not.
  void synchronised();
  /// A rank passes on its own block, or what it is given, before it waits for others.
  void own_step();

  /// `count` chunks of a channel one after another, through the switch, with `bytes` in all.
  void multicast_chunks(double count, double bytes);

  /// The first hop of a ring from a root, inside a node: it copies all data, while the network
  /// carries them. \param passes_whole after a `message`; else line by line
  void neighbours(double message, bool passes_whole);

  /// `count` messages of `bytes` that a connection between nodes has, each of which finds its
  /// buffer taken by the one `room` before it.
  void buffers(double count, double bytes, double room, Shape shape = Shape::Chain);

  /// A chunk of `bytes` of each channel that has to arrive over `inside` and `between` hops before
  /// the pipeline runs. A rank passes on what it has of it.
  void fill(double inside, double between, double bytes, Shape shape = Shape::Chain);

  /// `bytes` of data through the connections of all channels inside a node, each of which carries
  /// as much.
  void links(double bytes);
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

  /// `bytes` of data with LL that one proxy sends, which looks for the flag of every line. Nothing
  /// with other protocols, nor where sockets carry them.
  void flags(double bytes);

  /// A pattern of messages of `bytes` of data between nodes, over the uplinks of leaf switches.
  /// Nothing while all nodes are under one leaf.
  void spine(const LeafTraffic& pattern, double bytes);
  /// The same where so many calls in a row share the time of the switches between leaves.
  void spine_in_a_row(const LeafTraffic& pattern, double bytes, double calls);

  /// `bytes` of data through every channel's share of a GPU; `with_tree` where it has three
  /// neighbours.
  void copies(double bytes, bool with_tree);

  /// A channel's part of a message between two ranks, in chunks through a buffer, from which the
  /// receiver copies the last one after the sender.
  void message_copies(double part, double chunk);

  /// Between neighbours in a node, among all its GPUs at once, between nodes.
  enum class Where { Inside, Among, Between };

  void transfer(estimates::PartName what, double bytes, Where where, Factors per);

  /// Wires and their rates, GB/s.
  struct Wire {
    Where where = Where::Inside;
    double usual = 0;  // of which a share is reached
    double full = 0;   // that nothing exceeds; 0: unknown
  };

  /// Bytes over wires that reach the share `per` of their usual rate.
  void wire(estimates::PartName what, double bytes, Wire wire, Factors per);
  /// Why the last wires carry so much.
  void because(const char* reason) { terms_.back().because = reason; }

  /// `bytes` of data that GPUs write to a host's memory for others or for the network, and as many
  /// that these read. \param gb_per_s of both together, half of the memory's rate
  void memory(double bytes, Where where, double gb_per_s);
  /// `bytes` of data that one channel of a GPU passes to the network through its host's memory, or
  /// takes from there. Nothing with GPUDirect RDMA.
  void staging(double bytes);

  /// The factors of the time of a hop between nodes; a rendezvous comes on top.
  Factors network_hop(Shape shape) const;

  /// The efficiency of a node's ports, for their transfer.
  Factors port_efficiency(Traffic traffic = Traffic::BothWays) const;

  Terms take() &&;

 private:
  /// The factors that multiply an amount, and those that divide it.
  struct Scaling {
    Factors times;
    Factors per = {};
  };
  /// Nothing where the amount is 0.
  void add(Part part, estimates::PartName what, double amount, const Scaling& scaling);
  struct HopCount {
    double inside = 0;   // nodes
    double between = 0;  // nodes
    double repeated = 1;
    bool are_in_a_row = false;  // shares of hops, whose number says nothing
  };
  void add_hops(Part part, const HopCount& hops, double message, Shape shape);
  /// A message's terms: their part and their names.
  struct MessageTerms {
    Part part;
    const char* by_connection;
    const char* by_ports;
    const char* before_ports;
  };
  /// Bytes of each channel that all send at once, whichever of these takes longest.
  void through_network(const MessageTerms& what, double bytes, Traffic traffic, Factors times);
  void uplinks(const LeafTraffic& pattern, double bytes);
  Quantity inner_scale() const;

  const CallFacts& facts_;
  Terms terms_;
  double slowest_links_us_ = 0;  // at their full rate
};

}  // namespace treering::sim::cost::terms
