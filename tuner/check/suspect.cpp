#include "tuner/check/suspect.h"

#include <array>
#include <iterator>
#include <utility>

namespace treering::tuner::check {
namespace {

constexpr std::array kCauses{&missing_adapter, &no_gpudirect, &sockets,
                             &slower_pcie,     &other_choice, &fewer_channels};

}  // namespace

Suspects all_suspects(const CheckedRun& run) {
  Suspects all;
  for (const auto cause : kCauses) {
    Suspects some = cause(run);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace treering::tuner::check
