#include "tuner/check/suspect.h"

#include <array>
#include <iterator>
#include <utility>

namespace treering::tuner::check {
namespace {

constexpr std::array kMachines{&missing_adapter, &no_gpudirect, &sockets, &slower_pcie};
constexpr std::array kChoices{&other_choice, &fewer_channels};

void append(Suspects some, Suspects& all) {
  std::move(some.begin(), some.end(), std::back_inserter(all));
}

}  // namespace

Suspects all_suspects(const CheckedRun& run, RunModel& usual) {
  Suspects all;
  for (const auto cause : kMachines) append(cause(run), all);
  for (const auto cause : kChoices) append(cause(run, usual), all);
  return all;
}

}  // namespace treering::tuner::check
