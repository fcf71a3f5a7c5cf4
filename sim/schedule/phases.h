// Schedules in which each rank exchanges one message with others in each phase: what textbooks
// describe. Each message is sent whole; each channel does so for its own share of the data. Who
// exchanges with whom is computed on demand: nothing here is as large as all ranks x all phases.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// What a rank does in a phase: first it sends what it has, then it receives.
struct Exchange {
  int to = -1;  // -1: sends nothing
  std::vector<Range> sent;
  int from = -1;  // -1: receives nothing
  std::vector<Range> received;
  bool combines = false;  // what it receives with what it has; else that is replaced
};

/// A channel's share of the data of a call.
struct ChannelData {
  Contract contract;
  int channel = 0;
  ChannelWork work;         // `chunk_bytes` does not count: messages are sent whole
  std::uint64_t grain = 1;  // bytes, of parts
  bool only_peers = false;  // the ranges are not asked for: those below are empty

  /// Its share of a block.
  Range block(int number) const {
    return {static_cast<std::uint64_t>(number) * contract.block_bytes + work.begin, work.bytes};
  }
  /// Its share of `count` blocks from `first` on.
  std::vector<Range> blocks(int first, int count) const;
  /// Its share of all data.
  std::vector<Range> all() const;
  /// Parts `first` to `first + count - 1` of `of` equal ones of all data. \pre the goal has no
  /// blocks
  std::vector<Range> parts(int first, int count, int of) const;
};

struct PhasesInput {
  Contract contract;
  std::vector<ChannelWork> work;  // by channel
  std::uint64_t grain = 1;
  int slots = 1;
  int phases = 0;
  /// \pre what a rank sends in a phase is what the other receives in it; with whom depends on the
  /// contract and the channel; with `phases_of` on the contract alone
  std::function<Exchange(const ChannelData& data, int rank, int phase)> exchange;
  /// The phases in which a rank does something, in ascending order, where in most it does nothing:
  /// the others have no steps and no connections. Empty: each phase of a rank has both.
  std::function<std::vector<int>(const Contract& contract, int rank)> phases_of = {};
};

std::unique_ptr<Schedule> phases_schedule(PhasesInput input);

/// Sorted, with neighbours joined, without empty ones.
std::vector<Range> joined(std::vector<Range> ranges);

}  // namespace treering::sim::schedule
