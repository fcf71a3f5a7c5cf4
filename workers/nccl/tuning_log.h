// NCCL's log of the subsystem TUNING: what a collective really runs with, written when its kernel
// is planned by code that does not read the environment.
//
//   2.26 and later  host:12:34 [0] NCCL INFO AllReduce: 4096 Bytes -> Algo RING proto LL
//                   channel{Lo..Hi}={0..3}                                          (one line)
//   2.20 to 2.25    … AllReduce: 4096 Bytes -> Algo 1 proto 0 time 12.3      (numbers of its enums)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/collective.h"
#include "tuner/measure/messages.h"

namespace treering::workers::nccl {

/// What the log says of calls of `collective`, in order, by names in snake_case; with 0 channels
/// where it does not say how many. Lines of others,
/// and what is no such line, are left out.
std::vector<sim::Way> choices_in(std::string_view log, core::Collective collective);

/// NCCL's name of the collective in its log; empty for those that it makes of sends and receives,
/// which it plans without a choice.
std::string_view logged_name(core::Collective collective);

}  // namespace treering::workers::nccl
