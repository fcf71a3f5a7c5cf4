// Sums over a span of time: of which tracks, what these do and links carry, and words for that.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/simulation/busy_time.h"
#include "app/simulation/tracks.h"
#include "gui/models/selection.h"

namespace treering::gui::timeline {

// Tracks whose times are added up, those with equal times as one.

struct SummedTracks {
  struct Kind {
    int track = 0;
    int count = 0;  // of tracks whose times are its own
    bool operator==(const Kind&) const = default;
  };
  std::vector<Kind> kinds;
  int tracks = 0;
  /// "all 32 ranks x 16 channels", "rank 3, channel 0", "48 streams of 2 ranks x 16 channels".
  QString name;
};

/// Of all ranks. O(tracks).
SummedTracks all_tracks(const app::simulation::Tracks& tracks);
/// Of the ranks that are selected, on the channel that is; without ranks nothing.
SummedTracks selected_tracks(const app::simulation::Tracks& tracks,
                             const models::Selected& selected);

// What happened in a span of time, added up.

struct LinkSum {
  int link = 0;
  double bytes = 0;
  double mean = 0;  // of its rate
  bool operator==(const LinkSum&) const = default;
};

struct Sums {
  models::Span span;
  app::simulation::Deeds deeds;  // of all tracks together
  int tracks = 0;
  QString name;         // of the tracks: "all 32 ranks x 16 channels"
  bool is_gap = false;  // the track that was looked at does nothing
  std::vector<LinkSum> links;
};

/// What is added up.
struct Summed {
  SummedTracks tracks;
  std::vector<int> links;
  std::optional<int> looked_at;  // the track on which the span was drawn
};

/// Of a span of time.
struct WantedSums {
  models::Span span;
  Summed what;
};

Sums sums_of(const app::simulation::Tracks& tracks, const models::Span& span, const Summed& what);

/// "gap 3.27 us, from 1.00 us to 4.27 us; all 32 ranks x 16 channels: sends
/// 2.10 us, ...".
QString words_of(const Sums& sums, const app::simulation::Tracks& tracks);
/// Added up and in words; takes long where many tracks differ.
QString words_of(const WantedSums& wanted, const app::simulation::Tracks& tracks);

}  // namespace treering::gui::timeline
