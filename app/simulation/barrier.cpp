#include "app/simulation/barrier.h"

#include "app/setup/calls.h"
#include "core/named_values.h"
#include "core/text/field.h"

namespace treering::app::simulation {
namespace {

constexpr std::string_view kBarrier = "barrier";

}  // namespace

core::Result<Aim> aim_of(std::string_view name) {
  if (core::is_same_name(name, kBarrier)) return Aim{core::Collective::AllReduce, true};
  const auto collective = setup::parse_collective(name);
  if (!collective) return core::fail(collective.error());
  return Aim{*collective, false};
}

std::string name_of(core::Collective collective, bool is_barrier) {
  return std::string(is_barrier ? kBarrier : core::name_of(collective));
}

core::Failure has_no_size() {
  return core::usage_error(core::field("size"), "given for a barrier",
                           "expected none, because a barrier carries nothing");
}

core::Call stand_in(const core::Call& asked) {
  return {core::Collective::AllReduce, core::size_of(asked.type).count(), asked.type, asked.op};
}

std::string stand_in_note() {
  return "NCCL has no barrier: simulated is what frameworks send in its place, an all_reduce of "
         "one element";
}

}  // namespace treering::app::simulation
