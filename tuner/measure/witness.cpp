#include "tuner/measure/witness.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/hosts/patterns.h"
#include "tuner/measure/gloo_traffic.h"

namespace treering::tuner::measure {

bool Used::may_be(std::string_view algorithm) const {
  return std::ranges::find(ways, algorithm, &sim::Way::algorithm) != ways.end();
}

std::vector<std::string> Used::algorithms() const {
  std::vector<std::string> names;
  for (const sim::Way& way : ways) names.push_back(way.algorithm);
  return names;
}

std::string text_of(const Used& used) {
  if (!used.is_known()) return "";
  const sim::Way& way = used.ways.front();
  std::string text = fmt::format("{}", fmt::join(used.algorithms(), " or "));
  if (!way.protocol.empty()) text += "/" + way.protocol;
  if (way.channels > 0) text += fmt::format("/{} ch", way.channels);
  return text;
}

bool is_another_algorithm(const Used& used, const Configuration& asked) {
  return !asked.way.algorithm.empty() && used.is_known() && !used.may_be(asked.way.algorithm) &&
         is_recognised(used.witness, asked.call.collective, asked.way.algorithm);
}

bool ran_otherwise(const Used& one, const Used& other) {
  return one.is_known() && other.is_known() &&
         std::ranges::none_of(one.ways, [&](const sim::Way& way) {
           return std::ranges::find(other.ways, way) != other.ways.end();
         });
}

namespace {

using core::Collective;

/// As workers lay out their buffers: at least one element, and one in each block; none where
/// nothing is carried.
struct Elements {
  std::size_t width = 1;
  std::size_t all = 1;
  std::size_t block = 1;

  Elements(const Configuration& call, int ranks)
      : width(core::size_of(call.call.type).count()),
        all(call.call.collective == Collective::Barrier
                ? 0
                : std::max<std::size_t>(call.call.bytes / width, 1)),
        block(std::max<std::size_t>(all / static_cast<std::size_t>(ranks), 1)) {}
};

/// How many messages there are of each sender, receiver and number of bytes.
using Counts = std::map<std::tuple<int, int, std::uint64_t>, std::int64_t>;

Counts counts_of(const std::vector<Sent>& sent) {
  Counts counts;
  for (const Sent& one : sent) counts[{one.from, one.to, one.bytes}] += one.count;
  return counts;
}

/// A collective that Open MPI makes of two others, each as it chooses.
struct Composed {
  core::Collective collective;
  std::string_view name;
  core::Collective first;
  core::Collective second;
};
constexpr std::array kComposed{
    Composed{Collective::AllReduce, "nonoverlapping", Collective::Reduce, Collective::Broadcast},
    Composed{Collective::AllGather, "linear", Collective::Gather, Collective::Broadcast},
    Composed{Collective::ReduceScatter, "basic_linear", Collective::Reduce, Collective::Scatter},
};

/// A pattern and what it sends.
struct Candidate {
  const sim::hosts::Pattern* pattern = nullptr;
  Counts counts;
};

/// Open MPI's.
std::vector<Candidate> candidates(Collective collective, const sim::hosts::PatternSize& size,
                                  std::size_t width) {
  std::vector<Candidate> all;
  for (const sim::hosts::Pattern& pattern : sim::hosts::message_patterns()) {
    if (pattern.collective != collective || pattern.names.empty()) continue;
    if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
    sim::hosts::Messages messages;
    pattern.send(size, messages);
    Candidate& one = all.emplace_back(Candidate{&pattern, {}});
    for (const sim::hosts::Message& message : messages.all()) {
      ++one.counts[{message.from, message.to, message.elements * width}];
    }
  }
  return all;
}

bool is_composed(const Counts& sent, const Composed& parts, const Elements& elements, int ranks) {
  sim::hosts::PatternSize size{ranks, elements.all, elements.block};
  if (parts.collective != Collective::AllReduce) {
    size.elements = elements.block * static_cast<std::size_t>(ranks);
  }
  const auto seconds = candidates(parts.second, size, elements.width);
  for (const Candidate& first : candidates(parts.first, size, elements.width)) {
    for (const Candidate& second : seconds) {
      Counts sum = first.counts;
      for (const auto& [message, number] : second.counts) sum[message] += number;
      if (sum == sent) return true;
    }
  }
  return false;
}

/// The name of the only way to send to one rank.
std::vector<std::string> only_if(bool is_so) {
  if (!is_so) return {};
  return {"sendrecv"};
}

}  // namespace

std::vector<std::string> algorithms_that_send(const std::vector<Sent>& sent,
                                              const Configuration& call, int ranks) {
  const Elements elements(call, ranks);
  const sim::hosts::PatternSize size{ranks, elements.all, elements.block};
  if (call.pair) {
    const Sent message{call.pair->from, call.pair->to, elements.all * elements.width, 1};
    return only_if(sent == std::vector{message});
  }
  const Counts counts = counts_of(sent);
  std::vector<std::string> names;
  for (const Candidate& one : candidates(call.call.collective, size, elements.width)) {
    if (one.counts != counts) continue;
    names.insert(names.end(), one.pattern->names.begin(), one.pattern->names.end());
  }
  for (const Composed& one : kComposed) {
    if (one.collective != call.call.collective) continue;
    if (is_composed(counts, one, elements, ranks)) names.emplace_back(one.name);
  }
  std::ranges::sort(names);
  const auto rest = std::ranges::unique(names);
  names.erase(rest.begin(), rest.end());
  return names;
}

std::vector<std::string> algorithms_with_traffic(const std::vector<Sent>& bytes,
                                                 const Configuration& call, int ranks) {
  if (ranks < 2) return {};
  const Elements elements(call, ranks);
  const TrafficSize size{ranks, elements.all, elements.block, elements.width};
  if (call.pair) {
    Traffic message;
    message.add_unbound(call.pair->from, call.pair->to, size.bytes());
    return only_if(message.sent() == bytes);
  }
  std::vector<std::string> names;
  for (const TrafficPattern& pattern : gloo_patterns()) {
    if (pattern.collective != call.call.collective) continue;
    if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
    Traffic traffic;
    pattern.send(size, traffic);
    if (traffic.sent() == bytes) names.emplace_back(pattern.name);
  }
  std::ranges::sort(names);
  return names;
}

bool is_recognised(const std::string& witness, core::Collective collective,
                   const std::string& algorithm) {
  if (witness == kMessagesWitness) {
    const auto is_pattern = [&](const sim::hosts::Pattern& one) {
      return one.collective == collective &&
             std::ranges::find(one.names, algorithm) != one.names.end();
    };
    const auto is_composition = [&](const Composed& one) {
      return one.collective == collective && one.name == algorithm;
    };
    return std::ranges::any_of(sim::hosts::message_patterns(), is_pattern) ||
           std::ranges::any_of(kComposed, is_composition);
  }
  if (witness == kBytesWitness) {
    return std::ranges::any_of(gloo_patterns(), [&](const TrafficPattern& pattern) {
      return pattern.collective == collective && pattern.name == algorithm;
    });
  }
  return true;  // a log names whatever ran
}

}  // namespace treering::tuner::measure
