// A shaped cluster: on one machine, each rank has a network of its own behind a link of known rate.
// The program treering-shape (workers/shape) makes it; this is what it is asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace treering::tuner::launch {

// Slower, a first message takes seconds; faster, no machine that we know shapes it.
inline constexpr double kLeastGbit = 0.001;
inline constexpr double kMostGbit = 100;
// Their addresses are those of one network of 254.
inline constexpr int kMostShapedRanks = 250;

/// Rates in Gbit/s by rank from "0.1", a rate for all, or "0.1,2=0.02", where rank 2 has another.
/// Fails with Category::Usage at the field ⟨shaped⟩. \pre ranks >= 1
core::Result<std::vector<double>> parse_shape(std::string_view text, int ranks);

/// Likewise of links that are as they are, up to 10000 Gbit/s; `field` names the option.
core::Result<std::vector<double>> parse_links(std::string_view text, int ranks,
                                              const std::string& field);

/// Rates in Gbit/s by rank from "0.1,0.1,0.02,0.1". Fails with Category::Usage at `where`.
core::Result<std::vector<double>> parse_rates(std::string_view text, const std::string& where);

/// The words before a command that runs it in a shaped cluster; `program` is treering-shape's path.
std::vector<std::string> words_to_shape(const std::string& program,
                                        const std::vector<double>& gbit);

/// The variable that is 1 for all that runs in a shaped cluster.
inline constexpr const char* kShapedVariable = "TREERING_SHAPED";
/// Where its network namespaces have their names: as ip has it.
inline constexpr const char* kNamespaceFolder = "/run/netns";
inline constexpr const char* kShapedNetwork = "10.77.0.0/24";

/// How rank `rank` is called there, its network namespace and its host: "r0".
std::string shaped_host(int rank);

/// Its address: "10.77.0.1".
std::string shaped_address(int rank);

}  // namespace treering::tuner::launch
