#include "tuner/measure/messages.h"

#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "tuner/measure/json_fields.h"

namespace treering::tuner::measure {
namespace {

using Json = nlohmann::ordered_json;

/// One line of a speaker: its object, and the first problem of reading it.
class Line {
 public:
  static core::Result<std::unique_ptr<Line>> parse(std::string_view text,
                                                   const std::string& where) {
    auto json = core::parse_json(text, where);
    if (!json) return core::fail(json.error());
    const Json* const error = core::member_of(*json, "error");
    if (const auto sentence = error == nullptr ? std::nullopt : core::text_in(*error)) {
      return core::environment_error(where, core::printable(*sentence));
    }
    return std::make_unique<Line>(*std::move(json), text, where);
  }
  Line(Json json, std::string_view text, const std::string& where)
      : json_(std::move(json)), problem_(where, text), fields(json_, "", problem_) {}

  template <class Value>
  core::Result<Value> result(Value value) {
    fields.refuse_unknown();
    if (problem_.any()) return core::fail(problem_.error());
    return value;
  }
  core::FirstProblem& problem() { return problem_; }

 private:
  Json json_;
  core::FirstProblem problem_;

 public:
  core::JsonFields fields;
};

Json json_of(const Seen& seen) {
  Json json{{"witness", seen.witness}};
  json["sent"] = Json::array();
  for (const Sent& one : seen.sent) {
    json["sent"].push_back({one.from, one.to, one.bytes, one.count});
  }
  json["algorithm"] = seen.way.algorithm;
  json["protocol"] = seen.way.protocol;
  json["channels"] = seen.way.channels;
  return json;
}

/// [from, to, bytes, count]
std::optional<Sent> sent_of(const Json& json) {
  if (!json.is_array() || json.size() != 4) return {};
  const auto from = core::integer_within(json[0], 0, kMostCounted);
  const auto to = core::integer_within(json[1], 0, kMostCounted);
  const auto bytes = core::count_in(json[2]);
  const auto count = core::integer_within(json[3], 0, kMostCounted);
  if (!from || !to || !bytes || !count) return {};
  return Sent{*from, *to, *bytes, *count};
}

/// Lists of names, by collective.
std::map<std::string, std::vector<std::string>> read_algorithms(core::JsonFields& fields,
                                                                core::FirstProblem& problem) {
  std::map<std::string, std::vector<std::string>> algorithms;
  const Json* const all = fields.object("algorithms");
  if (all == nullptr) return algorithms;
  core::JsonFields names(*all, fields.pointer("algorithms"), problem);
  for (const auto& entry : all->items()) {
    const auto known = core::parse_collective_on_cpus(entry.key());
    if (!known) {
      names.problem(entry.key(), "an unknown name", known.error().expected, known.error().hint);
      break;
    }
    algorithms[entry.key()] = names.texts(entry.key());
  }
  return algorithms;
}

Seen read_seen(const Json& value, const std::string& pointer, core::FirstProblem& problem) {
  core::JsonFields fields(value, pointer, problem);
  Seen seen;
  seen.witness = fields.text("witness");
  if (const Json* const all = fields.array("sent")) {
    for (const Json& one : *all) {
      if (const auto sent = sent_of(one)) {
        seen.sent.push_back(*sent);
      } else {
        fields.problem("sent", core::one_line(one), "expected [from, to, bytes, count]");
      }
    }
  }
  seen.way.algorithm = fields.text("algorithm");
  seen.way.protocol = fields.text("protocol");
  seen.way.channels = fields.integer("channels");
  fields.refuse_unknown();
  return seen;
}

}  // namespace

std::string line_of(const Task& task) {
  Json json;
  add_fields(task.configuration, json);
  json["warmups"] = task.warmups;
  json["samples"] = task.samples;
  json["loops"] = task.loops;
  json["start_share"] = task.start.share;
  json["start_us"] = task.start.us;
  return core::one_line(json);
}

std::string line_of(const Hello& hello) {
  Json json{{"library", hello.library}, {"ranks", hello.ranks}, {"nodes", hello.nodes}};
  json["algorithms"] = hello.algorithms;
  json["facts"] = hello.facts;
  json["environment"] = hello.environment;
  return core::one_line(json);
}

std::string line_of(const Batch& batch) {
  Json json{{"samples_us", batch.samples_us}, {"spread_us", batch.spread_us}, {"late", batch.late}};
  json["clock_error_us"] = batch.clock_error_us;
  if (batch.loop_us) json["loop_us"] = *batch.loop_us;
  json["call_us"] = batch.call_us;
  json["wrong"] = batch.wrong;
  json["seen"] = json_of(batch.seen);
  json["environment"] = batch.environment;
  return core::one_line(json);
}

std::string error_line(std::string_view sentence) {
  return core::one_line({{"error", sentence}});
}

core::Result<Task> parse_task(std::string_view line, const std::string& where) {
  const auto read = Line::parse(line, where);
  if (!read) return core::fail(read.error());
  core::JsonFields& fields = (*read)->fields;
  Task task;
  task.configuration = read_configuration(fields);
  task.warmups = count_from(fields, "warmups", 0);
  task.samples = count_from(fields, "samples", 0);
  task.loops = count_from(fields, "loops", 0);
  task.start.share = fields.number("start_share", task.start.share);
  task.start.us = fields.number("start_us", task.start.us);
  return (*read)->result(std::move(task));
}

core::Result<Hello> parse_hello(std::string_view line, const std::string& where) {
  const auto read = Line::parse(line, where);
  if (!read) return core::fail(read.error());
  core::JsonFields& fields = (*read)->fields;
  Hello hello;
  fields.require("library");
  hello.library = fields.text("library");
  fields.require("ranks");
  hello.ranks = count_from(fields, "ranks", 1);
  hello.nodes = count_from(fields, "nodes", 0);
  hello.facts = fields.texts("facts");
  hello.environment = environment_in(fields);
  hello.algorithms = read_algorithms(fields, (*read)->problem());
  return (*read)->result(std::move(hello));
}

core::Result<Batch> parse_batch(std::string_view line, const std::string& where) {
  const auto read = Line::parse(line, where);
  if (!read) return core::fail(read.error());
  core::JsonFields& fields = (*read)->fields;
  Batch batch;
  fields.require("samples_us");
  batch.samples_us = samples_in(fields);
  batch.spread_us = spreads_in(fields, batch.samples_us.size());
  batch.late = count_from(fields, "late", 0);
  batch.clock_error_us = not_negative(fields, "clock_error_us").value_or(0);
  batch.call_us = not_negative(fields, "call_us").value_or(0);
  batch.loop_us = not_negative(fields, "loop_us");
  batch.wrong = wrong_in(fields).value_or(0);
  if (const Json* const seen = fields.object("seen")) {
    batch.seen = read_seen(*seen, fields.pointer("seen"), (*read)->problem());
  }
  batch.environment = environment_in(fields);
  return (*read)->result(std::move(batch));
}

}  // namespace treering::tuner::measure
