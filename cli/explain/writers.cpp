#include "cli/explain/writers.h"

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "app/setup/setup.h"
#include "cli/output/json_document.h"

namespace treering::cli {

namespace {

using nlohmann::ordered_json;

/// A term of a candidate's time; null where there is none.
std::string term_row(const app::ExplainedCandidate& one, const ordered_json& term,
                     const ordered_json& time_us, const std::string& guesses) {
  return csv_row({{"algorithm", name_of(one.candidate.offer.algorithm)},
                  {"protocol", name_of(one.candidate.offer.protocol)},
                  {"available", one.candidate.available},
                  {"term", term},
                  {"time_us", time_us},
                  {"ruled_out", or_null(one.candidate.ruled_out)},
                  {"guesses", guesses}});
}

}  // namespace

std::string explain_csv(const app::ExplainReport& report) {
  std::string text = "algorithm,protocol,available,term,time_us,ruled_out,guesses\n";
  const std::string guesses = guesses_text(report.job);
  for (const app::ExplainedCandidate& one : report.candidates) {
    if (!one.candidate.available) {
      text += term_row(one, nullptr, nullptr, guesses);
      continue;
    }
    for (const auto& term : one.terms) text += term_row(one, term.name, term.time_us, guesses);
    text += term_row(one, "total", one.candidate.time_us, guesses);
  }
  return text;
}

namespace {

using app::ExplainedCandidate;
using app::ExplainReport;
using nlohmann::ordered_json;
using sim::nccl::name_of;

ordered_json schedule_json(const sim::nccl::call::Decision& decision) {
  return {{"channels", decision.channels},
          {"max_channels", decision.max_channels},
          {"threads", decision.threads},
          {"chunk_bytes", decision.chunk_bytes}};
}

ordered_json choice_json(const std::optional<sim::nccl::call::Decision>& choice) {
  if (!choice) return nullptr;
  ordered_json json{{"algorithm", name_of(choice->offer.algorithm)},
                    {"protocol", name_of(choice->offer.protocol)},
                    {"time_us", choice->time_us}};
  json.update(schedule_json(*choice));
  return json;
}

ordered_json steps_json(const sim::nccl::tuning::TuningCell& cell) {
  ordered_json steps = ordered_json::array();
  for (const auto& step : cell.bandwidth_steps) {
    ordered_json json{{"what", step.what}, {"factor", step.factor}};
    json["cap_GBps"] =
        std::isinf(step.cap_gb_per_s) ? ordered_json() : ordered_json(step.cap_gb_per_s);
    json["GBps"] = step.gb_per_s;
    steps.push_back(std::move(json));
  }
  return steps;
}

ordered_json terms_json(const ExplainedCandidate& one) {
  ordered_json terms = ordered_json::array();
  for (const auto& term : one.terms) {
    terms.push_back({{"what", term.name}, {"time_us", term.time_us}});
  }
  return terms;
}

ordered_json candidate_json(const ExplainedCandidate& one) {
  const sim::nccl::call::Candidate& candidate = one.candidate;
  ordered_json json{{"algorithm", name_of(candidate.offer.algorithm)},
                    {"protocol", name_of(candidate.offer.protocol)},
                    {"available", candidate.available}};
  json["time_us"] = candidate.available ? ordered_json(candidate.time_us) : ordered_json();
  json["ruled_out"] = candidate.available ? ordered_json() : ordered_json(candidate.ruled_out);
  const bool is_in_table = one.cell.ruled_out.empty();
  json["latency_us"] = is_in_table ? ordered_json(one.cell.latency_us) : ordered_json();
  json["bandwidth_GBps"] = is_in_table ? ordered_json(one.cell.bandwidth_gb_per_s) : ordered_json();
  json["terms"] = terms_json(one);
  json["bandwidth_steps"] = steps_json(one.cell);
  if (candidate.available) json.update(schedule_json(one.schedule));
  json["search_failed"] = one.has_failed_search;
  return json;
}

ordered_json constants_json(const sim::nccl::versions::Version& version) {
  ordered_json json = ordered_json::array();
  for (const auto& source : version.sources) {
    json.push_back({{"what", source.what}, {"tag", version.source}, {"where", source.where}});
  }
  return json;
}

}  // namespace

std::string explain_json(const ExplainReport& report) {
  const core::Topology& node = report.job.cluster.node;
  ordered_json json;
  json["schema"] = "treering.explain/1";
  json["topology"] = {{"name", node.name()}, {"fingerprint", node.fingerprint()}};
  json["nodes"] = report.job.job.nodes;
  json["ranks"] = report.shape.ranks();
  json["model"] = "nccl";
  json["guesses"] = guesses_json(report.job);
  json["variants"] = variants_json(report.deciding, report.shape.ranks());
  json["nccl_version"] = report.job.job.nccl_version;
  json["fabric"] = fabric_json(report.job.cluster.fabric);
  json["environment"] = environment_json(report.job.variables);
  json["call"] = {{"collective", core::name_of(report.call.collective)},
                  {"bytes", report.call.bytes},
                  {"asked_bytes", report.asked_bytes},
                  {"datatype", core::name_of(report.call.type)},
                  {"op", core::name_of(report.call.op)}};
  json["choice"] = choice_json(report.choice);
  json["candidates"] = ordered_json::array();
  for (const ExplainedCandidate& one : report.candidates) {
    json["candidates"].push_back(candidate_json(one));
  }
  json["constants"] = constants_json(*report.version);
  return to_lines(json);
}

}  // namespace treering::cli
