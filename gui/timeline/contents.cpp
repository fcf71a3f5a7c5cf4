#include "gui/timeline/contents.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/units.h"
#include "gui/models/words.h"
#include "gui/paint/deeds.h"

namespace treering::gui::timeline {
namespace {

using app::simulation::Doing;
using app::simulation::StepFacts;
using app::simulation::TrackBar;
using app::simulation::Tracks;

constexpr std::uint64_t kBarsOfAPixel = 2;       // that are written out, in the mean
constexpr std::size_t kPixelsOfALoad = 4;        // of a mean
constexpr double kLeastLabel = 34;               // pixels
constexpr std::uint64_t kMostAsked = 64;         // steps that a tooltip looks at
constexpr std::uint64_t kMostSearched = 20'000;  // steps of a track, for selected data
constexpr qsizetype kMostNames = 4;

QString names_of(const Tracks& tracks, const std::vector<int>& agents) {
  QStringList names;
  for (const int agent : agents) {
    if (names.size() == kMostNames) {
      names << QObject::tr("%1 more").arg(agents.size() - static_cast<std::size_t>(kMostNames));
      break;
    }
    names << (agent < tracks.ranks() ? QString::number(agent)
                                     : QString::fromStdString(tracks.agent_name(agent)));
  }
  return names.join(QStringLiteral(", "));
}

QString size_text(std::uint64_t bytes) {
  return QString::fromStdString(core::format_size(bytes));
}

Tracks::Window window_of(const models::Span& span) {
  return {span.from_us, span.to_us};
}

void add_bars(const Run& run, int track, const Wanted& wanted, Contents& contents) {
  contents.bars = run.tracks.bars(track, window_of(wanted.window));
  contents.labels.resize(contents.bars.size());
  for (std::size_t i = 0; i < contents.bars.size(); ++i) {
    const TrackBar& bar = contents.bars[i];
    if ((bar.to_us - bar.from_us) / wanted.us_per_pixel() < kLeastLabel) continue;
    contents.labels[i] = label_of(run, track, bar);
  }
}

/// The bar there: the last of several that are too narrow to be told apart.
std::optional<TrackBar> bar_at(const Tracks& tracks, int track, const Pointed& at) {
  for (const double reach : {0.0, 1.5 * at.us_per_pixel}) {
    const double to = std::max(at.us + reach, std::nextafter(at.us, at.us + 1));
    const Tracks::Window window{at.us - reach, to};
    if (tracks.steps(track, window) > kMostAsked) return {};
    std::optional<TrackBar> found;
    for (const TrackBar& bar : tracks.bars(track, window)) {
      if (bar.doing != Doing::Waits || !found) found = bar;
    }
    if (found) return found;
  }
  return {};
}

/// Those that follow each other within a pixel are one.
std::vector<models::Span> carrying_of(const Run& run, const WantedRow& of, const Wanted& wanted) {
  std::vector<models::Span> all;
  if (wanted.data.empty()) return all;
  const Tracks::Window window = window_of(wanted.window);
  for (const int track : of.tracks) {
    if (run.tracks.steps(track, window) > kMostSearched) continue;
    for (const auto& [from, to] : run.tracks.carrying(track, window, wanted.data)) {
      all.push_back({from, to});
    }
  }
  std::ranges::sort(all, {}, &models::Span::from_us);
  std::vector<models::Span> joined;
  for (const models::Span& one : all) {
    if (joined.empty() || one.from_us > joined.back().to_us + wanted.us_per_pixel()) {
      joined.push_back(one);
    }
    joined.back().to_us = std::max(joined.back().to_us, one.to_us);
  }
  return joined;
}

QString words_of(const Run& run, int track, const TrackBar& bar) {
  const StepFacts facts = run.tracks.facts(track, bar.step);
  QString text = QObject::tr("%1\nfrom %2 to %3: %4")
                     .arg(paint::word_of(bar.doing), models::us_text(bar.from_us),
                          models::us_text(bar.to_us), models::us_text(bar.to_us - bar.from_us));
  const QString waited = QString::fromStdString(facts.waits);
  if (bar.doing == Doing::Waits) return waited.isEmpty() ? text : text + u'\n' + waited;
  text += QObject::tr("\n%1").arg(size_text(facts.bytes));
  if (!facts.from.empty()) text += QObject::tr(" from %1").arg(names_of(run.tracks, facts.from));
  if (!facts.to.empty()) text += QObject::tr(" to %1").arg(names_of(run.tracks, facts.to));
  if (!waited.isEmpty()) text += QObject::tr("\nwaited %1").arg(waited);
  return text;
}

QString words_at(const Run& run, int track, const Pointed& at) {
  if (const auto bar = bar_at(run.tracks, track, at)) return words_of(run, track, *bar);
  SharesFinder finder(run.tracks, {at.us, at.us + at.us_per_pixel}, 1);
  const Shares share = finder.of({track}).front();
  return QObject::tr("several steps in this pixel, %1 % of it busy")
      .arg(100.0 * static_cast<double>(share[1] + share[2] + share[3]), 0, 'f', 0);
}

QString load_at(const Run& run, int link, const Pointed& at) {
  const double load = run.tracks.mean_load(link, {at.us, at.us + at.us_per_pixel});
  return QObject::tr("%1 % of its rate at %2")
      .arg(100 * load, 0, 'f', 0)
      .arg(models::us_text(at.us));
}

}  // namespace

Wanted wanted_for(const TimeView& view, double end_us) {
  const double more = (view.to_us - view.from_us) / 2;
  const models::Span window{std::max(0.0, view.from_us - more),
                            std::min(std::max(end_us, view.to_us), view.to_us + more)};
  const double pixels = (window.to_us - window.from_us) / view.us_per_pixel();
  return {window, std::max(1, static_cast<int>(std::lround(pixels)))};
}

bool is_enough(const Wanted& wanted, const TimeView& view, double end_us) {
  constexpr double kSame = 0.01;
  const double part = view.us_per_pixel();
  if (std::abs(wanted.us_per_pixel() / part - 1) > kSame) return false;
  return wanted.window.from_us <= std::max(0.0, view.from_us) + part &&
         wanted.window.to_us >= std::min(end_us, view.to_us) - part;
}

Contents contents_of(const Run& run, const WantedRow& of, const Wanted& wanted,
                     SharesFinder& shares) {
  Contents contents;
  contents.window = wanted.window;
  const Tracks::Window window = window_of(wanted.window);
  const auto pixels = static_cast<std::size_t>(wanted.pixels);
  if (of.row.kind == RowKind::Link) {
    contents.loads = run.tracks.loads(of.row.id, window, 1 + pixels / kPixelsOfALoad);
    return contents;
  }
  contents.channels = static_cast<int>(of.tracks.size());
  contents.carrying = carrying_of(run, of, wanted);
  const bool is_seen = of.row.kind == RowKind::Channel &&
                       run.tracks.steps(of.row.id, window) <= kBarsOfAPixel * pixels;
  if (is_seen) {
    add_bars(run, of.row.id, wanted, contents);
  } else {
    contents.parts = shares.of(of.tracks);
  }
  return contents;
}

Batch batch_of(const Run& run, const std::vector<WantedRow>& rows, const Wanted& wanted) {
  Batch batch{wanted, {}};
  SharesFinder shares(run.tracks, window_of(wanted.window),
                      static_cast<std::size_t>(wanted.pixels));
  for (const WantedRow& one : rows) {
    batch.rows.emplace(one.row,
                       std::make_shared<const Contents>(contents_of(run, one, wanted, shares)));
  }
  return batch;
}

QString label_of(const Run& run, int track, const TrackBar& bar) {
  const StepFacts facts = run.tracks.facts(track, bar.step);
  const QString word = paint::word_of(bar.doing);
  if (bar.doing == Doing::Waits) {
    return facts.waits.empty() ? word : word + u' ' + QString::fromStdString(facts.waits);
  }
  if (!facts.to.empty()) {
    const QString to = names_of(run.tracks, facts.to);
    const QString what = bar.doing == Doing::Sends ? QObject::tr("%1 to %2").arg(word, to)
                                                   : QObject::tr("%1, to %2").arg(word, to);
    return what + QStringLiteral(", ") + size_text(facts.bytes);
  }
  return QObject::tr("%1 %2").arg(word, size_text(facts.bytes));
}

BusyChannels busy_channels(const Run& run, const RowList& rows, int agent, double us) {
  BusyChannels channels;
  int last = -1;
  bool is_busy = false;
  for (const int track : rows.tracks_in({RowKind::Rank, agent})) {
    const int channel = run.tracks.place(track).channel;
    if (channel != last) {
      ++channels.all;
      is_busy = false;
    }
    last = channel;
    if (is_busy || run.tracks.doing(track, us) == Doing::Waits) continue;
    is_busy = true;
    ++channels.busy;
  }
  return channels;
}

app::simulation::Data data_at(const Run& run, int track, const Pointed& at) {
  const auto bar = bar_at(run.tracks, track, at);
  if (!bar || bar->doing == Doing::Waits) return {};
  return run.tracks.data(track, bar->step);
}

QString tooltip_of(const Run& run, const RowList& rows, const Row& row, const Pointed& at) {
  QString name = name_of(run, rows, row);
  if (at.us > run.tracks.end_us()) return name;
  name += QStringLiteral(": ");
  switch (row.kind) {
    case RowKind::Channel:
      return name + words_at(run, row.id, at);
    case RowKind::Link:
      return name + load_at(run, row.id, at);
    case RowKind::Rank:
      break;
  }
  const BusyChannels channels = busy_channels(run, rows, row.id, at.us);
  return name + QObject::tr("%1 of %2 channels busy at %3")
                    .arg(channels.busy)
                    .arg(channels.all)
                    .arg(models::us_text(at.us));
}

QString name_of(const Run& run, const RowList& rows, const Row& row) {
  if (row.kind == RowKind::Link) return QString::fromStdString(run.tracks.link_name(row.id));
  const std::string agent = run.tracks.agent_name(rows.agent_of(row));
  if (row.kind == RowKind::Rank) return QString::fromStdString(agent);
  return QString::fromStdString(agent + ", " + run.tracks.channel_name(row.id));
}

QString short_name_of(const Run& run, const RowList& rows, const Row& row) {
  if (row.kind != RowKind::Channel) return name_of(run, rows, row);
  const bool is_below_rank = rows.has_folds(rows.agent_of(row));
  return QString::fromStdString(is_below_rank ? run.tracks.channel_name(row.id)
                                              : run.tracks.agent_name(rows.agent_of(row)));
}

}  // namespace treering::gui::timeline
