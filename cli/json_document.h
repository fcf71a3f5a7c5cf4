// JSON for programs that people still look into: a line for each entry.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace treering::cli {

/// Each member of the object on a line of its own; of a member that is an array of objects or
/// arrays, each element. Ends with a line break.
std::string to_lines(const nlohmann::ordered_json& document);

/// Rounded to millionths, so that a time that NCCL keeps in a float does not look more exact than
/// it is.
double rounded(double value);

}  // namespace treering::cli
