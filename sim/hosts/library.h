// What Open MPI and Gloo have for each collective, and what they take by themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/collective.h"

namespace treering::sim::hosts {

/// The names of all algorithms that the library, "mpi" or "gloo", can be forced to, of Open MPI
/// those of 4.1 and 5.0 both. Empty where it has none to choose from.
std::span<const std::string_view> algorithms_of(std::string_view library,
                                                core::Collective collective);

/// The algorithm that the library takes where nobody asks for another. Nothing where we do not
/// know: of Open MPI from 64 ranks on.
/// \param bytes the size column of nccl-tests
std::optional<std::string_view> own_choice(std::string_view library, core::Collective collective,
                                           std::uint64_t bytes, int ranks);

/// Open MPI's number for one of its algorithms, also one of 5.0 alone, as its variables and rules
/// have it.
std::optional<int> open_mpi_number(core::Collective collective, std::string_view algorithm);

}  // namespace treering::sim::hosts
