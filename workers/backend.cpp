#include "workers/backend.h"

#include "workers/layout.h"

namespace treering::workers {
namespace {

// Larger than the last-level cache of any core, so that nothing of a buffer is left there.
constexpr std::size_t kFlushed = std::size_t{256} << 20U;

}  // namespace

void PreparedCall::fill(const tuner::measure::Configuration& asked, int rank, int ranks) {
  if (in() != out()) spoil_output(asked, rank, ranks, out());
  fill_input(asked, rank, ranks, in());
}

std::uint64_t PreparedCall::wrong_elements(const tuner::measure::Configuration& asked, int rank,
                                           int ranks) {
  return workers::wrong_elements(asked, rank, ranks, out());
}

void Backend::overwrite_caches() {
  static std::vector<char> memory(kFlushed);
  for (std::size_t i = 0; i < memory.size(); i += 64) ++memory[i];
}

}  // namespace treering::workers
