#include "report/simulation/loads.h"

#include <algorithm>
#include <cmath>

namespace treering::report::simulation {

using app::simulation::Recorded;
using sim::engine::LinkId;
using sim::timeline::Window;

std::vector<LinkId> busiest_links(const Recorded& run, const Window& window) {
  struct Share {
    LinkId link = 0;
    std::int64_t share =
        0;  // to ten digits: links that are equal but for rounding keep their order
  };
  std::vector<Share> all;
  const double us = window.to_us - window.from_us;
  for (LinkId link = 0; link < run.loads->links(); ++link) {
    const double capacity = run.loads->capacity(link);
    if (!run.loads->is_used(link) || std::isinf(capacity) || us <= 0) continue;
    if (!run.loads->is_known(link)) continue;
    const double bytes =
        run.loads->bytes(link, window.to_us) - run.loads->bytes(link, window.from_us);
    if (bytes > 0) all.push_back({link, std::llround(bytes / (capacity * us) * 1e10)});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &Share::share);
  std::vector<LinkId> links;
  for (const Share& one : all) links.push_back(one.link);
  return links;
}

ShownLoads loads_of(const Recorded& run, LinkId link, const Window& window, std::uint64_t most) {
  if (auto exact = run.loads->loads(link, window, most)) return {*std::move(exact), false};
  return {run.loads->means(link, window, static_cast<std::size_t>(most)), true};
}

}  // namespace treering::report::simulation
