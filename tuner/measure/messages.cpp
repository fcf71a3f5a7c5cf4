#include "tuner/measure/messages.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/text.h"
#include "tuner/measure/configuration_json.h"

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
    if (json->is_object() && json->contains("error") && json->at("error").is_string()) {
      return core::environment_error(where, json->at("error").get<std::string>());
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

std::vector<double> numbers(core::JsonFields& fields, std::string_view name) {
  std::vector<double> all;
  const Json* const list = fields.array(name);
  if (list == nullptr) return all;
  for (const Json& one : *list) {
    if (!one.is_number()) {
      fields.problem(name, core::described(one), "expected numbers");
      break;
    }
    all.push_back(one.get<double>());
  }
  return all;
}

std::vector<std::string> texts(core::JsonFields& fields, std::string_view name) {
  std::vector<std::string> all;
  const Json* const list = fields.array(name);
  if (list == nullptr) return all;
  for (const Json& one : *list) {
    if (!one.is_string()) {
      fields.problem(name, core::described(one), "expected texts");
      break;
    }
    all.push_back(one.get<std::string>());
  }
  return all;
}

std::map<std::string, std::string> texts_by_name(core::JsonFields& fields, std::string_view name,
                                                 core::FirstProblem& problem) {
  std::map<std::string, std::string> texts;
  const Json* const all = fields.object(name);
  if (all == nullptr) return texts;
  core::JsonFields inner(*all, fields.pointer(name), problem);
  for (const auto& one : all->items()) texts[one.key()] = inner.text(one.key());
  return texts;
}

Json json_of(const Seen& seen) {
  Json json{{"witness", seen.witness}};
  json["sent"] = Json::array();
  for (const Sent& one : seen.sent) {
    json["sent"].push_back({one.from, one.to, one.bytes, one.count});
  }
  json["algorithm"] = seen.algorithm;
  json["protocol"] = seen.protocol;
  json["channels"] = seen.channels;
  return json;
}

/// [from, to, bytes, count]
std::optional<Sent> sent_of(const Json& json) {
  const auto is_count = [](const Json& one) { return one.is_number_unsigned(); };
  if (!json.is_array() || json.size() != 4 || !std::ranges::all_of(json, is_count)) return {};
  return Sent{json[0].get<int>(), json[1].get<int>(), json[2].get<std::uint64_t>(),
              json[3].get<int>()};
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
  seen.algorithm = fields.text("algorithm");
  seen.protocol = fields.text("protocol");
  seen.channels = fields.integer("channels");
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
  task.warmups = fields.integer("warmups");
  task.samples = fields.integer("samples");
  task.loops = fields.integer("loops");
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
  hello.ranks = fields.integer("ranks");
  hello.nodes = fields.integer("nodes");
  hello.facts = texts(fields, "facts");
  hello.environment = texts_by_name(fields, "environment", (*read)->problem());
  if (const Json* const all = fields.object("algorithms")) {
    core::JsonFields names(*all, fields.pointer("algorithms"), (*read)->problem());
    for (const auto& entry : all->items()) {
      hello.algorithms[entry.key()] = texts(names, entry.key());
    }
  }
  return (*read)->result(std::move(hello));
}

core::Result<Batch> parse_batch(std::string_view line, const std::string& where) {
  const auto read = Line::parse(line, where);
  if (!read) return core::fail(read.error());
  core::JsonFields& fields = (*read)->fields;
  Batch batch;
  fields.require("samples_us");
  batch.samples_us = numbers(fields, "samples_us");
  batch.spread_us = numbers(fields, "spread_us");
  batch.late = fields.integer("late");
  batch.clock_error_us = fields.number("clock_error_us", 0);
  batch.call_us = fields.number("call_us", 0);
  if (fields.has("loop_us")) batch.loop_us = fields.number("loop_us");
  batch.wrong = static_cast<std::uint64_t>(fields.long_integer("wrong"));
  if (const Json* const seen = fields.object("seen")) {
    batch.seen = read_seen(*seen, fields.pointer("seen"), (*read)->problem());
  }
  batch.environment = texts_by_name(fields, "environment", (*read)->problem());
  return (*read)->result(std::move(batch));
}

}  // namespace treering::tuner::measure
