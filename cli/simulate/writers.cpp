#include "cli/simulate/writers.h"

#include <nlohmann/json.hpp>

#include "app/simulation/barrier.h"
#include "cli/groups/run_json.h"
#include "cli/output/json_document.h"
#include "cli/output/setup_json.h"

namespace treering::cli {
using nlohmann::ordered_json;

std::string simulate_json(const app::SimulateReport& report) {
  ordered_json json = job_json("treering.simulate/1", report.job, report.shape.ranks());
  json["collective"] = app::simulation::name_of(report.call.collective, report.is_barrier);
  json["bytes"] = report.call.bytes;
  json["asked_bytes"] = report.asked_bytes;
  json["datatype"] = core::name_of(report.call.type);
  json["op"] = core::name_of(report.call.op);
  json["algorithm"] = report.algorithm;
  json["protocol"] = report.protocol;
  json["channels"] = report.channels;
  json["nccl_default"] = report.is_nccl_choice;
  json["in_nccl"] = report.is_in_nccl;
  json["faults"] = report.faults;
  json["time_us"] = report.time.in_us();
  json["before_messages_us"] = report.before_messages.in_us();
  json["algbw_GBps"] = algbw(report).in_gb_per_s();
  json["busbw_GBps"] = busbw(report).in_gb_per_s();
  json["cost_us"] = report.cost ? ordered_json(report.cost->in_us()) : ordered_json();
  json["bound_us"] = report.bound.in_us();
  add_run(report, json);
  json["parameters"] = parameters_json(report.factors);
  return to_lines(json);
}

std::string simulate_csv(const app::SimulateReport& report) {
  std::string text =
      "algorithm,protocol,time_us,name,links,bytes,wire_bytes,rate_GBps,busy_share,guesses\n";
  for (const auto& link : report.links) {
    ordered_json row{{"algorithm", report.algorithm},
                     {"protocol", report.protocol},
                     {"time_us", report.time.in_us()}};
    row.update(link_json(link));
    row["guesses"] = guesses_text(report.job);
    text += csv_row(row);
  }
  return text;
}

}  // namespace treering::cli
