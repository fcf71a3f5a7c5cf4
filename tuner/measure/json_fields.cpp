#include "tuner/measure/json_fields.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace treering::tuner::measure {

namespace {

core::Result<Cache> parse_cache(std::string_view text) {
  if (text == "warm") return Cache::Warm;
  if (text == "cold") return Cache::Cold;
  return core::bad_input("cache", core::in_quotes(text), "expected warm or cold");
}

std::optional<Pair> read_pair(core::Collective collective, core::JsonFields& fields) {
  constexpr int kNobody = -1;
  const Pair pair{fields.integer("from", kNobody), fields.integer("to", kNobody)};
  if (pair == Pair{kNobody, kNobody}) return {};
  if (collective != core::Collective::SendRecv || pair.from < 0 || pair.to < 0 ||
      pair.from == pair.to) {
    fields.problem("from", std::to_string(pair.from), "expected two ranks of a sendrecv");
    return {};
  }
  return pair;
}

}  // namespace

void add_fields(const Configuration& configuration, nlohmann::ordered_json& json) {
  json["collective"] = name_of(configuration.call.collective);
  json["bytes"] = configuration.call.bytes;
  json["datatype"] = name_of(configuration.call.type);
  json["redop"] = name_of(configuration.call.op);
  json["algorithm"] = configuration.way.algorithm;
  json["protocol"] = configuration.way.protocol;
  json["channels"] = configuration.way.channels;
  json["in_place"] = configuration.is_in_place;
  json["cache"] = configuration.cache == Cache::Cold ? "cold" : "warm";
  if (configuration.pair) {
    json["from"] = configuration.pair->from;
    json["to"] = configuration.pair->to;
  }
}

Configuration read_configuration(core::JsonFields& fields) {
  Configuration read;
  fields.require("collective");
  read.call.collective =
      fields.one_of("collective", read.call.collective, core::parse_collective_on_cpus);
  fields.require("bytes");
  const std::int64_t least = read.call.collective == core::Collective::Barrier ? 0 : 1;
  const std::int64_t bytes = fields.long_integer("bytes", least);
  if (bytes < least) {
    fields.problem("bytes", std::to_string(bytes), fmt::format("expected {} or more", least));
  }
  read.call.bytes = static_cast<std::uint64_t>(std::max(bytes, least));
  read.call.type = fields.one_of("datatype", read.call.type, core::parse_data_type);
  read.call.op = fields.one_of("redop", read.call.op, core::parse_reduce_op);
  read.way.algorithm = fields.text("algorithm");
  read.way.protocol = fields.text("protocol");
  read.way.channels = fields.integer("channels");
  read.is_in_place = fields.truth("in_place", false);
  read.cache = fields.one_of("cache", Cache::Warm, parse_cache);
  read.pair = read_pair(read.call.collective, fields);
  return read;
}

int count_from(core::JsonFields& fields, std::string_view name, int least) {
  const int value = fields.integer(name);
  if (value >= least && value <= kMostCounted) return value;
  fields.problem(name, std::to_string(value),
                 value < least ? fmt::format("expected {} or more", least)
                               : fmt::format("expected at most {}", kMostCounted));
  return least;
}

std::optional<double> not_negative(core::JsonFields& fields, std::string_view name) {
  const auto value = fields.number_if_any(name);
  if (value && !(*value >= 0)) {
    fields.problem(name, core::described(*fields.value(name)), "expected 0 or more");
    return {};
  }
  return value;
}

std::vector<double> samples_in(core::JsonFields& fields) {
  std::vector<double> samples = fields.numbers("samples_us");
  const auto wrong = std::ranges::find_if(samples, [](double one) { return !(one > 0); });
  if (wrong != samples.end()) {
    fields.problem("samples_us", fmt::format("{}", *wrong), "expected numbers above 0");
  }
  return samples;
}

std::vector<double> spreads_in(core::JsonFields& fields, std::size_t samples) {
  std::vector<double> spreads = fields.numbers("spread_us");
  const auto wrong = std::ranges::find_if(spreads, [](double one) { return !(one >= 0); });
  if (wrong != spreads.end()) {
    fields.problem("spread_us", fmt::format("{}", *wrong), "expected numbers from 0 on");
  }
  if (!spreads.empty() && spreads.size() != samples) {
    fields.problem("spread_us", std::to_string(spreads.size()) + " numbers",
                   "expected one for each sample");
  }
  return spreads;
}

std::optional<std::uint64_t> wrong_in(core::JsonFields& fields) {
  if (!fields.number_if_any("wrong")) return {};
  const std::int64_t wrong = fields.long_integer("wrong");
  if (wrong < 0) fields.problem("wrong", std::to_string(wrong), "expected 0 or more");
  return wrong < 0 ? 0 : static_cast<std::uint64_t>(wrong);
}

std::map<std::string, std::string> environment_in(core::JsonFields& fields) {
  std::map<std::string, std::string> all;
  for (auto& [name, text] : fields.texts_by_name("environment")) {
    all.emplace(std::move(name), std::move(text));
  }
  return all;
}

}  // namespace treering::tuner::measure
