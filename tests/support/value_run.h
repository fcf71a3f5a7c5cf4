// Runs a schedule on values: elements of a few bytes, which are summed up where steps combine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::testing {

/// By element of the space; nothing where a rank has none.
using Values = std::vector<std::optional<double>>;

/// What the ranks have at the end. \param values what they have at first \param bytes of an
/// element \pre a right schedule of whole elements
std::vector<Values> run_on_values(const sim::schedule::Schedule& schedule,
                                  std::vector<Values> values, std::uint64_t bytes = 4);

/// Whether a schedule does on values what its collective promises, every step is done and every
/// message received. \param seed of the order in which streams go on; connections have all the room
/// that they need
bool keeps_promise(const sim::schedule::Schedule& schedule, unsigned seed);

/// What the agents have at the end, in an order that `seed` chooses: values that differ everywhere
/// at first are summed up.
std::vector<Values> run_in_any_order(const sim::schedule::Schedule& schedule, unsigned seed);

/// Throws where it cannot be read.
std::string text_of_file(const std::string& path);
/// A schedule of tests/data/schedules, by name.
std::string schedule_text(const std::string& name);

}  // namespace treering::testing
