#include "sim/links/network_ways.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace treering::sim::links {
namespace {

using cost::terms::BusiestLink;
using cost::terms::InsideWay;
using cost::terms::NetworkWays;
using cost::terms::RailUse;
using nccl::connections::Connection;
using nccl::connections::Connections;
using nccl::connections::GpuDirect;
using nccl::connections::Hop;
using nccl::connections::Transport;

/// What crosses each link of one machine, by number.
class Load {
 public:
  explicit Load(const NodeLinks& node) : node_(node), shares_(node.links().size()) {}

  void add(const LinkList& route, double share) {
    for (const int link : route) shares_[static_cast<std::size_t>(link)] += share;
  }

  double on(std::size_t link) const { return shares_[link]; }
  std::size_t size() const { return shares_.size(); }

  enum class Among { Ports, OnTheWay };

  /// Of the links that something crosses, without memory.
  BusiestLink busiest(Among among) const {
    BusiestLink found;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      if (shares_[i] <= 0 || node_.links()[i].gb_per_s <= 0 || is_memory(i)) continue;
      const bool is_port = node_.links()[i].kind == NodeLinkKind::Port;
      if (is_port != (among == Among::Ports)) continue;
      found = slower(found, {shares_[i], node_.links()[i].gb_per_s});
    }
    return found;
  }

  /// Of the hosts' memory, with what `network` has on it.
  BusiestLink busiest_memory(const Load& network) const {
    BusiestLink found;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      const double share = shares_[i] + network.on(i);
      if (share <= 0 || !is_memory(i)) continue;
      found = slower(found, {share, node_.links()[i].gb_per_s});
    }
    return found;
  }

  bool is_memory(std::size_t link) const {
    return node_.links()[link].kind == NodeLinkKind::Memory;
  }

  /// The same of what stays in the node, where links count less, with what `network` has on them,
  /// without memory.
  BusiestLink busiest_inside(const Load& network, const CountedRates& counted) const {
    BusiestLink found;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      const NodeLink& link = node_.links()[i];
      if (shares_[i] <= 0 || link.gb_per_s <= 0 || is_memory(i)) continue;
      const double usual = usual_rate(link, counted);
      const double share = shares_[i] + network.on(i) * usual / link.gb_per_s;
      found = slower(found, {share, usual, usual < link.gb_per_s ? link.gb_per_s : 0});
    }
    return found;
  }

 private:
  const NodeLinks& node_;
  std::vector<double> shares_;
};

/// What goes out of a machine by each rail, and into the others.
class RailCounts {
 public:
  explicit RailCounts(int rails) : counts_(static_cast<std::size_t>(rails)) {}

  void add(int out, int in, double share) {
    all_ += share;
    counts_[static_cast<std::size_t>(out)].out += share;
    counts_[static_cast<std::size_t>(in)].in += share;
    if (out == in) return;
    counts_[static_cast<std::size_t>(out)].out_to_others += share;
    counts_[static_cast<std::size_t>(in)].in_from_others += share;
  }

  RailUse use() const {
    if (all_ <= 0) return {};
    RailUse use{0, 0};
    for (const Count& one : counts_) {
      use.most = std::max({use.most, one.out, one.in});
      use.off = std::max({use.off, one.out_to_others, one.in_from_others});
    }
    const double per_rail = all_ / static_cast<double>(counts_.size());
    return {use.most / per_rail, use.off / per_rail};
  }

 private:
  struct Count {
    double out = 0;
    double in = 0;
    double out_to_others = 0;  // rails
    double in_from_others = 0;
  };
  std::vector<Count> counts_;  // by rail
  double all_ = 0;
};

/// The connections of a job on links, whose numbers are the same on every machine.
class Wired {
 public:
  Wired(const Connections& connections, const NodeLinks& node)
      : connections_(connections), node_(node) {}

  int machine(int rank) const { return rank / connections_.machine_ranks(); }
  int local(int rank) const { return rank % connections_.machine_ranks(); }
  int machines() const { return connections_.ranks() / connections_.machine_ranks(); }
  /// NCCL's nodes in a machine.
  int parts() const { return std::max(connections_.nodes() / machines(), 1); }

