#include "tuner/advice/ranges.h"

#include "core/assert.h"

namespace treering::tuner::advice {

std::set<std::uint64_t> octave_samples(std::uint64_t first, std::uint64_t last) {
  TREERING_ASSERT(first <= last, "a range of sizes ascends");
  std::set<std::uint64_t> samples{first, last};
  for (std::uint64_t power = 1; power != 0 && power <= last; power *= 2) {
    for (const std::uint64_t size : {power - 1, power, power + power / 2}) {
      if (size > first && size < last) samples.insert(size);
    }
  }
  return samples;
}

}  // namespace treering::tuner::advice
