// The record of a stream or connection, with repetitions in short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

struct RecordedStep {
  schedule::StepIndex index = 0;
  double begin_us = 0;
  double end_us = 0;
  engine::Cause cause;
  bool operator==(const RecordedStep&) const = default;
};

/// From a time on, in bytes of data/us.
struct RateChange {
  double at_us = 0;
  double rate = 0;
  bool operator==(const RateChange&) const = default;
};

/// The entries from `first` to before `end` happen `times` times more, each time `us` later than
/// before; then comes the entry `end`.
struct Repeat {
  std::size_t first = 0;
  std::size_t end = 0;
  std::uint64_t times = 0;
  double us = 0;

  std::size_t count() const { return end - first; }
  bool operator==(const Repeat&) const = default;
};

/// In the order of time.
template <class Entry>
struct Track {
  std::vector<Entry> entries;
  std::vector<Repeat> repeats;
};

/// Tracks by number, most of which are empty.
template <class Entry>
class SparseTracks {
 public:
  Track<Entry>& track(std::int32_t id) { return tracks_[place(id)]; }
  /// The place of a track among tracks(). It is there from now on.
  std::size_t place(std::int32_t id) {
    const auto at = static_cast<std::size_t>(id);
    if (at >= places_.size()) places_.resize(at + 1, -1);
    if (places_[at] < 0) {
      places_[at] = static_cast<std::int32_t>(tracks_.size());
      tracks_.emplace_back();
    }
    return static_cast<std::size_t>(places_[at]);
  }
  /// Nothing: it is empty.
  std::optional<std::size_t> find_place(std::int32_t id) const {
    const auto at = static_cast<std::size_t>(id);
    if (at >= places_.size() || places_[at] < 0) return {};
    return static_cast<std::size_t>(places_[at]);
  }
  /// Null: it is empty.
  const Track<Entry>* find(std::int32_t id) const {
    const auto place = find_place(id);
    return place ? &tracks_[*place] : nullptr;
  }
  /// The tracks that are not empty.
  std::vector<Track<Entry>>& tracks() { return tracks_; }
  const std::vector<Track<Entry>>& tracks() const { return tracks_; }

 private:
  std::vector<std::int32_t> places_;
  std::vector<Track<Entry>> tracks_;
};

}  // namespace treering::sim::timeline
