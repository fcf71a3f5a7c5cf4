#include "cli/output/setup_json.h"

#include <nlohmann/json.hpp>

#include "app/setup/guesses.h"
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

nlohmann::ordered_json guesses_json(const app::setup::Setup& setup) {
  auto json = nlohmann::ordered_json::array();
  for (const app::setup::Guess& guess : guesses_of(setup)) json.push_back(name_of(guess.what));
  return json;
}

}  // namespace treering::cli
