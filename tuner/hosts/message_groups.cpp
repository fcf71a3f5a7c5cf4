#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "sim/hosts/host_time.h"
#include "tuner/hosts/host_fit.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Means;
using Series = std::tuple<Means, core::Collective, std::string>;

/// How many messages there are of each sender, receiver and number of bytes.
using Counts = std::map<std::tuple<int, int, std::uint64_t>, int>;

Series series_of(const MeasuredCall& call) {
  return {call.job.means(), call.configuration().call.collective, call.algorithm};
}

Counts messages_of(const MeasuredCall& call) {
  const measure::Configuration& one = call.configuration();
  if (one.pair) return {{{one.pair->from, one.pair->to, one.call.bytes}, 1}};
  const sim::hosts::HostCall asked = host_call(one, call.algorithm);
  Counts counts;
  // Every call that was read has a pattern.
  const sim::hosts::Messages messages = *sim::hosts::messages_of(asked, call.job.ranks);
  for (const sim::hosts::Message& message : messages.all()) {
    ++counts[{message.from, message.to, message.elements * asked.width}];
  }
  return counts;
}

/// Sets that grow together.
class Joined {
 public:
  explicit Joined(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  [[nodiscard]] std::size_t first_of(std::size_t one) const {
    while (parents_[one] != one) one = parents_[one];
    return one;
  }
  void join(std::size_t one, std::size_t other) {
    const auto [first, second] = std::minmax({first_of(one), first_of(other)});
    parents_[second] = first;
  }

 private:
  std::vector<std::size_t> parents_;
};

/// The places of all series, in their order.
std::map<Series, std::size_t> places_of(std::span<const MeasuredCall> calls) {
  std::map<Series, std::size_t> places;
  for (const MeasuredCall& call : calls) places[series_of(call)] = 0;
  std::size_t place = 0;
  for (auto& [series, its] : places) its = place++;
  return places;
}

Joined joined(std::span<const MeasuredCall> calls, const std::map<Series, std::size_t>& places) {
  Joined groups(places.size());
  std::map<std::pair<Means, Counts>, std::size_t> senders;
  for (const MeasuredCall& call : calls) {
    const std::size_t place = places.at(series_of(call));
    const auto [sender, is_new] =
        senders.emplace(std::pair(call.job.means(), messages_of(call)), place);
    groups.join(place, sender->second);
    for (const sim::Way& way : call.summary.used.ways) {
      const auto other =
          places.find({call.job.means(), call.configuration().call.collective, way.algorithm});
      if (other != places.end()) groups.join(place, other->second);
    }
  }
  return groups;
}

}  // namespace

std::vector<std::size_t> message_groups(std::span<const MeasuredCall> calls) {
  const auto places = places_of(calls);
  const Joined groups = joined(calls, places);
  std::map<std::size_t, std::size_t> numbers;  // by the first place of a group
  for (std::size_t place = 0; place < places.size(); ++place) {
    numbers.emplace(groups.first_of(place), numbers.size());
  }
  std::vector<std::size_t> all;
  for (const MeasuredCall& call : calls) {
    all.push_back(numbers.at(groups.first_of(places.at(series_of(call)))));
  }
  return all;
}

}  // namespace treering::tuner::hosts