  LinkList out(const Connection& one) const {
    return way_out(node_, one, connections_.machine_ranks());
  }
  LinkList in(const Connection& one) const {
    return way_in(node_, one, connections_.machine_ranks());
  }
  int rail_out(const Connection& one) const { return node_.rail_of(one.net, local(one.sender())); }
  int rail_in(const Connection& one) const { return node_.rail_of(one.to_net, local(one.to)); }
  LinkList inside(const Connection& one) const {
    return way_inside(node_, one, connections_.machine_ranks());
  }
  bool is_staged_out(const Connection& one) const {
    return links::is_staged_out(node_, one, connections_.machine_ranks());
  }
  bool is_staged_in(const Connection& one) const {
    return links::is_staged_in(node_, one, connections_.machine_ranks());
  }

  const Connections& connections() const { return connections_; }
  const NodeLinks& node() const { return node_; }

 private:
  const Connections& connections_;
  const NodeLinks& node_;
};

/// Of two rates of which one may be unknown, 0.
double slower_rate(double a, double b) {
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

/// The connections of one machine in one direction, as they become more.
class Direction {
 public:
  explicit Direction(const NodeLinks& node) : load_(node) {}

  void add(const LinkList& route) {
    load_.add(route, 1);
    ++connections_;
  }

  double on(std::size_t link) const { return load_.on(link); }

  /// Data of the machine where its busiest link is full; 0: no rate is known.
  double gb_per_s(Load::Among among) const {
    const double ns = load_.busiest(among).ns_per_byte();
    return ns > 0 ? connections_ / ns : 0;
  }

 private:
  Load load_;
  int connections_ = 0;
};

/// The ways of one machine, channel after channel.
class MachineWays {
 public:
  MachineWays(const Wired& job, nccl::Algorithm algorithm, int machine)
      : job_(job),
        algorithm_(algorithm),
        machine_(machine),
        inside_(job.node()),
        out_(job.node()),
        in_(job.node()),
        rails_(job.node().rails()) {}

  void add_channel(int channel) {
    const int ranks = job_.connections().machine_ranks();
    for (int rank = machine_ * ranks; rank < (machine_ + 1) * ranks; ++rank) {
      for (const Hop& hop : job_.connections().hops_from(rank, channel, algorithm_)) {
        add_hop(hop);
      }
      add_network(rank, channel);
    }
    ++channels_;
  }

  NetworkWays ways() const {
    return {rate(Load::Among::Ports),
            rate(Load::Among::OnTheWay),
            of_part(nets_.size()),
            of_part(senders_.size()),
            rails_.use(),
            is_staged_};
  }

  /// With what leaves the node and enters it through memory.
  InsideWay busiest_memory() const {
    InsideWay found;
    for (std::size_t link = 0; link < inside_.size(); ++link) {
      const double of_network = (out_.on(link) + in_.on(link)) / channels_;
      const double share = inside_.on(link) / channels_ + of_network;
      if (share <= 0 || !inside_.is_memory(link)) continue;
      const double rate = job_.node().links()[link].gb_per_s;
      const InsideWay one{share, rate, rate, 0, of_network};
      if (one.ns_per_byte() > found.ns_per_byte()) found = one;
    }
    return found;
  }

  /// Without memory. \param counted as of channel_ways
  InsideWay busiest_inside(const CountedRates& counted) const {
    InsideWay found;
    for (std::size_t link = 0; link < inside_.size(); ++link) {
      if (inside_.is_memory(link)) continue;
      const InsideWay one = way_of(link, counted);
      if (inside_.on(link) > 0 && one.ns_per_byte() > found.ns_per_byte()) found = one;
    }
    found.mean_ns_per_byte = mean_of_others(counted);
    return found;
  }

 private:
  /// Without the slowest connection of each channel.
  double mean_of_others(const CountedRates& counted) const {
    std::vector<double> all;
    for (const LinkList& route : routes_) {
      double slowest = 0;
      for (const int link : route) {
        slowest = std::max(slowest, way_of(static_cast<std::size_t>(link), counted).ns_per_byte());
      }
      all.push_back(slowest);
    }
    if (all.size() <= static_cast<std::size_t>(channels_)) return 0;
    const auto end = all.end() - channels_;
    std::ranges::nth_element(all, end);
    return std::accumulate(all.begin(), end, 0.0) / static_cast<double>(end - all.begin());
  }

  InsideWay way_of(std::size_t link, const CountedRates& counted) const {
    const NodeLink& one = job_.node().links()[link];
    const double usual = usual_rate(one, counted);
    if (usual <= 0) return {};
    // What goes through the node's ports has the link's full rate.
    const double through = (out_.on(link) + in_.on(link)) * usual / one.gb_per_s;
    return {(inside_.on(link) + through) / channels_, usual, one.gb_per_s};
  }

  double rate(Load::Among among) const {
    return slower_rate(out_.gb_per_s(among), in_.gb_per_s(among)) / job_.parts();
  }

  void add_hop(const Hop& hop) {
    const Connection one = job_.connections().of(algorithm_, hop);
    if (one.transport != Transport::Net) {
      routes_.push_back(job_.inside(one));
      return inside_.add(routes_.back(), 1);
    }
    add_out(job_.out(one), one.sender());
    rails_.add(job_.rail_out(one), job_.rail_in(one), 1);
    is_staged_ = is_staged_ || job_.is_staged_out(one) || job_.is_staged_in(one);
    // A ring enters the next machine as it enters this one; all else has a way back.
    const bool is_ring = algorithm_ == nccl::Algorithm::Ring;
    in_.add(job_.in(is_ring ? one : job_.connections().of(algorithm_, back(hop))));
  }

  void add_network(int rank, int channel) {
    const std::int64_t net = job_.connections().net_to_network(algorithm_, rank, channel);
    if (net < 0) return;
    const int local = job_.local(rank);
    add_out(job_.node().out(local, local, {net}), rank);
    in_.add(job_.node().in({net}, local));
    rails_.add(job_.node().rail_of(net, local), job_.node().rail_of(net, local), 1);
  }

  void add_out(const LinkList& route, int sender) {
    out_.add(route);
    senders_.insert(sender);
    for (const int link : route) {
      const NodeLinkKind kind = job_.node().links()[static_cast<std::size_t>(link)].kind;
      if (kind == NodeLinkKind::Proxy) nets_.insert(link);  // each NET has one
    }
  }

  int of_part(std::size_t count) const {
    return (static_cast<int>(count) + job_.parts() - 1) / job_.parts();
  }
  static Hop back(const Hop& hop) { return {hop.channel, hop.index, hop.to, hop.from}; }

  const Wired& job_;
  nccl::Algorithm algorithm_;
  int machine_;
  int channels_ = 0;
  Load inside_;
  std::vector<LinkList> routes_;  // of the connections inside
  Direction out_;
  Direction in_;
  RailCounts rails_;
  std::set<int> nets_;
  std::set<int> senders_;
  bool is_staged_ = false;
};

/// Those that differ in their place in trees: at an end, inside, at the root.
std::set<int> typical_machines(int count) {
  return {0, std::min(1, count - 1), count / 2, count - 1};
}

}  // namespace

