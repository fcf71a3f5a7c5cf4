#include "sim/hosts/message_schedule.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace treering::sim::hosts {
namespace {

using schedule::ListedStream;
using schedule::Peer;
using schedule::Ports;

/// What a rank does in a round.
struct Round {
  std::vector<Message> sends;
  std::vector<Message> receives;
};
using Rounds = std::map<int, Round>;  // in ascending order

/// Every message has ports of its own, so that those of any step are in sequence.
class Builder {
 public:
  Builder(const Messages& messages, int ranks, std::size_t width, std::size_t eager)
      : rounds_(static_cast<std::size_t>(ranks)), width_(width), eager_(eager) {
    for (const Message& one : messages.all()) {
      rounds_[index(one.from)][one.round].sends.push_back(one);
      rounds_[index(one.to)][one.round].receives.push_back(one);
    }
    all_.agent_count = ranks;
    all_.slot_count = 1;
    all_.promise = {schedule::Goal::SendRecv, ranks, 1};
    for (int rank = 0; rank < ranks; ++rank) {
      ListedStream& one = all_.list.emplace_back();
      one.stream.agent = rank;
    }
  }

  schedule::StepsInMemory build() {
    for (std::size_t rank = 0; rank < rounds_.size(); ++rank) {
      for (const auto& [number, round] : rounds_[rank]) add_round(rank, round);
      all_.list[rank].stream.steps = all_.list[rank].list.size();
    }
    for (auto& [pair, ends] : ends_) join(pair.first, pair.second, ends);
    return std::move(all_);
  }

 private:
  /// The ports of the messages from one rank to another, in sequence.
  struct Ends {
    std::vector<int> sends;
    std::vector<int> receives;
  };

  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  void add_round(std::size_t rank, const Round& round) {
    add_permissions(rank, round);
    const auto& sends = round.sends;
    const bool are_equal = std::ranges::all_of(
        sends, [&](const Message& one) { return one.elements == sends.front().elements; });
    const std::size_t at_once = are_equal ? sends.size() : 1;
    for (std::size_t i = 0; i < sends.size(); i += at_once) {
      add_sends(rank, {sends.begin() + static_cast<std::ptrdiff_t>(i),
                       sends.begin() + static_cast<std::ptrdiff_t>(i + at_once)});
    }
    for (const Message& one : round.receives) add_receive(rank, one);
  }

  /// That a rank is there, which senders of large messages wait for.
  void add_permissions(std::size_t rank, const Round& round) {
    const auto is_large = [&](const Message& one) { return one.elements * width_ > eager_; };
    for (const Message& one : round.receives) {
      if (is_large(one)) add_sends(rank, {{one.round, one.to, one.from, 0}});
    }
    for (const Message& one : round.sends) {
      if (is_large(one)) add_receive(rank, {one.round, one.to, one.from, 0});
    }
  }

  void add_sends(std::size_t rank, const std::vector<Message>& messages) {
    ListedStream& one = all_.list[rank];
    const int first = static_cast<int>(one.stream.sends.size());
    for (const Message& message : messages) {
      ends_[{message.from, message.to}].sends.push_back(static_cast<int>(one.stream.sends.size()));
      one.stream.sends.push_back({message.to, -1});
    }
    const Ports ports{first, static_cast<int>(messages.size())};
    one.list.push_back({{messages.front().elements * width_, {}, ports, true, false}, {}});
  }

  void add_receive(std::size_t rank, const Message& message) {
    ListedStream& one = all_.list[rank];
    const int port = static_cast<int>(one.stream.receives.size());
    ends_[{message.from, message.to}].receives.push_back(port);
    one.stream.receives.push_back({message.from, -1});
    one.list.push_back({{message.elements * width_, {port, 1}, {}, true, true}, {}});
  }

  void join(int from, int to, const Ends& ends) {
    for (std::size_t i = 0; i < ends.sends.size(); ++i) {
      Peer& there = all_.list[index(from)].stream.sends[index(ends.sends[i])];
      Peer& here = all_.list[index(to)].stream.receives[index(ends.receives[i])];
      there.port = ends.receives[i];
      here.port = ends.sends[i];
    }
  }

  std::vector<Rounds> rounds_;  // by rank
  std::size_t width_;
  std::size_t eager_;
  schedule::StepsInMemory all_;
  std::map<std::pair<int, int>, Ends> ends_;  // by sender and receiver
};

}  // namespace

schedule::StepsInMemory message_schedule(const Messages& messages, int ranks, std::size_t width,
                                         std::size_t eager) {
  return Builder(messages, ranks, width, eager).build();
}

}  // namespace treering::sim::hosts
