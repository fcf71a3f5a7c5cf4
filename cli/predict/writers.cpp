#include "cli/predict/writers.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/advice/recommend.h"
#include "app/setup/setup.h"
#include "cli/output/json_document.h"

namespace treering::cli {

std::string predict_csv(const app::PredictReport& report) {
  std::string text =
      "collective,bytes,asked_bytes,count,algorithm,protocol,channels,time_us,algbw_GBps,busbw_"
      "GBps,nccl_default,"
      "best,low_us,high_us,bound_us,latency_us,transfer_us,nccl_fails,channel_limit,threads,sm_"
      "share,"
      "slowdown,enough,search_failed,guesses\n";
  const std::string guesses = guesses_text(report.job);
  for (const sim::Prediction& row : report.rows) {
    const nlohmann::ordered_json nested = row_json(report, row);
    nlohmann::ordered_json flat;
    for (const auto& [name, value] : nested.items()) {
      if (name != "breakdown") {
        flat[name] = value;
        continue;
      }
      for (const char* part : {"latency_us", "transfer_us"}) {
        flat[part] = value.is_null() ? nlohmann::ordered_json() : value[part];
      }
    }
    flat["guesses"] = guesses;
    text += csv_row(flat);
  }
  return text;
}

namespace {

using app::PredictReport;
using nlohmann::ordered_json;

constexpr std::size_t kRowBytes = 1200;  // with a dozen terms; memory that is not written is free

ordered_json us_or_null(const std::optional<core::Duration>& time) {
  return time ? ordered_json(time->in_us()) : ordered_json();
}

ordered_json rate_or_null(const std::optional<core::Bandwidth>& bandwidth) {
  return bandwidth ? ordered_json(bandwidth->in_gb_per_s()) : ordered_json();
}

/// Null from models that do not say.
ordered_json terms_of(const sim::Prediction& row) {
  if (!row.estimate || row.estimate->shares.empty()) return nullptr;
  ordered_json terms = ordered_json::array();
  for (const sim::TimeShare& share : row.estimate->shares) {
    terms.push_back({{"what", share.what.text()}, {"time_us", share.time.in_us()}});
  }
  return terms;
}

ordered_json breakdown_of(const sim::Prediction& row) {
  if (!row.estimate) return nullptr;
  return {{"latency_us", row.estimate->latency.in_us()},
          {"transfer_us", (row.estimate->time - row.estimate->latency).in_us()},
          {"terms", terms_of(row)}};
}

ordered_json kind_json(const app::setup::TimeModelName& name) {
  if (!name.kind) return nullptr;
  return {{"gpu", name.kind->gpu},
          {"link", name.kind->link},
          {"cpu", name.kind->cpu},
          {"network", or_null(name.kind->network)},
          {"rate", or_null(name.kind->rate)}};
}

/// The share of each GPU's SMs; null where their number or that of the channels is unknown.
ordered_json sm_share(const PredictReport& report, const sim::Prediction& row) {
  if (row.way.channels == 0 || !report.multiprocessors) return nullptr;
  return static_cast<double>(row.way.channels) / *report.multiprocessors;
}

/// Sizes at which NCCL changes its mind: the first of the new choice.
ordered_json crossovers(const PredictReport& report) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < report.summaries.size(); ++i) {
    const auto& choices = report.summaries[i].choices;
    for (std::size_t j = 1; j < choices.size(); ++j) {
      list.push_back({{"collective", core::name_of(report.calls.collectives[i])},
                      {"bytes", choices[j].first},
                      {"from", choices[j - 1].value},
                      {"to", choices[j].value}});
    }
  }
  return list;
}

/// From the wires to the best at the largest size, for each collective that has one.
ordered_json ceilings(const PredictReport& report) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < report.ceilings.size(); ++i) {
    if (!report.ceilings[i]) continue;
    const app::Ceiling& ceiling = *report.ceilings[i];
    list.push_back({{"collective", core::name_of(report.calls.collectives[i])},
                    {"bytes", ceiling.bytes.count()},
                    {"algorithm", or_null(ceiling.way.algorithm)},
                    {"protocol", or_null(ceiling.way.protocol)},
                    {"wires", ceiling.wires},
                    {"wires_GBps", ceiling.wire_rate.in_gb_per_s()},
                    {"wires_share", ceiling.traffic},
                    {"steps", steps_json(ceiling)}});
  }
  return list;
}

