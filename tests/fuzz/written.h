// What a topology and the state of a host that were read have to survive, whatever they were read
// from.
#pragma once

#include <string>

#include "core/assert.h"
#include "core/host_state/host_state.h"
#include "core/topology/json.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/fuzz/shown.h"

namespace treering::fuzz {

/// Being written as JSON and read: nothing is lost.
inline void check_json_of(const core::Topology& node) {
  const std::string json = core::topology_to_json(node);
  check_shown(json);
  const auto same = core::topology_from_json(json, "t.json");
  TREERING_ASSERT(same && *same == node, "JSON holds all of a topology");
}

/// The same: what is written says the same when it is read again. In written_host.cpp.
void check_json_of(const core::HostState& host);

/// As check_json_of(), and being written as NCCL's XML and read: no GPU is lost.
inline void check_written(const core::Topology& node) {
  check_json_of(node);
  const std::string xml = hw::formats::nccl_xml::write_nccl_xml(node);
  check_shown(xml);
  const auto again = hw::formats::nccl_xml::read_nccl_xml(xml, "t.xml");
  TREERING_ASSERT(again, "what is written can be read");
  TREERING_ASSERT(again->topology.gpu_count() == node.gpu_count(), "no GPU is lost on the way");
}

}  // namespace treering::fuzz
