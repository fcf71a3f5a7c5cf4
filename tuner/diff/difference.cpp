#include "tuner/diff/difference.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace treering::tuner {

std::string_view name_of(Weight weight) {
  switch (weight) {
    case Weight::Heavy:
      return "heavy";
    case Weight::Possible:
      return "possible";
    case Weight::Harmless:
      break;
  }
  return "harmless";
}

std::string Difference::text() const {
  constexpr std::size_t kMostNames = 8;
  if (devices.empty()) return what;
  if (devices.size() <= kMostNames) return fmt::format("{}: {}", fmt::join(devices, ", "), what);
  return fmt::format("{}, ... {} ({} in all): {}", devices.front(), devices.back(), devices.size(),
                     what);
}

void Differences::add(std::string_view topic, Weight weight, const std::string& device,
                      std::string what) {
  const auto same = std::ranges::find_if(all_, [&](const Difference& known) {
    return known.topic == topic && known.what == what && known.weight == weight;
  });
  if (same == all_.end()) {
    all_.push_back({std::string(topic), weight, {}, std::move(what)});
    if (!device.empty()) all_.back().devices.push_back(device);
  } else if (!device.empty()) {
    same->devices.push_back(device);
  }
}

bool Differences::has(std::string_view topic) const {
  return std::ranges::any_of(all_, [&](const Difference& one) { return one.topic == topic; });
}

std::vector<Difference> Differences::sorted() const {
  std::vector<Difference> sorted = all_;
  std::ranges::stable_sort(sorted, {}, &Difference::weight);
  return sorted;
}

}  // namespace treering::tuner
