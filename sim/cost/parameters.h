// The parameters of a machine: read from a profile and checked, and chosen by its kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/profile/profile.h"
#include "core/result.h"
#include "sim/cost/price.h"
#include "sim/cost/terms/quantity.h"
#include "sim/estimates/estimate.h"

namespace treering::sim::cost {

// A profile's parameters for one kind of machine.

/// Sizes by which noise differs: below 1 MiB, to 64 MiB, above.
inline constexpr std::size_t kSizeClasses = 3;
std::size_t size_class_of(double bytes);
/// "scatter.below_1MiB", ...: the noise that no parameter explains, as a spread.
std::string_view scatter_name(std::size_t size_class);

/// The call by which corrections, noise and errors are found.
struct CallName {
  core::Collective collective = core::Collective::AllReduce;
  std::string_view algorithm;  // empty: messages between pairs
  double bytes = 0;
  int nodes = 0;
  int ranks = 0;

  bool is_pairs_between_nodes() const { return algorithm.empty() && nodes > 1; }
};

/// Calls whose predictions err alike on unseen machines: on one node or on several, from a size on.
/// Few systems have published messages between pairs of several nodes: those of all sizes are one.
struct ErrorClass {
  std::string_view name;
  bool crosses_nodes = false;
  bool is_pairs = false;  // between nodes
  std::uint64_t kib = 0;  // the least
};
inline constexpr std::array kErrorClasses{
    ErrorClass{"one_node.below_64KiB", false, false, 0},
    ErrorClass{"one_node.from_64KiB", false, false, 64},
    ErrorClass{"one_node.from_4MiB", false, false, 4 << 10},
    ErrorClass{"one_node.from_64MiB", false, false, 64 << 10},
    ErrorClass{"one_node.from_256MiB", false, false, 256 << 10},
    ErrorClass{"several_nodes.below_64KiB", true, false, 0},
    ErrorClass{"several_nodes.from_64KiB", true, false, 64},
    ErrorClass{"several_nodes.from_4MiB", true, false, 4 << 10},
    ErrorClass{"several_nodes.from_64MiB", true, false, 64 << 10},
    ErrorClass{"several_nodes.from_1GiB", true, false, 1 << 20},
    ErrorClass{"several_nodes.pairs", true, true, 0},
};
std::size_t error_class_of(const CallName& call);

using estimates::Ends;

/// A parameter that holds an end of the intervals, and which: "interval.one_node.from_4MiB.high".
struct EndName {
  std::string name;
  double Ends::*end = nullptr;
};
std::array<EndName, 3> end_names(const ErrorClass& error_class);

/// The standard error of ln(time) that intervals have beside that of the parameters: of the terms
/// themselves, on a machine that a fit has not seen.
inline constexpr std::string_view kIntervalNoise = "interval.noise";

/// The most nodes of any run behind a profile, by GPUs and the network between them, and how much
/// less sure each doubling beyond them makes.
std::string reach_name(std::string_view gpu, std::string_view network);
inline constexpr std::string_view kReachSpread = "reach.spread";

struct Parameters {
  Values values;
  Values spreads;  // standard errors of ln(value)
  std::array<double, kSizeClasses> scatter{};
  /// By error class; as of a normal distribution where a profile was not tried on unseen machines.
  std::array<Ends, kErrorClasses.size()> ends{};
  double noise = 0;         // kIntervalNoise
  double reach_nodes = 0;   // 0: unknown
  double reach_spread = 0;  // standard deviation of ln(time) for each doubling of nodes beyond
  std::vector<core::Correction> corrections;
};

/// Fails with BadInput when the profile lacks one.
core::Result<Parameters> parameters_of(const core::Profile& profile,
                                       const terms::MachineKind& kind);

// Reads a profile and checks that its parameters are those of the cost model: known names, their
// units, possible values.

/// Checks a parameter against kQuantities, for every kind of machine. The unit may be left out
/// because the name contains it.
std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter);

/// core::profile_from_json() with that check.
core::Result<core::Profile> read_profile(std::string_view text, const std::string& where);

}  // namespace treering::sim::cost
