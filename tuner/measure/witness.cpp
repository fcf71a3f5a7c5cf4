#include "tuner/measure/witness.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "sim/hosts/patterns.h"
#include "tuner/measure/gloo_traffic.h"

namespace treering::tuner::measure {
namespace {

/// As workers lay out their buffers: at least one element, and one in each block.
struct Elements {
  std::size_t width = 1;
  std::size_t all = 1;
  std::size_t block = 1;

  Elements(const Configuration& call, int ranks)
      : width(core::size_of(call.type).count()),
        all(std::max<std::size_t>(call.bytes / width, 1)),
        block(std::max<std::size_t>(all / static_cast<std::size_t>(ranks), 1)) {}
};

/// Equal messages counted, sorted.
std::vector<Sent> sent_by(const sim::hosts::Messages& messages, std::size_t width) {
  std::map<std::tuple<int, int, std::size_t>, int> counts;
  for (const sim::hosts::Message& one : messages.all()) {
    ++counts[{one.from, one.to, one.elements}];
  }
  std::vector<Sent> all;
  for (const auto& [message, count] : counts) {
    const auto [from, to, elements] = message;
    all.push_back({from, to, elements * width, count});
  }
  return all;
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
  std::vector<std::string> names;
  for (const sim::hosts::Pattern& pattern : sim::hosts::message_patterns()) {
    if (pattern.collective != call.collective) continue;
    if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
    sim::hosts::Messages messages;
    pattern.send(size, messages);
    if (sent_by(messages, elements.width) != sent) continue;
    names.insert(names.end(), pattern.names.begin(), pattern.names.end());
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
    if (pattern.collective != call.collective) continue;
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
  if (witness == "messages") {
    return std::ranges::any_of(sim::hosts::message_patterns(), [&](const auto& pattern) {
      return pattern.collective == collective &&
             std::ranges::find(pattern.names, algorithm) != pattern.names.end();
    });
  }
  if (witness == "bytes") {
    return std::ranges::any_of(gloo_patterns(), [&](const TrafficPattern& pattern) {
      return pattern.collective == collective && pattern.name == algorithm;
    });
  }
  return true;  // a log names whatever ran
}

}  // namespace treering::tuner::measure
