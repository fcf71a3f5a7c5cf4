// Max-min fair shares of link capacity among flows, each with a cap of its own: progressive filling
// (D. Bertsekas, R. Gallager, "Data Networks", 1992, section 6.5.2).
//
// All flows rise together; those of the link that fills first, or that reach their cap, stay, and
// the others go on. Rates are max-min fair if each flow is at its cap or has a full link on which
// no flow is faster: what holds it back. So only flows that what changed holds back, and new ones,
// rise anew, with the others as they are; those whose hold that breaks join them, until all rates
// are fair again. Links that their flows' caps cannot fill do not count as shared.
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
  static constexpr LinkId kOwnCap = -1;

  struct Flow {
    const Route* route = nullptr;  // null: free
    double cap = 0;
    double rate = 0;
    double before = 0;         // its rate at the last settle()
    LinkId held_by = kOwnCap;  // what holds it back
    bool is_new = false;
    bool is_rising = false;
    bool is_anew = false;               // of the part that rises anew
    std::uint32_t settled = 0;          // the last settle() that it rose in
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
    bool is_dirty = false;
    // While flows rise:
    std::uint32_t visit = 0;
    double left = 0;           // of the capacity
    std::uint32_t rising = 0;  // flows that still rise
    double rising_weight = 0;  // their sum
    double level = 0;          // of the flows that it holds back; infinite: none
    double top = 0;            // the rate of the fastest flow that rose
  };

  static std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }
  static bool may_fill(const Link& link);
  void mark(LinkId link);
  void settle_around(LinkId id);
  void join(FlowId id);
  void join_held(LinkId id);
  void join_all();
  void rise();
  void prepare();
  void prepare(LinkId id);
  bool join_broken();
  static bool is_broken(const Link& link, LinkId id, const Flow& flow);
  /// The level at which the first link is full; infinite without links.
  double level_of_links() const;
  double least_cap() const;
  void fix_at_cap(double cap);
  void fix_on_full_links(double level);
  void fix(FlowId id, double rate, LinkId held_by);
  /// Of a link with rising flows.
  static double level_of(const Link& link) { return link.left / link.rising_weight; }

  std::vector<Link> links_;
  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<LinkId> dirty_;
  std::vector<FlowId> fresh_;  // added since the last call
  std::uint32_t visit_ = 0;
  std::uint32_t settled_ = 0;
  std::vector<FlowId> anew_;    // the part that rises anew
  std::vector<FlowId> rising_;  // of it
  std::vector<LinkId> around_;  // their links
  std::vector<FlowId> touched_;
  std::vector<FlowId> changed_;
};

}  // namespace treering::sim::engine
