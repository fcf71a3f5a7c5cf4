#include "cli/simulate/run_json.h"

#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "cli/output/setup_json.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

void add_path(const app::simulation::Path& path, ordered_json& json) {
  json["critical_path"] = ordered_json::array();
  for (const auto& part : path.parts) {
    json["critical_path"].push_back({{"rank", part.rank ? ordered_json(*part.rank) : nullptr},
                                     {"who", part.who},
                                     {"channel", part.channel},
                                     {"from_us", part.from_us},
                                     {"to_us", part.to_us},
                                     {"what", part.what}});
  }
  json["critical_path_left_out"] = path.left_out;
  json["why_no_critical_path"] = or_null(path.why_not);
}

}  // namespace

ordered_json simulated_job_json(const app::setup::Setup& job, const sim::nccl::Shape& shape) {
  const core::Topology& node = job.cluster.node;
  ordered_json json;
  json["schema"] = "treering.simulate/1";
  json["topology"] = {{"name", node.name()}, {"fingerprint", node.fingerprint()}};
  json["nodes"] = job.job.nodes;
  json["ranks"] = shape.ranks();
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

ordered_json link_json(const app::simulation::BusyLink& link) {
  ordered_json json{{"name", link.name}, {"links", link.links}};
  if (!link.users.empty()) json["used_by"] = link.users;
  json["bytes"] = link.bytes;
  json["rate_GBps"] = link.gb_per_s;
  json["busy_share"] = link.busy_share;
  return json;
}

}  // namespace treering::cli
