#include "tuner/exporters/plugin_csv.h"

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::tuner::exporters {

std::string plugin_name(core::Collective collective) {
  return core::lower_case(core::nccl_name_of(collective));
}

std::string plugin_name_of_algorithm(std::string_view algorithm) {
  if (algorithm == "CollNetDirect") return "collnet_direct";
  if (algorithm == "CollNetChain") return "collnet_chain";
  if (algorithm == "NVLSTree") return "nvls_tree";
  return core::lower_case(algorithm);
}

std::string plugin_name_of_protocol(std::string_view protocol) {
  return core::lower_case(protocol);
}

std::string to_line(const PluginRow& row) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{}", row.collective, row.first, row.last,
                     row.way.algorithm, row.way.protocol, row.way.channels, row.nodes, row.ranks,
                     row.pipe_ops, row.registered);
}

}  // namespace treering::tuner::exporters
