#include "gui/timeline/summed_tracks.h"

#include <QObject>
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

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

}  // namespace treering::gui::timeline
