// The order of nodes under leaf switches, as cluster files and our JSON write it: a word, or a list
// of leaves.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/topology/cluster.h"

namespace treering::hw::fabric {

/// "sorted", "scattered", "unknown", or by node the number of its leaf from 0 on, in which "0*4"
/// stands for four nodes in a row: "0*4, 1*4". Takes words in any case.
core::Result<core::NodeOrder> parse_node_order(std::string_view text);

/// The inverse.
std::string text_of(const core::NodeOrder& order);

/// Fails where the fabric has no leaves for its order, and where a leaf of a list has more nodes
/// than fit under one. `where` is the place of the order.
core::Result<void> check_order(const core::Fabric& fabric, const std::string& where);

/// Fails where a list has another length than the cluster has nodes.
core::Result<void> check_length(const core::NodeOrder& order, int nodes, const std::string& where);

}  // namespace treering::hw::fabric