LinkList way_out(const NodeLinks& machine, const Connection& one, int ranks) {
  return machine.out(one.from % ranks, one.sender() % ranks,
                     {one.net, one.gpu_direct == GpuDirect::Off});
}

LinkList way_inside(const NodeLinks& machine, const Connection& one, int ranks) {
  const bool is_in_memory = one.transport == Transport::SharedMemory;
  return is_in_memory ? machine.through_memory(one.from % ranks, one.to % ranks)
                      : machine.between(one.from % ranks, one.to % ranks);
}

LinkList way_in(const NodeLinks& machine, const Connection& one, int ranks) {
  return machine.in({one.to_net, one.to_gpu_direct == GpuDirect::Off}, one.to % ranks);
}

bool is_staged_out(const NodeLinks& machine, const Connection& one, int ranks) {
  return one.transport == Transport::Net && one.gpu_direct == GpuDirect::Off &&
         machine.has_pcie_to_host(one.sender() % ranks);
}

bool is_staged_in(const NodeLinks& machine, const Connection& one, int ranks) {
  return one.transport == Transport::Net && one.to_gpu_direct == GpuDirect::Off &&
         machine.has_pcie_to_host(one.to % ranks);
}

namespace {

NetworkWays narrower(const NetworkWays& a, const NetworkWays& b) {
  return {slower_rate(a.gb_per_s, b.gb_per_s),
          slower_rate(a.way, b.way),
          std::max(a.nets, b.nets),
          std::max(a.senders, b.senders),
          RailUse{std::max(a.rails.most, b.rails.most), std::max(a.rails.off, b.rails.off)},
          a.is_staged || b.is_staged};
}

InsideWay busier(const InsideWay& a, const InsideWay& b) {
  return b.ns_per_byte() > a.ns_per_byte() ? b : a;
}

}  // namespace

