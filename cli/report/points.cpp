#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "cli/report/writers.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

void add_within(const std::optional<sim::estimates::Interval>& within, ordered_json& json) {
  json["low_us"] = within ? ordered_json(within->low.in_us()) : ordered_json();
  json["high_us"] = within ? ordered_json(within->high.in_us()) : ordered_json();
}

std::string_view name_of(app::overview::Scatter scatter) {
  switch (scatter) {
    case app::overview::Scatter::None:
      return "none";
    case app::overview::Scatter::MedianInterval:
      return "median_interval";
    case app::overview::Scatter::Range:
      return "range";
  }
  return "";
}

}  // namespace

ordered_json point_json(const app::overview::CurvePoint& point) {
  ordered_json json{{"bytes", point.bytes.count()}, {"time_us", point.time.in_us()}};
  add_within(point.within, json);
  json["busbw_GBps"] = point.busbw.in_gb_per_s();
  json["algorithm"] = or_null(point.way.algorithm);
  json["protocol"] = or_null(point.way.protocol);
  json["channels"] = or_null(point.way.channels);
  json["nccl_default"] = point.is_usual;
  json["best"] = point.is_best;
  return json;
}

ordered_json point_json(const app::overview::BoundPoint& point) {
  return {{"bytes", point.bytes.count()},
          {"time_us", point.time.in_us()},
          {"busbw_GBps", point.busbw.in_gb_per_s()}};
}

ordered_json point_json(const app::overview::MeasuredPoint& point) {
  ordered_json json{{"bytes", point.bytes.count()}, {"time_us", point.time.in_us()}};
  add_within(point.within, json);
  json["busbw_GBps"] = point.busbw.in_gb_per_s();
  json["algorithm"] = or_null(point.way.algorithm);
  json["protocol"] = or_null(point.way.protocol);
  json["scatter"] = name_of(point.scatter);
  json["samples"] = point.samples;
  json["launches"] = point.launches;
  json["expected_us"] = point.expected.in_us();
  json["expected_low_us"] = point.expected_within.low.in_us();
  json["expected_high_us"] = point.expected_within.high.in_us();
  json["expected_algorithm"] = or_null(point.expected_way.algorithm);
  json["expected_protocol"] = or_null(point.expected_way.protocol);
  json["share_reached"] = point.share();
  json["place"] = tuner::check::name_of(point.place);
  json["rows"] = point.rows.all;
  json["rows_slow"] = point.rows.slow;
  json["rows_fast"] = point.rows.fast;
  return json;
}

}  // namespace treering::cli
