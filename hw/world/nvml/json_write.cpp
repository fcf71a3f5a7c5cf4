#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "hw/world/nvml/json.h"

namespace treering::hw::world::nvml {
namespace {

using Json = nlohmann::ordered_json;

// Fields that are empty are left out.

template <class T>
void put(Json& object, const char* name, const std::optional<T>& value) {
  if (value) object[name] = *value;
}

template <class Enum>
void put_word(Json& object, const char* name, const std::optional<Enum>& value) {
  if (value) object[name] = name_of(*value);
}

void put(Json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text;
}

Json json_of(const NvmlLink& link) {
  Json json{{"link", link.number}};
  put(json, "carries_p2p", link.carries_p2p);
  put(json, "is_active", link.is_active);
  put(json, "version", link.version);
  put_word(json, "remote", link.remote);
  put(json, "remote_bus_id", link.remote_bus_id);
  return json;
}

Json json_of(const NvmlPcie& pcie) {
  Json json = Json::object();
  put(json, "max_generation", pcie.max_generation);
  put(json, "max_width", pcie.max_width);
  put(json, "generation", pcie.generation);
  put(json, "width", pcie.width);
  return json;
}

Json json_of(const NvmlFabric& fabric) {
  Json json{{"state", name_of(fabric.state)}};
  put(json, "fault", fabric.fault);
  put(json, "cluster_uuid", fabric.cluster_uuid);
  json["clique"] = fabric.clique;
  return json;
}

Json json_of(const NvmlGpu& gpu) {
  Json json{{"index", gpu.index}};
  put(json, "name", gpu.name);
  put(json, "bus_id", gpu.bus_id);
  put(json, "compute_capability", gpu.compute_capability);
  put(json, "has_mig", gpu.has_mig);
  put(json, "vbios", gpu.vbios);
  if (gpu.pcie != NvmlPcie()) json["pcie"] = json_of(gpu.pcie);
  if (gpu.c2c) json["c2c"] = Json{{"links", gpu.c2c->links}, {"mb_per_s", gpu.c2c->mb_per_s}};
  if (gpu.fabric) json["fabric"] = json_of(*gpu.fabric);
  for (const NvmlLink& link : gpu.links) json["nvlinks"].push_back(json_of(link));
  return json;
}

Json json_of(const NvmlPair& pair) {
  Json json{{"from", pair.from}, {"to", pair.to}};
  put_word(json, "read", pair.read);
  put_word(json, "write", pair.write);
  return json;
}

Json json_of(const NvmlFault& fault) {
  Json json{{"call", fault.call}};
  put(json, "gpu", fault.gpu);
  json["text"] = fault.text;
  return json;
}

/// Indented, but with the entries of lists that hold no other object on a line each.
std::string text_of(const Json& json, int depth = 0) {
  const bool is_list = json.is_array();
  bool is_flat = !json.empty() && !is_list;
  for (const Json& item : json) is_flat = is_flat && !item.is_structured();
  if (!json.is_structured() || is_flat) return core::json_of(json);
  std::string text(1, is_list ? '[' : '{');
  const char* separator = "\n";
  for (const auto& [key, item] : json.items()) {
    text += separator + std::string(static_cast<std::size_t>(depth) + 1, ' ');
    if (!is_list) text += core::json_of(key) + ": ";
    text += text_of(item, depth + 1);
    separator = ",\n";
  }
  return text + "\n" + std::string(static_cast<std::size_t>(depth), ' ') + (is_list ? ']' : '}');
}

}  // namespace

std::string nvml_to_json(const Seen<NvmlAnswers>& nvml) {
  Json json{{"schema", kNvmlSchema}};
  if (!nvml) {
    json[nvml.error().why == Unseen::Why::Denied ? "denied" : "failed"] = nvml.error().text;
    return text_of(json) + "\n";
  }
  put(json, "driver_version", nvml->driver_version);
  put(json, "cuda_version", nvml->cuda_version);
  json["gpus"] = Json::array();
  for (const NvmlGpu& gpu : nvml->gpus) json["gpus"].push_back(json_of(gpu));
  for (const NvmlPair& pair : nvml->pairs) json["pairs"].push_back(json_of(pair));
  for (const NvmlFault& fault : nvml->faults) json["faults"].push_back(json_of(fault));
  return text_of(json) + "\n";
}

}  // namespace treering::hw::world::nvml