/// Kinds of calls of the answer for which published runs were nearer to the event model.
ordered_json event_nearer(const PredictReport& report) {
  ordered_json list = ordered_json::array();
  for (const auto& one : report.event_nearer) {
    list.push_back({{"collective", core::name_of(one.kind.collective)},
                    {"algorithm", or_null(one.kind.algorithm)},
                    {"size_class", one.kind.size_class},
                    {"rows", one.scores.event.rows},
                    {"cost_median_abs_rel", one.scores.cost.median},
                    {"event_median_abs_rel", one.scores.event.median}});
  }
  return list;
}

/// An entry of the results. What a port carries is beside what CSV has.
ordered_json result_json(const PredictReport& report, std::size_t index) {
  ordered_json json = cli::row_json(report, report.rows[index]);
  const auto share = index < report.ports.size() ? report.ports[index] : std::nullopt;
  json["port_GBps"] = share ? ordered_json(share->carried.in_gb_per_s()) : ordered_json();
  json["ports_used"] = share && share->used > 0 ? ordered_json(share->used) : ordered_json();
  return json;
}

/// The ports of a node; null where no row has anything to say of them.
ordered_json node_ports(const PredictReport& report) {
  for (const auto& share : report.ports) {
    if (!share) continue;
    return {{"count", share->ports}, {"rate_GBps", share->rate.in_gb_per_s()}};
  }
  return nullptr;
}

/// What to take from where to where.
ordered_json ranges_json(const PredictReport& report) {
  ordered_json list = ordered_json::array();
  if (!report.channel_limits.empty()) return list;
  for (const core::Collective collective : report.calls.collectives) {
    for (const auto& range : app::advice::recommended_ranges(report, collective)) {
      list.push_back({{"collective", core::name_of(collective)},
                      {"from_bytes", range.first.count()},
                      {"to_bytes", range.last.count()},
                      {"below_bytes", range.below ? ordered_json(range.below->count()) : nullptr},
                      {"nccl_choice", range.usual},
                      {"advised", range.advised},
                      {"least_gain", range.least_gain},
                      {"greatest_gain", range.greatest_gain}});
    }
  }
  return list;
}

ordered_json near_run_json(const tuner::reference::NearRun& near) {
  const tuner::reference::PublishedRun& run = near.figure.run;
  return {{"run", run.name},
          {"gpu", run.gpu},
          {"nodes", run.nodes},
          {"gpus_per_node", run.gpus_per_node},
          {"network", or_null(run.network)},
          {"bytes", near.figure.bytes.count()},
          {"busbw_GBps", near.least.in_gb_per_s()},
          {"highest_busbw_GBps", near.greatest.in_gb_per_s()},
          {"runs", near.runs},
          {"distance",
           {{"nodes", near.distance.nodes},
            {"gpus_per_node", near.distance.gpus_per_node},
            {"bytes", near.distance.bytes},
            {"other_gpu", near.distance.is_other_gpu},
            {"other_network", near.distance.is_other_network}}},
          {"source", run.source}};
}

/// By collective the published runs near its largest call.
ordered_json nearest_json(const PredictReport& report) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < report.nearest.size(); ++i) {
    if (!report.nearest[i]) continue;
    const auto& nearest = *report.nearest[i];
    ordered_json runs = ordered_json::array();
    for (const auto& run : nearest.runs) runs.push_back(near_run_json(run));
    ordered_json beyond;
    if (nearest.beyond) {
      beyond = {{"factor", nearest.beyond->factor},
                {"in", nearest.beyond->is_in_nodes ? "nodes" : "gpus"},
                {"from", nearest.beyond->run}};
    }
    list.push_back({{"collective", core::name_of(report.calls.collectives[i])},
                    {"runs", std::move(runs)},
                    {"extrapolated", std::move(beyond)},
                    {"kind_is_published", nearest.knows_kind}});
  }
  return list;
}

