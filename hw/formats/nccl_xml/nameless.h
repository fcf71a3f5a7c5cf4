// What NCCL's own dumps hold and XML does not: a value without a name.
//
// NCCL 2.28 takes the ' ' and '/' before the '>' of an element for an attribute without a name
// (src/graph/xml.cc, xmlGetNode), and writes it to NCCL_TOPO_DUMP_FILE as ` =""`.
#pragma once

#include <string>
#include <string_view>

namespace treering::hw::formats::nccl_xml {

/// `text` with blanks where a tag has such a value, so that all else keeps its place.
std::string without_nameless_values(std::string_view text);

}  // namespace treering::hw::formats::nccl_xml
