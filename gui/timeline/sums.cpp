#include "gui/timeline/sums.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/units.h"
#include "gui/models/words.h"
#include "gui/paint/deeds.h"

namespace treering::gui::timeline {

namespace {

using app::simulation::Tracks;

class Adding {
 public:
  Adding(const Tracks& tracks, std::optional<int> channel) : tracks_(tracks), channel_(channel) {}

  void add_agent(int agent) {
    int channels = 0;
    std::optional<int> last;  // tracks of an agent are in the order of channels
    for (int track = tracks_.first_of(agent); track < tracks_.first_of(agent + 1); ++track) {
      const int channel = tracks_.place(track).channel;
      if (channel_ && channel != *channel_) continue;
      if (channel != last) ++channels;
      last = channel;
      add_track(track);
    }
    ++agents_;
    channels_ += channels;
    if (agents_ == 1) each_ = channels;
    are_alike_ = are_alike_ && channels == each_;
  }

  /// \param who the ranks
  SummedTracks done(const QString& who) {
    QString name = who;
    if (channel_) {
      name += QObject::tr(", channel %1").arg(*channel_);
    } else if (are_alike_) {
      name += each_ == 1 ? QObject::tr(" x 1 channel") : QObject::tr(" x %1 channels").arg(each_);
    } else {
      name += QObject::tr(", %1 channels").arg(channels_);
    }
    if (sums_.tracks > channels_) {
      name = QObject::tr("%1 streams of %2").arg(sums_.tracks).arg(name);
    }
    sums_.name = name;
    return std::move(sums_);
  }

 private:
  void add_track(int track) {
    const auto [at, is_new] = places_.try_emplace(tracks_.times_of(track), sums_.kinds.size());
    if (is_new) sums_.kinds.push_back({track, 0});
    ++sums_.kinds[at->second].count;
    ++sums_.tracks;
  }

  const Tracks& tracks_;
  std::optional<int> channel_;
  SummedTracks sums_;
  std::unordered_map<int, std::size_t> places_;  // in the kinds, by times
  int agents_ = 0;
  int channels_ = 0;
  int each_ = 0;
  bool are_alike_ = true;
};

}  // namespace

SummedTracks all_tracks(const Tracks& tracks) {
  Adding sums(tracks, {});
  for (int rank = 0; rank < tracks.ranks(); ++rank) sums.add_agent(rank);
  return sums.done(tracks.ranks() == 1 ? QString::fromStdString(tracks.agent_name(0))
                                       : QObject::tr("all %1 ranks").arg(tracks.ranks()));
}

SummedTracks selected_tracks(const Tracks& tracks, const models::Selected& selected) {
  std::vector<int> agents = selected.ranks;
  std::ranges::sort(agents);
  const auto rest = std::ranges::unique(agents);
  agents.erase(rest.begin(), rest.end());
  std::erase_if(agents, [&](int agent) { return agent >= tracks.agents(); });
  if (agents.empty()) return {};
  Adding sums(tracks, selected.channel);
  for (const int agent : agents) sums.add_agent(agent);
  return sums.done(agents.size() == 1 ? QString::fromStdString(tracks.agent_name(agents.front()))
                                      : QObject::tr("%1 ranks").arg(agents.size()));
}

using app::simulation::Deeds;
using app::simulation::Doing;
using app::simulation::Tracks;

Sums sums_of(const Tracks& tracks, const models::Span& span, const Summed& what) {
  constexpr double kNothing = 1e-6;  // of the span: but for rounding
  Sums sums{span, {}, what.tracks.tracks, what.tracks.name, false, {}};
  const auto of = [&](int track) {
    Deeds deeds = tracks.busy(track, span.to_us);
    return deeds.add(tracks.busy(track, span.from_us), -1);
  };
  for (const auto& kind : what.tracks.kinds) sums.deeds.add(of(kind.track), kind.count);
  if (what.looked_at) {
    sums.is_gap = of(*what.looked_at).all() <= kNothing * (span.to_us - span.from_us);
  }
  const Tracks::Window window{span.from_us, span.to_us};
  for (const int link : what.links) {
    sums.links.push_back({link, tracks.link_bytes(link, window), tracks.mean_load(link, window)});
  }
  return sums;
}

QString words_of(const Sums& sums, const Tracks& tracks) {
  const QString what = sums.is_gap ? QObject::tr("gap") : QObject::tr("span");
  QString text = QObject::tr("%1 %2, from %3 to %4")
                     .arg(what, models::us_text(sums.span.to_us - sums.span.from_us),
                          models::us_text(sums.span.from_us), models::us_text(sums.span.to_us));
  if (sums.tracks > 0) {
    QStringList deeds;
    for (const Doing doing : {Doing::Sends, Doing::Combines, Doing::Keeps}) {
      deeds << QObject::tr("%1 %2").arg(paint::word_of(doing),
                                        models::us_text(sums.deeds.of(doing)));
    }
    const double all = sums.tracks * (sums.span.to_us - sums.span.from_us);
    deeds << QObject::tr("%1 %2").arg(paint::word_of(Doing::Waits),
                                      models::us_text(std::max(0.0, all - sums.deeds.all())));
    text += QObject::tr("; %1: ").arg(sums.name) + deeds.join(QStringLiteral(", "));
  }
  for (const LinkSum& link : sums.links) {
    text += QObject::tr("; %1: %2, mean load %3 %")
                .arg(QString::fromStdString(tracks.link_name(link.link)),
                     QString::fromStdString(
                         core::format_size(static_cast<std::uint64_t>(std::llround(link.bytes)))))
                .arg(100 * link.mean, 0, 'f', 0);
  }
  return text;
}

QString words_of(const WantedSums& wanted, const Tracks& tracks) {
  return words_of(sums_of(tracks, wanted.span, wanted.what), tracks);
}

}  // namespace treering::gui::timeline
