#include "tuner/measure/record.h"

#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "tuner/measure/json_fields.h"

namespace treering::tuner::measure {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json json_of(const Used& used) {
  const sim::Way way = used.is_known() ? used.ways.front() : sim::Way();
  return {{"witness", used.witness},
          {"algorithms", used.algorithms()},
          {"protocol", way.protocol},
          {"channels", way.channels},
          {"messages", used.messages}};
}

Used read_used(core::JsonFields fields) {
  Used used;
  used.witness = fields.text("witness");
  const std::vector<std::string> algorithms = fields.texts("algorithms");
  const std::string protocol = fields.text("protocol");
  const int channels = fields.integer("channels");
  for (const std::string& algorithm : algorithms) {
    used.ways.push_back({algorithm, protocol, channels});
  }
  used.messages = fields.integer("messages");
  fields.refuse_unknown();
  return used;
}

void read_facts(core::JsonFields& fields, core::FirstProblem& problem, Record& record) {
  if (const Json* const used = fields.object("used")) {
    record.used = read_used(core::JsonFields(*used, fields.pointer("used"), problem));
  }
  record.environment = environment_in(fields);
}

Record read_record(core::JsonFields& fields, core::FirstProblem& problem) {
  Record record;
  fields.require("schema");
  const std::string schema = fields.text("schema");
  if (schema != kSchema) {
    fields.problem("schema", core::in_quotes(schema), "expected " + std::string(kSchema));
  }
  record.runner = fields.text("runner");
  record.trial.configuration = read_configuration(fields);
  record.trial.launch = count_from(fields, "launch", 0);
  record.trial.is_sentinel = fields.truth("sentinel", false);
  record.trial.turn = count_from(fields, "turn", 0);
  record.ranks = count_from(fields, "ranks", 1);
  record.nodes = count_from(fields, "nodes", 0);
  record.start = fields.text("start");
  record.start_id = fields.text("start_id");
  record.confirms = fields.truth("confirms", false);
  record.samples_us = samples_in(fields);
  record.spread_us = spreads_in(fields, record.samples_us.size());
  record.clock_error_us = not_negative(fields, "clock_error_us").value_or(0);
  record.late = count_from(fields, "late", 0);
  record.average_us = not_negative(fields, "average_us");
  record.median_us = not_negative(fields, "median_us");
  record.low_us = not_negative(fields, "low_us");
  record.high_us = not_negative(fields, "high_us");
  record.coverage = fields.number_if_any("coverage");
  record.is_converged = fields.truth("converged", false);
  record.wrong = wrong_in(fields);
  record.error = fields.text("error");
  record.has_lost_workers = fields.truth("lost_workers", false);
  record.retries = fields.text("retries");
  record.is_of_stopped = fields.truth("stopped", false);
  read_facts(fields, problem, record);
  fields.refuse_unknown();
  return record;
}

}  // namespace

bool is_emulated(const Record& record) {
  return record.environment.contains(kEmulatedFact);
}

std::string start_key(const Record& record) {
  return fmt::format("{} {} {}", record.start, record.trial.launch, record.start_id);
}

std::vector<Record> without_retried(std::vector<Record> records) {
  std::set<std::pair<std::string, Trial>> retried;
  for (const Record& record : records) {
    if (!record.retries.empty()) retried.emplace(record.retries, record.trial);
  }
  std::erase_if(records, [&](const Record& record) {
    return !record.error.empty() && retried.contains({start_key(record), record.trial});
  });
  return records;
}

std::string line_of(const Record& record) {
  Json json{{"schema", kSchema}, {"runner", record.runner}};
  add_fields(record.trial.configuration, json);
  json["ranks"] = record.ranks;
  json["nodes"] = record.nodes;
  json["launch"] = record.trial.launch;
  json["sentinel"] = record.trial.is_sentinel;
  json["turn"] = record.trial.turn;
  json["start"] = record.start;
  json["start_id"] = record.start_id;
  if (record.confirms) json["confirms"] = true;
  json["used"] = json_of(record.used);
  json["samples_us"] = record.samples_us;
  json["spread_us"] = record.spread_us;
  json["clock_error_us"] = record.clock_error_us;
  json["late"] = record.late;
  json["average_us"] = or_null(record.average_us);
  json["median_us"] = or_null(record.median_us);
  json["low_us"] = or_null(record.low_us);
  json["high_us"] = or_null(record.high_us);
  json["coverage"] = or_null(record.coverage);
  json["converged"] = record.is_converged;
  json["wrong"] = or_null(record.wrong);
  json["error"] = record.error;
  if (record.has_lost_workers) json["lost_workers"] = true;
  if (!record.retries.empty()) json["retries"] = record.retries;
  if (record.is_of_stopped) json["stopped"] = true;
  json["environment"] = record.environment;
  return core::one_line(json);
}

core::Result<Record> parse_record(std::string_view line, const std::string& where) {
  const auto json = core::parse_json(line, where);
  if (!json) return core::fail(json.error());
  core::FirstProblem problem(where, line);
  core::JsonFields fields(*json, "", problem);
  Record record = read_record(fields, problem);
  if (problem.any()) return core::fail(problem.error());
  return record;
}

}  // namespace treering::tuner::measure
