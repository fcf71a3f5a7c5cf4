// The ways of a run's messages. There are millions of them: what those of one sender have in common
// is kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/compact_sequences.h"

namespace treering::app::simulation {

/// What messages of one connection travel on.
struct Lane {
  int from = 0;  // agents: ranks, then what combines and copies in the network
  int to = 0;
  int channel = 0;
  bool operator==(const Lane&) const = default;
};

/// Sender by sender.
class Lanes {
 public:
  class Iterator;

  void reserve(std::size_t senders, std::size_t lanes) {
    agents_.reserve(senders);
    channels_.reserve(senders);
    sender_of_.reserve(lanes);
    to_.reserve(lanes);
  }
  /// It may have no lanes.
  void add_sender(int agent, int channel) {
    agents_.push_back(agent);
    channels_.push_back(static_cast<std::uint32_t>(channel));
  }
  /// Of the last sender.
  void add(int to) {
    sender_of_.push_back(static_cast<std::uint32_t>(agents_.size() - 1));
    to_.push_back(to);
  }
  void lead(std::size_t lane, int to) { to_[lane] = to; }

  std::size_t senders() const { return agents_.size(); }
  int agent(std::size_t sender) const { return agents_[sender]; }
  int channel(std::size_t sender) const { return static_cast<int>(channels_[sender]); }

  std::size_t size() const { return to_.size(); }
  std::size_t sender_of(std::size_t lane) const { return sender_of_[lane]; }
  Lane operator[](std::size_t lane) const {
    const std::size_t sender = sender_of(lane);
    return {agent(sender), to_[lane], channel(sender)};
  }
  Iterator begin() const;
  Iterator end() const;

 private:
  std::vector<std::int32_t> agents_;  // by sender
  core::NarrowNumbers channels_;      // likewise
  std::vector<std::uint32_t> sender_of_;
  std::vector<std::int32_t> to_;
};

class Lanes::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Lane;
  using difference_type = std::ptrdiff_t;
  using pointer = const Lane*;
  using reference = Lane;

  Iterator() = default;
  Iterator(const Lanes& lanes, std::size_t at) : lanes_(&lanes), at_(at) {}

  Lane operator*() const { return (*lanes_)[at_]; }
  Iterator& operator++() {
    ++at_;
    return *this;
  }
  void operator++(int) { ++at_; }
  difference_type operator-(const Iterator& other) const {
    return static_cast<difference_type>(at_) - static_cast<difference_type>(other.at_);
  }
  bool operator==(const Iterator& other) const { return at_ == other.at_; }

 private:
  const Lanes* lanes_ = nullptr;
  std::size_t at_ = 0;
};

inline Lanes::Iterator Lanes::begin() const {
  return {*this, 0};
}
inline Lanes::Iterator Lanes::end() const {
  return {*this, size()};
}

}  // namespace treering::app::simulation
