// Schedules that people write: read from JSON, as a value, and with the connections that follow
// from it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/result.h"
#include "sim/schedule/contract.h"
#include "sim/schedule/schedule.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::schedule {

// A schedule as people write it: steps name ranks, and connections follow from them.

/// A stream, named from another one of the same channel.
struct Address {
  int agent = 0;
  int number = 0;  // among the agent's streams of the channel
  auto operator<=>(const Address&) const = default;
};

struct WrittenStep {
  std::vector<Address> receive;
  std::vector<Address> send;
  std::vector<Range> data;
  bool takes_own = false;
  bool keeps = false;
};

struct WrittenStream {
  Address address;
  int channel = 0;
  std::vector<WrittenStep> steps;
};

struct WrittenSchedule {
  Contract contract;
  int agents = 0;
  int slots = 1;
  std::vector<WrittenStream> streams;
};

// The order of a stream's ports: those of the peers of one step are in sequence.

/// All peers of the steps' groups, each once. Peers of groups of several stand first: in the order
/// in which they are named, or where that parts a group, grown from the smallest groups on. The
/// error is a step whose group is parted by both. \param groups by step
tl::expected<std::vector<StreamId>, std::size_t> port_order(
    const std::vector<std::vector<StreamId>>& groups);

// Connections between the streams of a written schedule: one from a stream to another wherever one
// of the two names the other. The messages of a connection go in sequence.

/// The place of an error is a JSON pointer. Fails where a stream is there twice, where one that is
/// named is not, and where ports of a step's peers cannot be in sequence.
core::Result<StepsInMemory> connect(const WrittenSchedule& written);

// Reads a schedule that a person wrote: docs/schedules.md describes the JSON.
//
// The text is checked, not the schedule: verify() says whether it does what its collective
// promises.

inline constexpr std::string_view kScheduleSchema = "treering.schedule/1";
/// Of ranks, of switches, of channels, of a rank's streams on a channel, of slots.
inline constexpr int kMostWritten = 1024;

/// Errors name the file `where`, the line and the field. \param bytes of the call, in place of the
/// file's
core::Result<StepsInMemory> read_schedule(std::string_view text, const std::string& where,
                                          std::optional<std::uint64_t> bytes = {});

}  // namespace treering::sim::schedule
