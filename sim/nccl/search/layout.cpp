#include "sim/nccl/search/layout.h"

namespace treering::sim::nccl::search {
namespace {

float total(int channels, float bandwidth) {
  return static_cast<float>(channels) * bandwidth;
}

}  // namespace

bool is_better(const Layout& found, const Layout& best, int gpus) {
  if (found.channels < found.min_channels) return false;
  if (found.pattern == Pattern::Nvls) {  // channels are heads: the more the better
    return (found.channels > best.channels && found.channels <= gpus) ||
           total(found.channels, found.bw_inter) > total(best.channels, best.bw_inter);
  }
  const float rate = total(found.channels, found.bw_intra);
  const float best_rate = total(best.channels, best.bw_intra);
  if (rate != best_rate) return rate > best_rate;
  return found.pattern == best.pattern && found.cross_nic == best.cross_nic &&
         found.hops < best.hops;
}

}  // namespace treering::sim::nccl::search
