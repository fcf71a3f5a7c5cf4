#include "app/overview/measured_sizes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/test_size.h"

namespace treering::app::overview {
namespace {

/// What the sizes of a request are carried as, by collective and number of ranks.
class CarriedSizes {
 public:
  explicit CarriedSizes(const setup::Calls& calls) : calls_(calls) {}

  bool has(const tuner::Measurement& row) {
    const auto [found, is_new] = known_.try_emplace({row.collective, row.ranks});
    if (is_new) {
      for (const std::uint64_t size : calls_.sizes) {
        found->second.insert(sim::test_size(row.collective, size, calls_.type, row.ranks).bytes);
      }
    }
    return found->second.contains(row.bytes);
  }

 private:
  const setup::Calls& calls_;
  std::map<std::pair<core::Collective, int>, std::set<std::uint64_t>> known_;
};

}  // namespace

core::Result<std::vector<std::uint64_t>> measured_sizes(
    const setup::CallsRequest& calls, const std::vector<tuner::Measurement>& rows) {
  const auto asked = setup::calls_of(calls);
  if (!asked) return core::fail(asked.error());
  const std::uint64_t least = calls.sizes.minbytes.value_or(1);
  const std::uint64_t most = calls.sizes.maxbytes.value_or(sim::kLargestCall.count());
  CarriedSizes carried(*asked);
  std::set<std::uint64_t> sizes;
  for (const tuner::Measurement& row : rows) {
    const bool is_asked =
        std::ranges::find(calls.collectives, row.collective) != calls.collectives.end();
    if (!is_asked || row.ranks < 1 || row.bytes < least || row.bytes > most) continue;
    if (!carried.has(row)) sizes.insert(row.bytes);
  }
  if (sizes.size() > kMostMeasuredSizes) sizes = {*sizes.begin(), *sizes.rbegin()};
  return std::vector(sizes.begin(), sizes.end());
}

}  // namespace treering::app::overview
