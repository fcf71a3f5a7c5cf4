// Kinds of fabrics: their names in cluster files and our JSON, and plausible figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/cluster.h"

namespace treering::hw::fabric {

/// "single_switch", "fat_tree", "rail_optimised"; "unspecified" where none is given.
std::string_view name_of(core::FabricKind kind);

/// The names that may be given.
std::vector<std::string_view> fabric_kind_names();

/// The inverse of name_of; takes any case. Fails as unknown_name (core/named_values.h) does.
core::Result<core::FabricKind> parse_fabric_kind(std::string_view text);

/// "infiniband", "roce" or "ethernet": the link kinds that leave a node.
core::Result<core::LinkKind> parse_fabric_link(std::string_view text);

// No fabric sold or studied is thinner than 1 : 64; a larger figure is a mistake.
inline constexpr double kMaxOversubscription = 64;
// A switch takes 0.1 to 1 us; a second is a mistake.
inline constexpr double kMaxHopLatencyUs = 1e6;

/// Fails on figures out of range and on those that the kind does not have. `where` stands before
/// the name of the field in errors: "/fabric" gives "/fabric/oversubscription".
core::Result<void> check_fabric(const core::Fabric& fabric, const std::string& where);

}  // namespace treering::hw::fabric