ordered_json worst_order_json(const std::optional<app::OtherOrder>& worst) {
  if (!worst) return nullptr;
  return {{"collective", core::name_of(worst->collective)},
          {"bytes", worst->bytes.count()},
          {"sorted_us", worst->sorted.in_us()},
          {"scattered_us", worst->scattered.in_us()}};
}

}  // namespace

ordered_json row_json(const PredictReport& report, const sim::Prediction& row) {
  ordered_json json;
  json["collective"] = core::name_of(row.collective);
  json["bytes"] = row.bytes.count();
  json["asked_bytes"] = row.asked.count();
  json["count"] = row.count;
  json["algorithm"] = or_null(row.way.algorithm);
  json["protocol"] = or_null(row.way.protocol);
  json["channels"] = or_null(row.way.channels);
  json["time_us"] = us_or_null(row.time());
  json["algbw_GBps"] = rate_or_null(sim::algbw(row));
  json["busbw_GBps"] = rate_or_null(sim::busbw(row, report.ranks));
  json["nccl_default"] = row.is_nccl_default;
  json["best"] = row.is_best;
  const auto interval = row.estimate ? row.estimate->interval : std::nullopt;
  json["low_us"] = interval ? ordered_json(interval->low.in_us()) : ordered_json();
  json["high_us"] = interval ? ordered_json(interval->high.in_us()) : ordered_json();
  json["bound_us"] = row.bound.in_us();
  json["breakdown"] = breakdown_of(row);
  json["nccl_fails"] = row.is_refused;
  json["channel_limit"] = row.channel_limit ? ordered_json(*row.channel_limit) : ordered_json();
  json["threads"] = or_null(row.threads);
  json["sm_share"] = sm_share(report, row);
  json["slowdown"] = row.slowdown ? ordered_json(*row.slowdown) : ordered_json();
  json["enough"] = row.slowdown ? ordered_json(row.is_enough) : ordered_json();
  json["search_failed"] = row.has_failed_search;
  return json;
}

std::string predict_json(const PredictReport& report) {
  const core::Topology& node = report.job.cluster.node;
  JsonLines lines;
  lines.reserve((report.rows.size() + 1) * kRowBytes);
  lines.add("schema", "treering.predict/1");
  lines.add("topology", {{"name", node.name()}, {"fingerprint", node.fingerprint()}});
  lines.add("nodes", report.job.job.nodes);
  lines.add("ranks", report.ranks);
  lines.add("gpus_per_process", report.job.job.gpus_per_process);
  lines.add("model", sim::models::name_of(report.calls.model));
  lines.add("profile", or_null(report.time_model.profile));
  lines.add("machine_kind", kind_json(report.time_model));
  lines.add("guesses", guesses_json(report.job));
  lines.add("variants", variants_json(report.deciding, report.ranks));
  lines.add("nccl_version", report.job.job.nccl_version);
  lines.add("fabric", fabric_json(report.job.cluster.fabric));
  lines.add("worst_order", worst_order_json(report.worst_order));
  lines.add("environment", environment_json(report.job.variables));
  lines.add("datatype", core::name_of(report.calls.type));
  lines.add("op", core::name_of(report.calls.op));
  lines.add("channels",
            {{"ring_and_tree", report.own_channels}, {"nvls", report.own_nvls_channels}});
  lines.add("sms_per_gpu",
            report.multiprocessors ? ordered_json(*report.multiprocessors) : ordered_json());
  lines.begin_array("results");
  for (std::size_t i = 0; i < report.rows.size(); ++i) lines.add_element(result_json(report, i));
  lines.add("crossovers", crossovers(report));
  lines.add("ceilings", ceilings(report));
  lines.add("event_nearer", event_nearer(report));
  lines.add("node_ports", node_ports(report));
  lines.add("ranges", ranges_json(report));
  lines.add("published", nearest_json(report));
  return lines.finish();
}

}  // namespace treering::cli
