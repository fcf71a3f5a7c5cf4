// Max-min fair shares of link capacity among flows, each with a cap of its own: progressive filling
// (D. Bertsekas, R. Gallager, "Data Networks", 1992, section 6.5.2).
//
// All flows rise together; those of the link that fills first, or that reach their cap, stay, and
// the others go on. Only flows that share a link with what changed, directly or through others,
// are computed anew, and links that their flows' caps cannot fill do not count as shared.
//
// A flow may load a link by more than its rate, as data with flags do, or in place of several equal
// flows: rate x weight. Flows rise together in rate, whatever their weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace treering::sim::engine {

using LinkId = std::int32_t;
using FlowId = std::int32_t;

/// A flow's use of a link.
struct Crossing {
  LinkId link = 0;
  double weight = 1;  // bytes on the link for each byte of the flow; above 0
  bool operator==(const Crossing&) const = default;
};
using Route = std::vector<Crossing>;

class FairShare {
 public:
  /// \param capacities of links, in bytes/us; all above 0
  explicit FairShare(const std::vector<double>& capacities);

  /// A flow over the links of `route`, each at most once. It has a rate after settle().
  /// \param route lives as long as the flow \param cap in bytes/us, above 0; may be infinite where
  /// the route is not empty
  FlowId add(const Route& route, double cap);
  void remove(FlowId id);

  /// Settles the rates after additions and removals. Returns the flows whose rates changed, new
  /// ones among them, by id; valid until the next call.
  const std::vector<FlowId>& settle();

  /// In bytes/us. \pre settled
  double rate(FlowId flow) const { return flows_[index(flow)].rate; }
  /// The sum over a link's flows of what they load it with. \pre settled
  double load(LinkId link) const;

 private:
  struct Flow {
    const Route* route = nullptr;  // null: free
    double cap = 0;
    double rate = 0;
    std::uint32_t visit = 0;
    std::vector<std::uint32_t> places;  // in the lists of its links
  };

  struct Member {
    FlowId flow = 0;
    double weight = 1;
  };

  struct Link {
    double capacity = 0;
    double caps = 0;  // the sum over its flows of cap x weight
    std::vector<Member> flows;
    std::uint32_t visit = 0;
    // While rates are settled:
    double left = 0;           // of the capacity
    std::uint32_t rising = 0;  // flows that still rise
    double rising_weight = 0;  // their sum
    bool is_dirty = false;
  };

  static std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }
  static bool may_fill(const Link& link);
  bool is_rising(FlowId id) const { return flows_[index(id)].visit == visit_; }
  void mark(LinkId link);
  void visit_flow(FlowId id);
  void visit_around(LinkId id);
  void visit_all();
  /// The level at which the first link is full; infinite without links.
  double level_of_links() const;
  double least_cap() const;
  void fix_at_cap(double cap);
  void fix_on_full_links(double level);
  void fix(FlowId id, double rate);
  /// Of a link with rising flows.
  static double level_of(const Link& link) { return link.left / link.rising_weight; }

  std::vector<Link> links_;
  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<LinkId> dirty_;
  std::vector<FlowId> fresh_;  // added since the last call, without a link that may fill
  std::uint32_t visit_ = 0;
  std::vector<FlowId> rising_;  // of the part that is computed anew
  std::vector<LinkId> around_;
  std::vector<FlowId> changed_;
};

}  // namespace treering::sim::engine
