// A run made ready for its rows. Made in a worker thread; a value afterwards.
#pragma once

#include <QString>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/simulate.h"
#include "app/simulation/tracks.h"
#include "gui/timeline/sums.h"

namespace treering::gui::timeline {

/// Shares of a part of time, by Doing.
using Shares = std::array<float, 4>;

struct Run {
  explicit Run(const app::simulation::Recorded& recorded) : tracks(recorded) {}

  app::simulation::Tracks tracks;
  app::simulation::Path path;
  std::vector<std::optional<int>> path_tracks;  // by part
  std::vector<Shares> overview;                 // of all tracks, in equal parts of the run
  SummedTracks all;                             // of all ranks
  QString known_until;                          // a sentence, where it is known only in part
};

/// Null where the run was not recorded.
std::shared_ptr<const Run> make_run(const app::SimulateReport& report);

/// Mean shares of tracks in equal parts of a window. What it finds for tracks is kept for others
/// that have the same times.
class SharesFinder {
 public:
  SharesFinder(const app::simulation::Tracks& tracks, const app::simulation::Tracks::Window& window,
               std::size_t parts)
      : tracks_(tracks), window_(window), parts_(parts) {}

  std::vector<Shares> of(const std::vector<int>& which);

 private:
  static constexpr std::size_t kMostKept = 1'000;

  const std::vector<Shares>& of_track(int track);

  const app::simulation::Tracks& tracks_;
  app::simulation::Tracks::Window window_;
  std::size_t parts_;
  std::map<int, std::vector<Shares>> known_;  // by Tracks::times_of
};

/// What is said of the path: its sums, or why it is not known.
QString path_words(const app::simulation::Path& path);
/// Of the path's part that is on one of the tracks then: "on the critical path: sends to rank 3";
/// empty where none is.
QString path_words_at(const Run& run, const std::vector<int>& tracks, double us);

}  // namespace treering::gui::timeline
