// Attributes without a name, which NCCL's dumps have and XML does not allow.
//
// NCCL 2.28 takes the ' ' and '/' before the '>' of an element for an attribute without a name
// (src/graph/xml.cc, xmlGetNode), and writes it to NCCL_TOPO_DUMP_FILE as ` =""`.
#pragma once

#include <string>
#include <string_view>

namespace treering::hw::formats::nccl_xml {

/// `text` with blanks in place of such values, so that everything else keeps its place.
std::string without_nameless_values(std::string_view text);

}  // namespace treering::hw::formats::nccl_xml
