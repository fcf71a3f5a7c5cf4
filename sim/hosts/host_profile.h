// The parameters of the model of hosts: a profile (core/profile) with names such as
// "mpi.tcp.latency_us". quantities.def says what each means.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/profile/profile.h"
#include "core/result.h"
#include "sim/libraries/library.h"

namespace treering::sim::hosts {

using libraries::Library;
using libraries::Transport;

inline constexpr std::array kTransports{Transport::Tcp, Transport::Local};

/// "tcp", "local".
std::string_view name_of(Transport transport);

enum class Quantity {
#define QUANTITY(id, name, unit, most, meaning) id,
#include "sim/hosts/quantities.def"
#undef QUANTITY
};

struct QuantityEntry {
  Quantity value;
  std::string_view name;
  std::string_view unit;
  double most = 0;
  std::string_view meaning;
};

inline constexpr std::array kQuantities{
#define QUANTITY(id, name, unit, most, meaning) \
  QuantityEntry{Quantity::id, name, unit, most, meaning},
#include "sim/hosts/quantities.def"
#undef QUANTITY
};
inline constexpr std::size_t kQuantityCount = kQuantities.size();

/// Whose values: those of a library over a transport.
struct Means {
  Library library = Library::OpenMpi;  // on CPUs
  Transport transport = Transport::Tcp;
  auto operator<=>(const Means&) const = default;
};

/// "mpi.tcp.latency_us".
std::string name_for(Quantity quantity, const Means& means);

/// Every parameter for every library and transport, before any measurement: their sources say that
/// they are assumed, their spreads are wide.
const core::Profile& assumed_profile();

/// Whether some parameter of these means was fitted to measurements: it differs from what is
/// assumed.
bool is_fitted(const core::Profile& profile, const Means& means);

/// Checks a parameter by its name.
std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter);

/// A host profile from JSON (treering.profile/1), over the assumed one. Errors name the line and
/// the field.
core::Result<core::Profile> read_profile(std::string_view text, const std::string& where);

/// \pre the profile has the parameter: it is the assumed one, or laid over it
const core::Parameter& parameter_of(const core::Profile& profile, Quantity quantity,
                                    const Means& means);

}  // namespace treering::sim::hosts
