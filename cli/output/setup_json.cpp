#include "cli/output/setup_json.h"

#include <nlohmann/json.hpp>

#include "hw/formats/cluster/json.h"

namespace treering::cli {

nlohmann::ordered_json fabric_json(const core::Fabric& fabric) {
  if (fabric.kind == core::FabricKind::Unspecified) return nullptr;
  return hw::formats::cluster::fabric_to_json(fabric);
}

nlohmann::ordered_json environment_json(const app::setup::Variables& variables) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& one : variables) json[one.name] = one.value;
  return json;
}

}  // namespace treering::cli
