#include "cli/groups/run_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "cli/output/setup_json.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

void add_path(const app::simulation::Path& path, ordered_json& json) {
  json["critical_path"] = ordered_json::array();
  for (const auto& part : path.parts) {
    ordered_json one{{"rank", part.rank ? ordered_json(*part.rank) : nullptr}, {"who", part.who}};
    if (!part.group.empty()) one["group"] = part.group;
    one["channel"] = part.channel;
    one["from_us"] = part.from_us;
    one["to_us"] = part.to_us;
    one["what"] = part.what;
    json["critical_path"].push_back(std::move(one));
  }
  json["critical_path_left_out"] = path.left_out;
  json["why_no_critical_path"] = or_null(path.why_not);
}

}  // namespace

ordered_json job_json(std::string_view schema, const app::setup::Setup& job, int ranks) {
  const core::Topology& node = job.cluster.node;
  ordered_json json;
  json["schema"] = schema;
  json["topology"] = {{"name", node.name()}, {"fingerprint", node.fingerprint()}};
  json["nodes"] = job.job.nodes;
  json["ranks"] = ranks;
  json["model"] = "event";
  json["guesses"] = guesses_json(job);
  json["nccl_version"] = job.job.nccl_version;
  json["fabric"] = fabric_json(job.cluster.fabric);
  json["environment"] = environment_json(job.variables);
  return json;
}

void add_run(const app::simulation::RunFigures& run, ordered_json& json) {
  json["transfers"] = run.transfers;
  json["simulated_transfers"] = run.simulated;
  json["skipped"] = {{"symmetric", run.symmetric}, {"periodic", run.periodic}};
  json["links"] = ordered_json::array();
  for (const auto& link : run.links) json["links"].push_back(link_json(link));
  add_path(run.critical_path, json);
}

ordered_json parameters_json(const app::simulation::Factors& factors) {
  ordered_json list = ordered_json::array();
  for (const auto& factor : factors) {
    ordered_json json{{"name", factor.name}, {"unit", factor.unit}};
    json["value"] = std::isinf(factor.value) ? ordered_json() : ordered_json(factor.value);
    json["meaning"] = factor.meaning;
    list.push_back(std::move(json));
  }
  return list;
}

ordered_json link_json(const app::simulation::BusyLink& link) {
  ordered_json json{{"name", link.name}, {"links", link.links}};
  if (!link.users.empty()) json["used_by"] = link.users;
  json["bytes"] = link.bytes;
  json["wire_bytes"] = link.wire_bytes;
  json["rate_GBps"] = link.gb_per_s;
  json["busy_share"] = link.busy_share;
  return json;
}

}  // namespace treering::cli
