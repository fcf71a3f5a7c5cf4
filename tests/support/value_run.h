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

/// Throws where it cannot be read.
std::string text_of_file(const std::string& path);
/// A schedule of tests/data/schedules, by name.
std::string schedule_text(const std::string& name);

}  // namespace treering::testing
