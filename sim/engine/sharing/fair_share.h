// Max-min fair shares of link capacity among flows, each with a cap of its own: progressive filling
// (D. Bertsekas, R. Gallager, "Data Networks", 1992, section 6.5.2).
//
// All flows rise together; those of the link that fills first, or that reach their cap, stay, and
// the others go on. Rates are max-min fair if each flow is at its cap or has a full link on which
// no flow is faster: what holds it back. So only flows that what changed holds back, and new ones,
// rise anew, with the others as they are; those whose hold that breaks join them, until all rates
// are fair again. Links that their flows' caps cannot fill do not count as shared.
//
// All flows that there may be are known from the start, so that lists lie in arrays. No flow is
// faster than a link of its own allows, and links that all their flows together cannot fill are
// left out.
//
// A flow may load a link by more than its rate, as data with flags do, or in place of several equal
// flows: rate x weight. Flows rise together in rate, whatever their weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

/// A flow that may come.
struct Demand {
  std::span<const Crossing> route;  // links, each at most once
  double cap = 0;                   // bytes/us, above 0; may be infinite where there is a route
};

class FairShare {
 public:
  static constexpr LinkId kOwnCap = -1;

  /// \param capacities of links, in bytes/us; all above 0
  /// \param demands flows, by id; none is there yet
  FairShare(const std::vector<double>& capacities, const std::vector<Demand>& demands);

  /// A flow comes; it has a rate after settle(). \pre it is not there
  void begin(FlowId id);
  /// It goes. \pre it is there
  void end(FlowId id);

  /// Settles the rates after flows came and went. Returns the flows whose rates changed, new ones
  /// among them; valid until the next call.
  const std::vector<FlowId>& settle();

  /// In bytes/us. \pre settled
  double rate(FlowId flow) const { return flows_[index(flow)].rate; }
  /// The link that holds a flow back. \pre settled
  LinkId held_by(FlowId flow) const { return flows_[index(flow)].held_by; }

 private:
  struct alignas(64) Flow {  // a line of the processor's cache
    double cap = 0;
    double rate = 0;
    double before = 0;        // its rate at the last settle()
    std::uint32_t first = 0;  // of its hops
    std::uint32_t end = 0;
    LinkId held_by = kOwnCap;   // what holds it back
    std::uint32_t settled = 0;  // the last settle() that it rose in
    bool is_on = false;
    bool is_new = false;
    bool is_rising = false;
    bool is_anew = false;  // of the part that rises anew
  };

  /// A flow's crossing of a link that can fill.
  struct Hop {
    double weight = 1;
    LinkId link = 0;
    std::uint32_t place = 0;  // among the link's members
  };

  struct Member {
    double weight = 1;
    FlowId flow = 0;
    std::uint32_t hop = 0;
  };

  struct Link {
    double capacity = 0;
    double caps = 0;          // the sum over its flows of cap x weight
    std::uint32_t first = 0;  // of its members
    std::uint32_t count = 0;
    bool is_dirty = false;
    // While flows rise:
    std::uint32_t visit = 0;
    std::uint32_t rising = 0;  // flows that still rise
    double left = 0;           // of the capacity
    double rising_weight = 0;  // their sum
    double level = 0;          // of the flows that it holds back; infinite: none
    double top = 0;            // the rate of the fastest flow that rose
  };

  static std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }
  static bool may_fill(const Link& link);
  std::span<Hop> hops(const Flow& flow) {
    return std::span(hops_).subspan(flow.first, flow.end - flow.first);
  }
  std::span<Member> members(const Link& link) {
    return std::span(members_).subspan(link.first, link.count);
  }
  void lay_out(const std::vector<Demand>& demands);
  void mark(LinkId link);
  void admit(FlowId id);
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
  std::vector<Hop> hops_;        // flow by flow
  std::vector<Member> members_;  // link by link, each with room for all
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
