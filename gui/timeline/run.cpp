#include "gui/timeline/run.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <map>

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
  return shares_of(tracks, some, {0, tracks.end_us()}, kOverviewParts);
}

}  // namespace

std::shared_ptr<const Run> make_run(const app::SimulateReport& report) {
  if (!report.recorded) return nullptr;
  auto run = std::make_shared<Run>(*report.recorded);
  run->path = report.critical_path;
  for (const auto& part : run->path.parts) run->path_tracks.push_back(run->tracks.track_of(part));
  run->overview = overview_of(run->tracks);
  if (const auto until = run->tracks.until_us()) {
    run->known_until = QObject::tr(
                           "Recorded until %1: the run has more steps than are kept. What comes "
                           "later is not shown.")
                           .arg(us_text(*until));
  }
  return run;
}

std::vector<Shares> shares_of(const Tracks& tracks, const std::vector<int>& which,
                              const Tracks::Window& window, std::size_t parts) {
  std::vector<Deeds> sums(parts);
  std::map<int, std::pair<int, int>> kinds;  // by times: a track that has them, and how many have
  for (const int track : which)
    ++kinds.try_emplace(tracks.times_of(track), track, 0).first->second.second;
  const double length = (window.to_us - window.from_us) / static_cast<double>(parts);
  for (const auto& [times, kind] : kinds) {
    Deeds before = tracks.busy(kind.first, window.from_us);
    for (std::size_t part = 0; part < parts; ++part) {
      const double to = window.from_us + length * static_cast<double>(part + 1);
      const Deeds after = tracks.busy(kind.first, to);
      sums[part].add(after, kind.second).add(before, -kind.second);
      before = after;
    }
  }
  std::vector<Shares> shares(parts);
  const double whole = length * static_cast<double>(std::max<std::size_t>(which.size(), 1));
  for (std::size_t part = 0; part < parts && whole > 0; ++part) {
    for (std::size_t i = 0; i < shares[part].size(); ++i) {
      shares[part].at(i) = static_cast<float>(std::clamp(sums[part].us.at(i) / whole, 0.0, 1.0));
    }
  }
  return shares;
}

QString us_text(double us) {
  const double size = std::abs(us);
  const int digits = size >= 1000 ? 1 : size >= 1 || size == 0 ? 2 : 5;
  return QObject::tr("%1 us").arg(us, 0, 'f', digits);
}

QString path_words(const app::simulation::Path& path) {
  if (!path.why_not.empty()) {
    return QObject::tr("The critical path is not known: %1.")
        .arg(QString::fromStdString(path.why_not));
  }
  if (path.parts.empty()) return QObject::tr("The critical path has no parts.");
  QStringList sums;
  for (const auto& sum : path.sums) {
    sums << QObject::tr("%1 %2").arg(QString::fromStdString(sum.what), us_text(sum.us));
  }
  QString words = QObject::tr("Critical path: %1.").arg(sums.join(QStringLiteral(", ")));
  if (path.left_out > 0) {
    words += QObject::tr(" In its middle %1 parts are not drawn.").arg(path.left_out);
  }
  return words;
}

}  // namespace treering::gui::timeline
