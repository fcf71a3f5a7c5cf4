#include <algorithm>

#include "sim/nccl/search/trials.h"

namespace treering::sim::nccl::search {
namespace {

bool is_too_fast(const Layout& layout, const SearchSpace& space) {
  constexpr int kAmpere = 80;
  const versions::SearchConstants& constants = space.constants;
  if (layout.channels == 0 || layout.pattern == Pattern::Nvls ||
      layout.bw_intra < constants.fast_channel) {
    return false;
  }
  return space.system.min_compute_capability() <= kAmpere ||
         layout.bw_intra >= constants.fast_channel_after_ampere ||
         layout.channels <= constants.split_channels_after_ampere;
}

/// Copies each channel once, as far as their number may grow, and shares the bandwidth among the
/// copies.
void double_channels(Layout& layout, int gpus) {
  const int doubled = std::min(layout.channels * 2, layout.max_channels);
  for (int channel = layout.channels; channel < doubled; ++channel) {
    const int source = channel - layout.channels;
    std::copy_n(layout.gpus.begin() + source * gpus, gpus, layout.gpus.begin() + channel * gpus);
    layout.nets[static_cast<std::size_t>(channel)] = layout.nets[static_cast<std::size_t>(source)];
  }
  const int copies = (doubled + layout.channels - 1) / layout.channels;  // rounded up
  const auto share = static_cast<float>(copies);
  layout.bw_intra /= share;
  layout.bw_inter /= share;
  layout.channels = doubled;
}

/// False when the pattern allows no higher bandwidth.
bool ask_more_bandwidth(Trials& trials) {
  const Layout& best = trials.best;
  Layout& trial = trials.trial;
  if (best.pattern == Pattern::Ring) {
    trials.speeds.raise();
    trials.ask_for_speed();
    return true;
  }
  if (best.pattern == Pattern::Nvls && trial.bw_inter == best.bw_inter &&
      trial.bw_inter < trial.bw_intra * 2) {
    trial.min_channels = trial.max_channels = best.channels;
    trials.speeds.raise();
    trial.bw_inter = trials.speeds.now();
    return true;
  }
  if (trial.bw_intra == best.bw_intra && trial.bw_intra < trial.bw_inter * 2) {
    trials.speeds.raise();
    trial.bw_intra = trials.speeds.now();
    return true;
  }
  return false;
}

}  // namespace

void widen(Trials& trials) {
  if (is_too_fast(trials.best, trials.space)) double_channels(trials.best, trials.gpus());
  trials.trial = trials.best;
  trials.speeds.to_highest();
  while (trials.speeds.now() > trials.best.bw_inter && !trials.speeds.is_lowest()) {
    trials.speeds.lower();
  }
  trials.ask_for_speed();
  trials.trial.min_channels = trials.best.channels;
  trials.steps = -1;
  while (trials.steps != 0 && !trials.speeds.is_highest() && ask_more_bandwidth(trials)) {
    trials.search();
  }
}

}  // namespace treering::sim::nccl::search
