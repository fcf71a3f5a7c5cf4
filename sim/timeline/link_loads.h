// The links of a recorded run: their names, and how busy they were.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "core/compact_sequences.h"
#include "sim/engine/copy_numbers.h"
#include "sim/engine/sharing/fair_share.h"
#include "sim/engine/wiring.h"
#include "sim/timeline/timeline.h"

namespace treering::sim::timeline {

// Names of links. There are hundreds of thousands, and they are alike: "node 17: GPU 0 -> NVSwitch"
// is where the link is, and its name there; each of both is kept once.

class LinkNames {
 public:
  /// Of the links 0 to `links` - 1.
  LinkNames(int links, const std::function<std::string(engine::LinkId)>& name);

  int count() const { return static_cast<int>(owns_.size()); }
  std::string operator[](engine::LinkId link) const;
  /// "node 17: "; empty where the name has no such part.
  std::string_view place(engine::LinkId link) const { return places_[index(link)]; }
  /// The rest.
  std::string_view own(engine::LinkId link) const { return owns_[index(link)]; }

 private:
  static std::size_t index(engine::LinkId link) { return static_cast<std::size_t>(link); }

  // By link.
  core::FewValues<std::string> places_;
  core::FewValues<std::string> owns_;
};

// How busy the links were: the rates of the messages over them, by time. Many links carry the same
// at the same times, such as those of each node: what crosses them is kept once.

/// Bytes/us over a link, from a time until another.
struct Load {
  double from_us = 0;
  double to_us = 0;
  double rate = 0;
  bool operator==(const Load&) const = default;
};

class LinkLoads {
 public:
  /// Asks for every connection's wire twice, but for those of copies. \param timeline lives as long
  LinkLoads(std::shared_ptr<const Timeline> timeline, const engine::Wiring& wiring);

  int links() const { return static_cast<int>(capacities_.size()); }
  /// Bytes/us.
  double capacity(engine::LinkId link) const { return capacities_[index(link)]; }
  /// Whether a proxy carries the connection's messages over its links.
  bool is_posted(engine::ConnectionId connection) const { return is_posted_[place(connection)]; }
  /// From a byte's leaving until it is there.
  double latency_us(engine::ConnectionId connection) const {
    return latencies_us_[place(connection)];
  }
  /// Of parts that do the same over equal wires; null: there are none.
  const engine::CopyNumbers* copies() const { return copies_.get(); }
  /// Whether any connection crosses it.
  bool is_used(engine::LinkId link) const { return !crossings(link).empty(); }
  /// Whether the rates of all of them were recorded.
  bool is_known(engine::LinkId link) const;
  /// Equal for links that carry the same at all times; below kinds().
  std::size_t kind(engine::LinkId link) const { return kinds_[index(link)]; }
  std::size_t kinds() const { return first_.size() - 1; }

  /// The loads in the window, one after another without gaps; of equal ones that follow each other
  /// one is made. Nothing where there are more than `most`.
  std::optional<std::vector<Load>> loads(engine::LinkId link, const Window& window,
                                         std::uint64_t most) const;
  /// Likewise the means over `parts` equal parts of the window. \pre the window is finite
  std::vector<Load> means(engine::LinkId link, const Window& window, std::size_t parts) const;
  /// Over the link until then.
  double bytes(engine::LinkId link, double until_us) const;

 private:
  /// What a connection has carried, in bytes.
  struct Carried {
    std::vector<double> until_entry;  // by entry, when it happens first
    std::vector<double> of_round;     // by repeat
  };
  /// At a time.
  struct State {
    double rate = 0;
    double bytes = 0;
  };

  static std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }
  /// Of a connection among those that are left without copies.
  std::size_t place(engine::ConnectionId connection) const {
    return index(copies_ ? copies_->connection_left(connection) : connection);
  }
  /// Their numbers.
  std::ranges::iota_view<std::size_t, std::size_t> crossings(engine::LinkId link) const;
  double weight(std::size_t crossing) const { return weights_.all()[weight_of_[crossing]]; }
  engine::ConnectionId in_whole(engine::ConnectionId left) const;
  template <class Take>
  void visit_wires(const schedule::Schedule& schedule, const engine::Wiring& wiring,
                   const Take& take) const;
  std::vector<engine::LinkId> find_kinds(const schedule::Schedule& schedule,
                                         const engine::Wiring& wiring);
  void add_crossings(const schedule::Schedule& schedule, const engine::Wiring& wiring,
                     const std::vector<engine::LinkId>& first_links);
  static Carried carried_by(const Track<RateChange>& track);
  State state(engine::ConnectionId connection, double us) const;

  std::shared_ptr<const Timeline> timeline_;
  std::shared_ptr<const engine::CopyNumbers> copies_;
  core::FewValues<double> capacities_;    // by link
  std::vector<bool> is_posted_;           // by place()
  core::FewValues<double> latencies_us_;  // likewise
  core::NarrowNumbers kinds_;             // by link
  std::vector<std::uint32_t> first_;      // by kind, and one more
  // By crossing: the connection of the whole that has the rates of the one that crosses, and the
  // weight's number.
  std::vector<engine::ConnectionId> crossing_;
  core::NarrowNumbers weight_of_;
  core::Numbers<double> weights_;
  std::vector<Carried> carried_;  // by number of the rates that were recorded
};

}  // namespace treering::sim::timeline
