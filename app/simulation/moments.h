// A simulated run as it is at a moment: which messages are on their way, and how far; when
// something happens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "app/simulation/lanes.h"
#include "app/simulation/recorded.h"
#include "core/compact_sequences.h"

namespace treering::app::simulation {

struct Stage {
  int ranks = 0;
  int agents = 0;
  int channels = 0;
  /// By connection; where there are too many, without those of channels that do as another.
  Lanes lanes;
  std::vector<int> like = {};  // by channel: whose lanes stand for its own; empty: all have theirs
};

struct Flight {
  std::int32_t lane = 0;
  double progress = 0;  // 0: it begins to leave; 1: all of it is there
  std::uint64_t bytes = 0;
  std::uint64_t step = 0;  // of its sender's stream
  bool operator==(const Flight&) const = default;
};

/// Of an agent at a moment.
enum class Doing : std::uint8_t { Waits, Sends, Combines, Keeps };

inline Doing doing_in(const sim::schedule::Step& step) {
  if (step.combines()) return Doing::Combines;
  if (step.send.count > 0) return Doing::Sends;
  return step.keeps ? Doing::Keeps : Doing::Waits;
}

/// May be asked from several threads.
class Moments {
 public:
  /// Ways of messages beyond which those of channels that do as another are left out.
  static constexpr int kMostLanes = 500'000;

  explicit Moments(Recorded run, int most_lanes = kMostLanes);

  const Recorded& run() const { return run_; }
  const Stage& stage() const { return stage_; }
  double end_us() const { return run_.timeline->end_us(); }

  struct Wanted {
    std::vector<bool> channels;  // by number; empty: all
    std::size_t most = 100'000;  // where there are more, those of every second stream, or third
  };
  /// What goes on at a moment, by class of streams with equal times.
  class Now;
  /// Found once for all that is asked about a moment.
  Now at(double us) const;

  /// By lane.
  std::vector<Flight> flights(const Now& now, const Wanted& wanted) const;
  std::vector<Flight> flights(double us, const Wanted& wanted) const;
  /// That it carries.
  Data data_of(const Flight& flight) const;
  /// By agent; of several streams the one that does most.
  std::vector<Doing> doing(double us) const;
  /// Channels of which each group is looked at alone.
  struct Groups {
    std::vector<int> of_channel;  // by number; -1: in none
    int count = 1;
  };
  /// By group and agent.
  std::vector<Doing> doing(const Now& now, const Groups& groups) const;
  std::vector<Doing> doing(double us, const Groups& groups) const;
  /// When a lane's first message begins to leave; infinite where that is not known.
  double first_sent(std::size_t lane) const;
  /// When steps begin or end, ascending; the first `most` where there are more.
  std::vector<double> events(std::size_t most) const;

 private:
  using StreamId = std::int32_t;

  /// Of equal times.
  using ClassId = std::int32_t;

  /// Of a class of streams: a step that sends, at a moment or so shortly before that messages may
  /// be on their way.
  struct Sent {
    sim::timeline::RecordedStep step;
    int first_port = 0;
    int ports = 0;
    std::uint64_t bytes = 0;
  };
  /// Equal times, and when the first step begins and the last one ends.
  struct Class {
    StreamId representative = 0;
    std::uint32_t first_sent = 0;  // in first_sent_, by port
    double begin_us = 0;
    double end_us = 0;
  };

  sim::engine::ConnectionId connection_of(std::int32_t lane) const {
    return connections_.empty() ? lane : connections_[static_cast<std::size_t>(lane)];
  }
  double latency_us(std::int32_t lane) const;
  void find_copies(int most_lanes);
  bool is_copy(StreamId id) const;
  void reserve();
  void add_streams();
  void find_receivers();
  /// Of one of all ports; -1: none.
  std::int32_t lane_at(std::int32_t port) const {
    return lane_of_.empty() ? port : lane_of_[static_cast<std::size_t>(port)];
  }
  void add_port(std::int32_t port, std::int32_t lane);
  std::int32_t first_port(std::size_t stream) const {
    return static_cast<std::int32_t>(ports_.before(stream));
  }
  std::int32_t port_of(std::size_t lane) const;
  void add_lanes(const sim::schedule::Stream& stream, StreamId id);
  Class class_of(StreamId representative);
  /// Adds what it sends; returns what it does.
  Doing add_class(const Class& one, double us, std::vector<Sent>& sent) const;
  void add_first_sent(StreamId representative);
  void add_flights(std::size_t sender, const Sent& sent, double us,
                   std::vector<Flight>& flights) const;

  Recorded run_;
  Stage stage_;
  sim::schedule::Copies copies_;  // where some are left out
  // Of the streams that are shown, in the order of their ids. There are millions of them; their
  // lanes know the rest.
  std::vector<ClassId> class_of_;
  core::NarrowSums ports_;
  std::vector<std::int32_t> lane_of_;  // by port; empty: all have lanes in sequence
  std::vector<sim::engine::ConnectionId> connections_;  // by lane; empty: it has the same number
  std::vector<Class> classes_;
  std::vector<double> first_sent_;  // class by class, by port
  double longest_latency_us_ = 0;
};

class Moments::Now {
 public:
  double us() const { return us_; }

 private:
  friend class Moments;

  std::span<const Sent> sent_by(ClassId one) const {
    const auto at = static_cast<std::size_t>(one);
    return std::span(sent_).subspan(first_sent_[at], first_sent_[at + 1] - first_sent_[at]);
  }

  double us_ = 0;
  std::vector<Doing> doing_;             // by class
  std::vector<std::size_t> first_sent_;  // by class, and one more
  std::vector<Sent> sent_;
};

}  // namespace treering::app::simulation
