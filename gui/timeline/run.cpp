#include "gui/timeline/run.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/models/words.h"

namespace treering::gui::timeline {
namespace {

using app::simulation::Deeds;
using app::simulation::Tracks;

constexpr std::size_t kOverviewParts = 600;
constexpr int kMostOverviewTracks = 2'000;  // at equal distances, where there are more

std::vector<Shares> overview_of(const Tracks& tracks) {
  const int stride = 1 + tracks.count() / kMostOverviewTracks;
  std::vector<int> some;
  for (int track = 0; track < tracks.count(); track += stride) some.push_back(track);
  return SharesFinder(tracks, {0, tracks.end_us()}, kOverviewParts).of(some);
}

}  // namespace

std::shared_ptr<const Run> make_run(const app::SimulateReport& report) {
  if (!report.recorded) return nullptr;
  auto run = std::make_shared<Run>(*report.recorded);
  run->path = report.critical_path;
  for (const auto& part : run->path.parts) run->path_tracks.push_back(run->tracks.track_of(part));
  run->overview = overview_of(run->tracks);
  run->all = all_tracks(run->tracks);
  if (const auto until = run->tracks.until_us()) {
    run->known_until = QObject::tr(
                           "Recorded until %1: the run has more steps than are kept. What comes "
                           "later is not shown.")
                           .arg(models::us_text(*until));
  }
  return run;
}

const std::vector<Shares>& SharesFinder::of_track(int track) {
  if (known_.size() > kMostKept) known_.clear();
  const auto [place, is_new] = known_.try_emplace(tracks_.times_of(track));
  std::vector<Shares>& shares = place->second;
  if (!is_new) return shares;
  shares.resize(parts_);
  const double length = (window_.to_us - window_.from_us) / static_cast<double>(parts_);
  if (length <= 0) return shares;
  Deeds before = tracks_.busy(track, window_.from_us);
  for (std::size_t part = 0; part < parts_; ++part) {
    const Deeds after =
        tracks_.busy(track, window_.from_us + length * static_cast<double>(part + 1));
    for (std::size_t i = 0; i < before.us.size(); ++i) {
      const double share = (after.us.at(i) - before.us.at(i)) / length;
      shares[part].at(i) = static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
    before = after;
  }
  return shares;
}

std::vector<Shares> SharesFinder::of(const std::vector<int>& which) {
  std::vector<Shares> sums(parts_);
  std::map<int, std::pair<int, int>> kinds;  // by times: a track that has them, and how many have
  for (const int track : which) {
    ++kinds.try_emplace(tracks_.times_of(track), track, 0).first->second.second;
  }
  for (const auto& [times, kind] : kinds) {
    const std::vector<Shares>& shares = of_track(kind.first);
    const float weight = static_cast<float>(kind.second) / static_cast<float>(which.size());
    for (std::size_t part = 0; part < parts_; ++part) {
      for (std::size_t i = 0; i < shares[part].size(); ++i) {
        sums[part].at(i) += weight * shares[part].at(i);
      }
    }
  }
  return sums;
}

QString path_words(const app::simulation::Path& path) {
  if (!path.why_not.empty()) {
    return QObject::tr("The critical path is not known: %1.")
        .arg(QString::fromStdString(path.why_not));
  }
  if (path.parts.empty()) return QObject::tr("The critical path has no parts.");
  QStringList sums;
  for (const auto& sum : path.sums) {
    sums << QObject::tr("%1 %2").arg(QString::fromStdString(sum.what), models::us_text(sum.us));
  }
  QString words = QObject::tr("Critical path: %1.").arg(sums.join(QStringLiteral(", ")));
  if (path.left_out > 0) {
    words += QObject::tr(" In its middle %1 parts are not drawn.").arg(path.left_out);
  }
  return words;
}

QString path_words_at(const Run& run, const std::vector<int>& tracks, double us) {
  for (std::size_t i = 0; i < run.path.parts.size(); ++i) {
    const auto& part = run.path.parts[i];
    const bool is_then = us >= part.from_us && us < part.to_us && run.path_tracks[i];
    if (!is_then || std::ranges::find(tracks, *run.path_tracks[i]) == tracks.end()) continue;
    return QObject::tr("on the critical path: %1").arg(QString::fromStdString(part.what));
  }
  return {};
}

}  // namespace treering::gui::timeline
