#include "sim/schedule/contract.h"

#include <array>

namespace treering::sim::schedule {
namespace {

constexpr std::array<std::string_view, 10> kNames{
    "all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce",
    "alltoall",   "gather",     "scatter",        "sendrecv",  "barrier"};

/// Which ranks have what of the space.
enum class Part {
  Nothing,
  Whole,
  OwnBlock,
  Row,     // n blocks in sequence, to all ranks
  Column,  // a block of each rank's row
  Previous
};

struct Parts {
  Part of_root;
  Part of_others;
};

Parts first_parts(Goal goal) {
  switch (goal) {
    case Goal::AllReduce:
    case Goal::ReduceScatter:
    case Goal::Reduce:
    case Goal::Barrier:
      return {Part::Whole, Part::Whole};
    case Goal::AllGather:
    case Goal::Gather:
    case Goal::SendRecv:
      return {Part::OwnBlock, Part::OwnBlock};
    case Goal::Broadcast:
    case Goal::Scatter:
      return {Part::Whole, Part::Nothing};
    case Goal::AllToAll:
      return {Part::Row, Part::Row};
  }
  return {Part::Nothing, Part::Nothing};
}

Parts last_parts(Goal goal) {
  switch (goal) {
    case Goal::AllReduce:
    case Goal::AllGather:
    case Goal::Broadcast:
    case Goal::Barrier:
      return {Part::Whole, Part::Whole};
    case Goal::ReduceScatter:
    case Goal::Scatter:
      return {Part::OwnBlock, Part::OwnBlock};
    case Goal::Reduce:
    case Goal::Gather:
      return {Part::Whole, Part::Nothing};
    case Goal::AllToAll:
      return {Part::Column, Part::Column};
    case Goal::SendRecv:
      return {Part::Previous, Part::Previous};
  }
  return {Part::Nothing, Part::Nothing};
}

/// Blocks in the space.
std::uint64_t blocks_of(Goal goal, std::uint64_t ranks) {
  switch (goal) {
    case Goal::AllReduce:
    case Goal::Broadcast:
    case Goal::Reduce:
    case Goal::Barrier:
      return 1;
    case Goal::AllToAll:
      return ranks * ranks;
    default:
      return ranks;
  }
}

/// The rank whose value a block has where values are not combined.
int owner_of(const Contract& contract, std::uint64_t block) {
  const auto ranks = static_cast<std::uint64_t>(contract.ranks);
  if (contract.goal == Goal::Broadcast || contract.goal == Goal::Scatter) return contract.root;
  return static_cast<int>(contract.goal == Goal::AllToAll ? block / ranks : block);
}

/// The blocks of a part, by number.
std::vector<std::uint64_t> blocks_in(Part part, const Contract& contract, int rank) {
  const auto ranks = static_cast<std::uint64_t>(contract.ranks);
  const auto own = static_cast<std::uint64_t>(rank);
  std::vector<std::uint64_t> blocks;
  switch (part) {
    case Part::Nothing:
      break;
    case Part::Whole:
      for (std::uint64_t i = 0; i < contract.blocks(); ++i) blocks.push_back(i);
      break;
    case Part::OwnBlock:
      blocks.push_back(own);
      break;
    case Part::Row:
      for (std::uint64_t i = 0; i < ranks; ++i) blocks.push_back(own * ranks + i);
      break;
    case Part::Column:
      for (std::uint64_t i = 0; i < ranks; ++i) blocks.push_back(i * ranks + own);
      break;
    case Part::Previous:
      blocks.push_back((own + ranks - 1) % ranks);
      break;
  }
  return blocks;
}

Part part_of(const Parts& parts, const Contract& contract, int rank) {
  return rank == contract.root ? parts.of_root : parts.of_others;
}

}  // namespace

Goal goal_of(core::Collective collective) {
  switch (collective) {
    case core::Collective::AllReduce:
      return Goal::AllReduce;
    case core::Collective::AllGather:
      return Goal::AllGather;
    case core::Collective::ReduceScatter:
      return Goal::ReduceScatter;
    case core::Collective::Broadcast:
      return Goal::Broadcast;
    case core::Collective::Reduce:
      return Goal::Reduce;
    case core::Collective::AllToAll:
      return Goal::AllToAll;
    case core::Collective::Gather:
      return Goal::Gather;
    case core::Collective::Scatter:
      return Goal::Scatter;
    case core::Collective::Barrier:
      return Goal::Barrier;
    case core::Collective::SendRecv:
      break;
  }
  return Goal::SendRecv;
}

std::string_view name_of(Goal goal) {
  return kNames[static_cast<std::size_t>(goal)];
}

bool has_root(Goal goal) {
  return goal == Goal::Broadcast || goal == Goal::Reduce || goal == Goal::Gather ||
         goal == Goal::Scatter;
}

bool is_shared_out(Goal goal) {
  return goal == Goal::AllGather || goal == Goal::ReduceScatter || goal == Goal::AllToAll ||
         goal == Goal::Gather || goal == Goal::Scatter;
}

bool combines(Goal goal) {
  return goal == Goal::AllReduce || goal == Goal::ReduceScatter || goal == Goal::Reduce ||
         goal == Goal::Barrier;
}

bool is_common(Goal goal) {
  return combines(goal) || goal == Goal::AllGather || goal == Goal::Broadcast;
}

std::uint64_t Contract::blocks() const {
  return blocks_of(goal, static_cast<std::uint64_t>(ranks));
}

std::uint64_t Contract::call_bytes() const {
  return is_shared_out(goal) ? static_cast<std::uint64_t>(ranks) * block_bytes : block_bytes;
}

std::vector<Range> Contract::first(int rank) const {
  std::vector<Range> ranges;
  for (const std::uint64_t block :
       blocks_in(part_of(first_parts(goal), *this, rank), *this, rank)) {
    ranges.push_back({block * block_bytes, block_bytes});
  }
  return ranges;
}

std::vector<Held> Contract::last(int rank) const {
  std::vector<Held> held;
  for (const std::uint64_t block : blocks_in(part_of(last_parts(goal), *this, rank), *this, rank)) {
    const Range range{block * block_bytes, block_bytes};
    held.push_back({range, combines(goal) ? std::optional<int>{} : owner_of(*this, block)});
  }
  return held;
}

}  // namespace treering::sim::schedule
