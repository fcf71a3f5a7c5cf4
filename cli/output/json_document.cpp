#include "cli/output/json_document.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/assert.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "hw/formats/cluster/json.h"

namespace treering::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view kEnd = "\n}\n";

bool has_lines_of_its_own(const ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_structured();
}

void round_figures(ordered_json& value) {
  if (value.is_number_float()) {
    value = rounded(*core::number_in(value));
  } else if (value.is_structured()) {
    for (ordered_json& part : value) round_figures(part);
  }
}

/// The text of a JSON value as a CSV field; null is empty.
std::string field(const ordered_json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return core::json_of(rounded(*core::number_in(value)));
  const auto text = core::text_in(value);
  return text ? *text : core::json_of(value);
}

}  // namespace

void JsonLines::end_array() {
  if (inside_ == Inside::Array) text_ += "\n  ]";
  if (inside_ == Inside::EmptyArray) text_ += "]";
  inside_ = Inside::Object;
}

void JsonLines::begin_member(std::string_view name) {
  end_array();
  text_ += text_.size() > 1 ? ",\n  " : "\n  ";
  text_ += core::json_of(name) + ": ";
}

void JsonLines::add(std::string_view name, ordered_json value) {
  round_figures(value);
  if (!has_lines_of_its_own(value)) {
    begin_member(name);
    text_ += core::json_of(value);
    return;
  }
  begin_array(name);
  for (const ordered_json& element : value) put_element(element);
}

void JsonLines::begin_array(std::string_view name) {
  begin_member(name);
  text_ += '[';
  inside_ = Inside::EmptyArray;
}

void JsonLines::add_element(ordered_json element) {
  round_figures(element);
  put_element(element);
}

void JsonLines::put_element(const ordered_json& element) {
  text_ += inside_ == Inside::Array ? ",\n    " : "\n    ";
  text_ += core::json_of(element);
  inside_ = Inside::Array;
}

std::string JsonLines::finish() {
  end_array();
  text_ += kEnd;
  return std::move(text_);
}

std::string with_notes(std::string object, const std::vector<std::string>& notes) {
  TREERING_ASSERT(object.ends_with(kEnd), "notes are added to an object that is finished");
  object.resize(object.size() - kEnd.size());
  return std::move(object) + ",\n  \"notes\": " + core::json_of(ordered_json(notes)) +
         std::string(kEnd);
}

std::string to_lines(const ordered_json& document) {
  JsonLines lines;
  for (const auto& [name, value] : document.items()) lines.add(name, value);
  return lines.finish();
}

double rounded(double value) {
  return core::rounded(value);
}

ordered_json or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

ordered_json or_null(int number) {
  return number == 0 ? ordered_json() : ordered_json(number);
}

std::string csv_row(const ordered_json& object) {
  std::vector<std::string> fields;
  for (const ordered_json& value : object) fields.push_back(field(value));
  return core::csv_line(fields);
}

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

namespace {

ordered_json variant_json(const app::VariantAnswer& answer, int ranks) {
  ordered_json json{{"values", answer.values}, {"search_failed", !answer.failed_search.empty()}};
  json["results"] = ordered_json::array();
  for (const sim::Prediction& row : answer.choices) {
    const auto time = row.time();
    const auto busbw = sim::busbw(row, ranks);
    json["results"].push_back(
        {{"collective", core::name_of(row.collective)},
         {"bytes", row.bytes.count()},
         {"algorithm", or_null(row.way.algorithm)},
         {"protocol", or_null(row.way.protocol)},
         {"time_us", time ? ordered_json(time->in_us()) : ordered_json()},
         {"busbw_GBps", busbw ? ordered_json(busbw->in_gb_per_s()) : ordered_json()}});
  }
  return json;
}

}  // namespace

nlohmann::ordered_json variants_json(const std::vector<app::DecidingFact>& facts, int ranks) {
  ordered_json list = ordered_json::array();
  for (const app::DecidingFact& one : facts) {
    ordered_json json{{"guess", app::setup::name_of(one.fact.what)}, {"taken", one.fact.taken}};
    json["answers"] = ordered_json::array();
    for (const app::VariantAnswer& answer : one.answers) {
      json["answers"].push_back(variant_json(answer, ranks));
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::string guesses_text(const app::setup::Setup& setup) {
  return fmt::format("{}", fmt::join(names_of(guesses_of(setup)), " "));
}

using nlohmann::ordered_json;

ordered_json published_json(const app::PublishedBeside& beside) {
  const auto& run = beside.figure.run;
  const bool is_expected = beside.expected.has_value();
  const auto rate = [&](core::Bandwidth value) {
    return is_expected ? ordered_json(value.in_gb_per_s()) : ordered_json();
  };
  return {{"run", run.name},
          {"collective", core::name_of(beside.figure.collective)},
          {"bytes", beside.figure.bytes.count()},
          {"busbw_GBps", beside.figure.busbw.in_gb_per_s()},
          {"expected_GBps", is_expected ? rate(*beside.expected) : ordered_json()},
          {"low_GBps", rate(beside.low)},
          {"high_GBps", rate(beside.high)},
          {"measured_GBps",
           beside.measured ? ordered_json(beside.measured->in_gb_per_s()) : ordered_json()},
          {"measured_bytes",
           beside.measured ? ordered_json(beside.measured_at.count()) : ordered_json()},
          {"network", or_null(run.network)},
          {"same_network", beside.is_same_network},
          {"nccl_version", or_null(run.nccl_version)},
          {"kernels", run.kernels},
          {"forced_algorithm", or_null(run.way.algorithm)},
          {"forced_protocol", or_null(run.way.protocol)},
          {"source", run.source}};
}

ordered_json forced_json(const tuner::check::ForcedChoice& one) {
  return {{"collective", core::name_of(one.collective)},
          {"forced", or_null(one.forced)},
          {"settings", or_null(one.settings)},
          {"sizes", one.sizes},
          {"of_sizes", one.of_sizes},
          {"bytes", one.bytes.count()},
          {"nccl_algorithm", or_null(one.way.algorithm)},
          {"nccl_protocol", or_null(one.way.protocol)},
          {"gain", one.gain},
          {"gain_low", one.low},
          {"gain_high", one.high}};
}

ordered_json steps_json(const app::Ceiling& ceiling) {
  ordered_json steps = ordered_json::array();
  for (const app::CeilingStep& step : ceiling.steps) {
    steps.push_back({{"step", app::name_of(step.kind)},
                     {"what", or_null(step.what)},
                     {"busbw_GBps", step.busbw.in_gb_per_s()}});
  }
  return steps;
}

/// Null without a share.
ordered_json port_json(const std::optional<app::PortShare>& share) {
  if (!share) return nullptr;
  return {{"carried_GBps", share->carried.in_gb_per_s()},
          {"rate_GBps", share->rate.in_gb_per_s()},
          {"used", or_null(share->used)},
          {"ports", share->ports}};
}

ordered_json loss_json(const app::MeasuredLoss& loss) {
  return {{"collective", core::name_of(loss.collective)},
          {"bytes", loss.ceiling.bytes.count()},
          {"algorithm", or_null(loss.ceiling.way.algorithm)},
          {"protocol", or_null(loss.ceiling.way.protocol)},
          {"wires", loss.ceiling.wires},
          {"steps", steps_json(loss.ceiling)},
          {"measured_GBps", loss.measured.in_gb_per_s()},
          {"port", port_json(loss.port)}};
}

}  // namespace treering::cli
