// Calls that take what the model says.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/libraries/library.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::hosts {

/// Every known algorithm of three collectives at three sizes.
inline std::vector<MeasuredCall> modelled_calls(const sim::hosts::HostJob& job,
                                                const core::Profile& truth) {
  using core::Collective;
  std::vector<MeasuredCall> calls;
  for (const Collective collective :
       {Collective::AllReduce, Collective::Broadcast, Collective::AllGather}) {
    for (const auto name : sim::libraries::algorithms_of(job.library, collective)) {
      for (const std::uint64_t bytes : {64U, 16384U, 1048576U}) {
        MeasuredCall call;
        call.summary.configuration = {.call = {.collective = collective, .bytes = bytes}};
        call.summary.configuration.way.algorithm = name;
        call.algorithm = name;
        call.job = job;
        const auto time = estimate(call.configuration(), call.algorithm, job, truth);
        if (!time) continue;
        call.measured_us = time->estimate.time.in_us();
        calls.push_back(std::move(call));
      }
    }
  }
  return calls;
}

}  // namespace treering::tuner::hosts
