// What a request asks to be measured, configuration by configuration.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/measuring/measure.h"

namespace treering::app::measuring {

/// Algorithms by the collective's name.
using Algorithms = std::map<std::string, std::vector<std::string>>;

/// Whether the request names all algorithms, so that only the library can say which these are.
bool asks_for_all(const MeasureRequest& request);

/// Every collective, algorithm and size of the request.
/// \param known what the library can be forced to; read where the request asks for all alone
core::Result<tuner::measure::Sweep> sweep_of(const MeasureRequest& request,
                                             const Algorithms& known);

}  // namespace treering::app::measuring
