#include "tuner/diff/difference.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace treering::tuner::diff {

std::string_view name_of(Weight weight) {
  switch (weight) {
    case Weight::Heavy:
      return "heavy";
    case Weight::Possible:
      return "possible";
    case Weight::Harmless:
      return "harmless";
    case Weight::Unknown:
      break;
  }
  return "unknown";
}

std::string Difference::text() const {
  constexpr std::size_t kMostNames = 8;
  if (devices.empty()) return what;
  if (devices.size() <= kMostNames) return fmt::format("{}: {}", fmt::join(devices, ", "), what);
  return fmt::format("{}, ... {} ({} in all): {}", devices.front(), devices.back(), devices.size(),
                     what);
}

void Differences::add(std::string_view topic, Weight weight, const std::string& device,
                      std::string what, Values values) {
  const auto same = std::ranges::find_if(all_, [&](const Difference& known) {
    return known.topic == topic && known.what == what && known.weight == weight &&
           known.values == values;
  });
  if (same == all_.end()) {
    all_.push_back({std::string(topic), weight, {}, std::move(what), std::move(values)});
    if (!device.empty()) all_.back().devices.push_back(device);
  } else if (!device.empty()) {
    same->devices.push_back(device);
  }
}

void Differences::add(std::string_view topic, Weight weight, const std::string& device,
                      Values values) {
  std::string what = fmt::format("{}{}{} in A, {} in B", values.name,
                                 values.name.empty() ? "" : ": ", values.a, values.b);
  add(topic, weight, device, std::move(what), std::move(values));
}

void Differences::add(std::string_view topic, Weight weight, const std::string& device,
                      const Figures& figures) {
  const auto& [name, a, b, ratio] = figures;
  const std::string start = name.empty() ? "" : fmt::format("{} ", name);
  if (!a.is_known && !b.is_known) return leave_out(topic, device);
  Values values{std::string(name), a.is_known ? a.text : "", b.is_known ? b.text : "",
                a.is_known && b.is_known ? ratio : 0};
  if (a.is_known && b.is_known) {
    add(topic, weight, device, fmt::format("{}{} in A, {} in B", start, a.text, b.text),
        std::move(values));
  } else if (a.is_known) {
    add(topic, Weight::Unknown, device, fmt::format("{}{} in A, unknown in B", start, a.text),
        std::move(values));
  } else {
    add(topic, Weight::Unknown, device, fmt::format("{}{} in B, unknown in A", start, b.text),
        std::move(values));
  }
}

void Differences::leave_out(std::string_view topic, const std::string& device) {
  not_compared_.insert({std::string(topic), device});
}

bool Differences::has(std::string_view topic) const {
  return std::ranges::any_of(all_, [&](const Difference& one) {
    return one.topic == topic && one.weight != Weight::Unknown;
  });
}

std::vector<Difference> Differences::sorted() const {
  std::vector<Difference> sorted = all_;
  std::ranges::stable_sort(sorted, {}, &Difference::weight);
  return sorted;
}

}  // namespace treering::tuner::diff
