// The fields of a configuration in JSON, as workers and result files have them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::measure {

void add_fields(const Configuration& configuration, nlohmann::ordered_json& json);

/// Problems go to that of `fields`.
Configuration read_configuration(core::JsonFields& fields);

}  // namespace treering::tuner::measure
