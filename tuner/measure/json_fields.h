// Fields of messages and results in JSON: configurations and figures.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::measure {

// The fields of a configuration in JSON, as workers and result files have them.

void add_fields(const Configuration& configuration, nlohmann::ordered_json& json);

/// Problems go to that of `fields`.
Configuration read_configuration(core::JsonFields& fields);

// Figures of results and messages in JSON, each within what it can be: a problem where it is not.

// Far above what is counted; sums of some of them fit too.
inline constexpr int kMostCounted = 1'000'000'000;

/// A whole number from `least` on; absent: 0.
int count_from(core::JsonFields& fields, std::string_view name, int least);

/// A number from 0 on; nothing where it is absent or null.
std::optional<double> not_negative(core::JsonFields& fields, std::string_view name);

/// "samples_us": times above 0.
std::vector<double> samples_in(core::JsonFields& fields);
/// "spread_us": from 0 on, as many as samples, or none.
std::vector<double> spreads_in(core::JsonFields& fields, std::size_t samples);

/// "wrong": elements; nothing where it is absent or null.
std::optional<std::uint64_t> wrong_in(core::JsonFields& fields);

/// "environment"
std::map<std::string, std::string> environment_in(core::JsonFields& fields);

}  // namespace treering::tuner::measure
