// What rows show in a window of time. Found in a worker thread; a value afterwards.
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "gui/timeline/rows.h"
#include "gui/timeline/run.h"
#include "gui/timeline/time_view.h"

namespace treering::gui::timeline {

/// Of a channel its bars, or where there are too many to be seen the shares of equal parts of the
/// window; of a rank these shares; of a link its loads.
struct Contents {
  models::Span window;  // of the parts
  int channels = 1;
  std::vector<app::simulation::TrackBar> bars;
  std::vector<QString> labels;  // by bar; empty where there is no room for one
  std::vector<Shares> parts;
  std::vector<app::simulation::LinkShare> loads;
  std::vector<models::Span> carrying;  // when the wanted data are moved; ascending
};

/// A window, how many pixels of the screen it has, and the data that stand out.
struct Wanted {
  models::Span window;
  int pixels = 1;
  app::simulation::Data data{};

  double us_per_pixel() const { return (window.to_us - window.from_us) / pixels; }
  bool operator==(const Wanted&) const = default;
};

/// For a view: with half of it more at each side, so that it can be moved.
Wanted wanted_for(const TimeView& view, double end_us);
/// Whether what was found for it is as good as what would be found for the view.
bool is_enough(const Wanted& wanted, const TimeView& view, double end_us);

using ContentsByRow = std::map<Row, std::shared_ptr<const Contents>>;

struct Batch {
  Wanted wanted;
  ContentsByRow rows;
};

/// A row and the tracks in it.
struct WantedRow {
  Row row;
  std::vector<int> tracks;
};

/// \param shares of the wanted window and pixels
Contents contents_of(const Run& run, const WantedRow& of, const Wanted& wanted,
                     SharesFinder& shares);
Batch batch_of(const Run& run, const std::vector<WantedRow>& rows, const Wanted& wanted);

/// "to 3, 64 KiB"; of waits "waits for the message of rank 2".
QString label_of(const Run& run, int track, const app::simulation::TrackBar& bar);

/// Of a rank's channels; several streams of a channel count once.
struct BusyChannels {
  int busy = 0;
  int all = 0;
  bool operator==(const BusyChannels&) const = default;
};
BusyChannels busy_channels(const Run& run, const RowList& rows, int agent, double us);

/// A moment in a view.
struct Pointed {
  double us = 0;
  double us_per_pixel = 0;
};

/// That a step of a track moves at a moment; empty where it waits, or steps are too narrow.
app::simulation::Data data_at(const Run& run, int track, const Pointed& at);

/// What there is to say of a row at a moment.
QString tooltip_of(const Run& run, const RowList& rows, const Row& row, const Pointed& at);
/// "rank 3, channel 0", "rank 3", the link's name.
QString name_of(const Run& run, const RowList& rows, const Row& row);
/// Where that has no room: a channel below its rank by its number, the only one of a rank as that.
QString short_name_of(const Run& run, const RowList& rows, const Row& row);

}  // namespace treering::gui::timeline
