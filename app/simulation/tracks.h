// A simulated run row by row: what each rank does on each channel in a window of time, and how busy
// each link is then. Only what is asked for is written out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/busy_time.h"
#include "app/simulation/moments.h"
#include "app/simulation/path.h"
#include "app/simulation/recorded.h"
#include "sim/timeline/stream_list.h"
#include "sim/timeline/timeline.h"

namespace treering::app::simulation {

/// A step, or the wait before one.
struct TrackBar {
  double from_us = 0;
  double to_us = 0;
  Doing doing = Doing::Waits;
  std::uint64_t step = 0;
  bool operator==(const TrackBar&) const = default;
};

/// What a step moves, and what the wait before it is for.
struct StepFacts {
  std::uint64_t bytes = 0;  // of a message
  std::vector<int> from;    // agents
  std::vector<int> to;
  std::string waits;  // as wait_of() says it
};

/// What a step waited for last: "for the message of rank 2", "for room at rank 3"; empty: for the
/// step before it.
std::string wait_of(const sim::timeline::Timeline& timeline, const sim::engine::Cause& cause);

/// Of a link's rate, 0 to 1, from a time until another.
struct LinkShare {
  double from_us = 0;
  double to_us = 0;
  double share = 0;
  bool operator==(const LinkShare&) const = default;
};

/// Of an agent: a rank, or what combines and copies in the network.
using TrackPlace = sim::timeline::ListedStream;

/// May be asked from several threads.
class Tracks {
 public:
  using Window = sim::timeline::Window;

  /// Looks at each recorded step once.
  explicit Tracks(Recorded run);

  int ranks() const;
  int agents() const { return list_.agents(); }
  double end_us() const { return run_.timeline->end_us(); }
  /// Nothing: all is known.
  std::optional<double> until_us() const { return run_.timeline->until_us(); }

  /// Tracks by agent, then channel: those of an agent are [first_of(agent), first_of(agent + 1)).
  int count() const { return list_.count(); }
  int first_of(int agent) const { return list_.first_of(agent); }
  TrackPlace place(int track) const { return list_.at(track); }
  /// "rank 3"; "channel 0", "tp channel 0", "channel 0 (2)".
  std::string agent_name(int agent) const;
  std::string channel_name(int track) const;
  /// Equal for tracks whose times are equal.
  int times_of(int track) const;

  /// How many steps reach into the window: known at once.
  std::uint64_t steps(int track, const Window& window) const;
  /// These, and the waits between them, in order and without overlap.
  std::vector<TrackBar> bars(int track, const Window& window) const;
  StepFacts facts(int track, std::uint64_t number) const;
  /// That a step moves.
  Data data(int track, std::uint64_t number) const;
  /// When steps that reach into the window move some of `wanted`, in order.
  std::vector<Window> carrying(int track, const Window& window, const Data& wanted) const;
  /// At a moment.
  Doing doing(int track, double us) const;
  /// From the begin to then.
  Deeds busy(int track, double until_us) const;

  /// Those that carried something and have a known rate, the busiest first.
  const std::vector<int>& links() const { return links_; }
  std::string link_name(int link) const;
  /// Loads in the window; where there are many, the means of so many equal parts.
  std::vector<LinkShare> loads(int link, const Window& window, std::size_t parts) const;
  double link_bytes(int link, const Window& window) const;
  /// The part of its rate that this is in the window.
  double mean_load(int link, const Window& window) const;

  /// On which track a part of the critical path is.
  std::optional<int> track_of(const PathPart& part) const;

 private:
  sim::schedule::StreamId stream_of(int track) const { return list_.stream_at(track); }
  void add_busy();
  void list_links();

  Recorded run_;
  sim::timeline::StreamList list_;
  std::vector<BusyTime> busy_;  // by number of what was recorded; the last is of nothing
  std::vector<int> links_;
};

}  // namespace treering::app::simulation
