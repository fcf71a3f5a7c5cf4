#include "sim/hosts/message_schedule.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "sim/hosts/host_time.h"

namespace treering::sim::hosts {
namespace {

using schedule::ListedStream;
using schedule::Peer;
using schedule::Ports;
using schedule::Range;

/// The differences between the two schedules of the same messages.
struct Form {
  schedule::Contract promise;
  std::size_t width = 1;  // bytes of an element
  std::size_t eager = std::numeric_limits<std::size_t>::max();
  const Messages* data = nullptr;  // null: steps have none

  /// Whether one step may send both.
  [[nodiscard]] bool are_alike(const Message& one, const Message& other) const {
    return data == nullptr ? one.elements == other.elements : data_of(one) == data_of(other);
  }
  /// In ascending order.
  [[nodiscard]] std::vector<Range> data_of(const Message& message) const {
    std::vector<Range> ranges;
    if (data == nullptr) return ranges;
    for (const ElementRange& one : data->data_of(message)) {
      ranges.push_back({one.first * width, one.count * width});
    }
    std::ranges::sort(ranges, {}, &Range::begin);
    return ranges;
  }
  /// Whether its receiver works on what it has. Without data all do: whether that takes time is a
  /// matter of the call.
  [[nodiscard]] bool takes_own(const Message& message) const {
    return data == nullptr || message.combines;
  }
  [[nodiscard]] bool is_large(const Message& message) const {
    return eager <= kNoneIsEager || message.elements * width > eager;
  }
};

/// What a rank does in a round.
struct Round {
  std::vector<Message> sends;
  std::vector<Message> receives;
};
using Rounds = std::map<int, Round>;  // in ascending order

/// Says that the receiver of a large message is there.
Message permission(const Message& large) {
  return {large.round, large.to, large.from};
}

class Builder {
 public:
  Builder(const Messages& messages, int ranks, const Form& form)
      : form_(form), rounds_(index(ranks)) {
    for (const Message& one : messages.all()) {
      rounds_[index(one.from)][one.round].sends.push_back(one);
      rounds_[index(one.to)][one.round].receives.push_back(one);
    }
    all_.agent_count = ranks;
    all_.slot_count = 1;
    all_.promise = form.promise;
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
    const bool are_alike = std::ranges::all_of(
        sends, [&](const Message& one) { return form_.are_alike(one, sends.front()); });
    const std::size_t at_once = are_alike ? sends.size() : 1;
    for (std::size_t i = 0; i < sends.size(); i += at_once) {
      add_sends(rank, {sends.begin() + static_cast<std::ptrdiff_t>(i),
                       sends.begin() + static_cast<std::ptrdiff_t>(i + at_once)});
    }
    for (const Message& one : round.receives) add_receive(rank, one);
  }

  /// Senders of large messages wait for them.
  void add_permissions(std::size_t rank, const Round& round) {
    for (const Message& one : round.receives) {
      if (form_.is_large(one)) add_sends(rank, {permission(one)});
    }
    for (const Message& one : round.sends) {
      if (form_.is_large(one)) add_receive(rank, permission(one));
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
    const Message& each = messages.front();
    one.list.push_back(
        {{each.elements * form_.width, {}, ports, true, false}, form_.data_of(each)});
  }

  void add_receive(std::size_t rank, const Message& message) {
    ListedStream& one = all_.list[rank];
    const int port = static_cast<int>(one.stream.receives.size());
    ends_[{message.from, message.to}].receives.push_back(port);
    one.stream.receives.push_back({message.from, -1});
    one.list.push_back(
        {{message.elements * form_.width, {port, 1}, {}, form_.takes_own(message), true},
         form_.data_of(message)});
  }

  void join(int from, int to, const Ends& ends) {
    for (std::size_t i = 0; i < ends.sends.size(); ++i) {
      Peer& there = all_.list[index(from)].stream.sends[index(ends.sends[i])];
      Peer& here = all_.list[index(to)].stream.receives[index(ends.receives[i])];
      there.port = ends.receives[i];
      here.port = ends.sends[i];
    }
  }

  const Form& form_;
  std::vector<Rounds> rounds_;  // by rank
  schedule::StepsInMemory all_;
  std::map<std::pair<int, int>, Ends> ends_;  // by sender and receiver
};

/// In elements.
schedule::Contract contract_of(core::Collective collective, const PatternSize& size) {
  const schedule::Goal goal = schedule::goal_of(collective);
  const std::size_t block = schedule::is_shared_out(goal) ? size.block : size.elements;
  return {goal, size.ranks, block};
}

}  // namespace

schedule::StepsInMemory timed_schedule(const Messages& messages, int ranks, std::size_t width,
                                       std::size_t eager) {
  const Form form{{schedule::Goal::SendRecv, ranks, 1}, width, eager};
  return Builder(messages, ranks, form).build();
}

schedule::StepsInMemory schedule_with_data(const Messages& messages, core::Collective collective,
                                           const PatternSize& size) {
  const Form form{.promise = contract_of(collective, size), .data = &messages};
  return Builder(messages, size.ranks, form).build();
}

}  // namespace treering::sim::hosts
