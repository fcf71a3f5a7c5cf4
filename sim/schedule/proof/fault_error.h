// What is wrong with a schedule that was read, as an error with its place in the file.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "sim/schedule/proof/fault.h"

namespace treering::sim::schedule {

/// \param text the content of `file`, whose streams are those of the schedule in the same order
core::Error error_of(const Fault& fault, const std::string& file, std::string_view text);

}  // namespace treering::sim::schedule
