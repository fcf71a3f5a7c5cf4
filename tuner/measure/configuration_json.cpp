#include "tuner/measure/configuration_json.h"

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
  read.call.collective = fields.one_of("collective", read.call.collective, core::parse_collective);
  fields.require("bytes");
  const std::int64_t bytes = fields.long_integer("bytes", 1);
  if (bytes < 1) fields.problem("bytes", std::to_string(bytes), "expected 1 or more");
  read.call.bytes = bytes < 1 ? 1 : static_cast<std::uint64_t>(bytes);
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

}  // namespace treering::tuner::measure