// The typical machines stand for all.
std::vector<ChannelWays> channel_ways(const Connections& connections, const NodeLinks& machine,
                                      nccl::Algorithm algorithm, const CountedRates& counted) {
  const Wired job(connections, machine);
  std::vector<MachineWays> machines;
  for (const int number : typical_machines(job.machines())) {
    machines.emplace_back(job, algorithm, number);
  }
  std::vector<ChannelWays> all;
  for (int channel = 0; channel < connections.channels_of(algorithm); ++channel) {
    ChannelWays ways;
    for (MachineWays& one : machines) {
      one.add_channel(channel);
      ways = {narrower(ways.network, one.ways()), busier(ways.inside, one.busiest_inside(counted)),
              busier(ways.memory, one.busiest_memory())};
    }
    all.push_back(ways);
  }
  return all;
}

namespace {

/// A message from rank to rank, as a share of the size.
struct Message {
  int from = 0;
  int to = 0;
  double share = 0;
  double like_it = 1;  // for how many the message of its `near` end stands
  int near = 0;        // the rank whose messages are all there
};

/// Where machines are many, so many others stand for those that are left out: their messages take
/// the same NETs in turns.
constexpr int kOthers = 8;

class Messages {
 public:
  explicit Messages(const Wired& job)
      : job_(job),
        machine_ranks_(job.connections().machine_ranks()),
        others_(std::min(job.machines() - 1, kOthers)) {}

  void to_all(int rank) {
    visit_peers(rank, 0, [&](int peer, double like_it) {
      all_.push_back({rank, peer, share(), like_it, rank});
    });
  }

  /// \param first 0: also those of the same machine; 1: without
  void from_all(int rank, int first) {
    visit_peers(rank, first, [&](int peer, double like_it) {
      all_.push_back({peer, rank, share(), like_it, rank});
    });
  }

  void to_next(int rank) {
    all_.push_back({rank, (rank + 1) % job_.connections().ranks(), 1, 1, rank});
  }

  std::vector<Message> take() && { return std::move(all_); }

 private:
  double share() const { return 1.0 / job_.connections().ranks(); }

  template <class Visit>
  void visit_peers(int rank, int first, Visit visit) const {
    for (int step = first; step <= others_; ++step) {
      const int machine = (job_.machine(rank) + step) % job_.machines();
      const double like_it = step == 0 ? 1 : (job_.machines() - 1.0) / others_;
      for (int i = 0; i < machine_ranks_; ++i) {
        const int peer = machine * machine_ranks_ + i;
        if (peer != rank) visit(peer, like_it);
      }
    }
  }

