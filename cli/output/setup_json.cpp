#include "cli/output/setup_json.h"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
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

nlohmann::ordered_json guesses_json(const std::vector<app::setup::Guess>& guesses) {
  return names_of(guesses);
}

nlohmann::ordered_json guesses_json(const app::setup::Setup& setup) {
  return guesses_json(guesses_of(setup));
}

std::string guesses_text(const app::setup::Setup& setup) {
  return fmt::format("{}", fmt::join(names_of(guesses_of(setup)), " "));
}

}  // namespace treering::cli
