// Tracks whose times are added up, those with equal times as one.
#pragma once

#include <QString>
#include <vector>

#include "app/simulation/tracks.h"
#include "gui/models/selection.h"

namespace treering::gui::timeline {

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

}  // namespace treering::gui::timeline