  const Wired& job_;
  int machine_ranks_;
  int others_;
  std::vector<Message> all_;
};

/// Those of the root, or of a machine: all that leave it, enter it or stay in it.
std::vector<Message> messages_of(const Wired& job, core::Collective collective) {
  Messages messages(job);
  const int machine_ranks = job.connections().machine_ranks();
  switch (collective) {
    case core::Collective::Scatter:
      messages.to_all(0);
      break;
    case core::Collective::Gather:
      messages.from_all(0, 0);
      break;
    case core::Collective::AllToAll:
      for (int rank = 0; rank < machine_ranks; ++rank) {
        messages.to_all(rank);
        messages.from_all(rank, 1);
      }
      break;
    default:  // sendrecv
      for (int rank = 0; rank < machine_ranks; ++rank) messages.to_next(rank);
  }
  return std::move(messages).take();
}

/// What messages load on each machine.
class PairLoads {
 public:
  explicit PairLoads(const Wired& job) : job_(job), rails_(job.node().rails()) {}

  void add(const Message& message) {
    const std::vector<Connection> parts = job_.connections().between(message.from, message.to);
    for (const Connection& one : parts) {
      add(one, message, message.share / static_cast<double>(parts.size()));
    }
  }

  cost::terms::PairLoad busiest() const {
    cost::terms::PairLoad found;
    for (const auto& [machine, here] : machines_) {
      found.inside = slower(found.inside, here.inside.busiest_inside(here.network, {}));
      found.memory = slower(found.memory, here.inside.busiest_memory(here.network));
      found.outside = slower(found.outside, here.network.busiest(Load::Among::Ports));
      found.way = slower(found.way, here.network.busiest(Load::Among::OnTheWay));
    }
    found.rails = rails_.use();
    for (const auto* const by_proxy : {&sent_by_proxy_, &received_by_proxy_}) {
      for (const auto& [rank, share] : *by_proxy) found.by_proxy = std::max(found.by_proxy, share);
    }
    for (const auto& [rank, share] : sent_by_proxy_) found.sent = std::max(found.sent, share);
    for (const auto* const by_channel : {&staged_out_, &staged_in_}) {
      for (const auto& [channel, share] : *by_channel) {
        found.staged = std::max(found.staged, share);
      }
    }
    return found;
  }

 private:
  struct OnMachine {
    explicit OnMachine(const NodeLinks& node) : inside(node), network(node) {}
    Load inside;
    Load network;
  };

  OnMachine& machine_of(int rank) {
    return machines_.try_emplace(job_.machine(rank), job_.node()).first->second;
  }

  void add(const Connection& one, const Message& message, double share) {
    const auto at = [&](int rank) {
      return rank == message.near ? share * message.like_it : share;
    };
    if (one.transport != Transport::Net) {
      machine_of(one.from).inside.add(job_.inside(one), share);
      return;
    }
    machine_of(one.from).network.add(job_.out(one), at(one.from));
    machine_of(one.to).network.add(job_.in(one), at(one.to));
    sent_by_proxy_[one.sender()] += at(one.from);
    received_by_proxy_[one.to] += at(one.to);
    rails_.add(job_.rail_out(one), job_.rail_in(one), share * message.like_it);
    if (job_.is_staged_out(one)) staged_out_[{one.from, one.channel}] += at(one.from);
    if (job_.is_staged_in(one)) staged_in_[{one.to, one.channel}] += at(one.to);
  }

  using ByChannel = std::map<std::pair<int, int>, double>;  // of a rank

  const Wired& job_;
  std::map<int, OnMachine> machines_;
  std::map<int, double> sent_by_proxy_;
  std::map<int, double> received_by_proxy_;
  ByChannel staged_out_;  // that a GPU writes to its host's memory
  ByChannel staged_in_;   // and that it reads there
  RailCounts rails_;
};

}  // namespace

cost::terms::PairLoad pair_load(const Connections& connections, const NodeLinks& machine,
                                core::Collective collective) {
  const Wired job(connections, machine);
  PairLoads loads(job);
  for (const Message& message : messages_of(job, collective)) loads.add(message);
  return loads.busiest();
}

}  // namespace treering::sim::links
