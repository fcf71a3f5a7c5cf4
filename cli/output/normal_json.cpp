#include "cli/output/normal_json.h"

#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"

namespace treering::cli {

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

ordered_json loss_json(const app::Loss& loss) {
  return {{"collective", core::name_of(loss.collective)},
          {"bytes", loss.ceiling.bytes.count()},
          {"algorithm", or_null(loss.ceiling.way.algorithm)},
          {"protocol", or_null(loss.ceiling.way.protocol)},
          {"wires", loss.ceiling.wires},
          {"steps", steps_json(loss.ceiling)},
          {"measured_GBps", loss.measured.in_gb_per_s()}};
}

}  // namespace treering::cli
