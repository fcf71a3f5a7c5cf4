#include "workers/contents.h"

#include <cstring>

#include "workers/layout.h"
#include "workers/stored_type.h"

namespace treering::workers {

using tuner::measure::Configuration;

void fill_input(const Configuration& call, int rank, int ranks, std::byte* in) {
  const std::size_t count = layout_of(call, rank, ranks).in;
  const Inputs inputs = inputs_of(call, ranks);
  with_stored_type(call.call.type, [&](auto zero) {
    using Value = decltype(zero);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = stored<Value>(input_at(inputs, rank, i));
      std::memcpy(in + i * sizeof value, &value, sizeof value);
    }
  });
}

void spoil_output(const Configuration& call, int rank, int ranks, std::byte* out) {
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::memset(out, kSpoiledByte, count * core::size_of(call.call.type).count());
}

std::uint64_t wrong_elements(const Configuration& call, int rank, int ranks, const std::byte* out) {
  if (!has_output(call, rank)) return 0;
  const std::size_t count = layout_of(call, rank, ranks).out;
  const Pattern pattern = pattern_of(call, rank, ranks);
  std::uint64_t wrong = 0;
  with_stored_type(call.call.type, [&](auto zero) {
    for (std::size_t i = 0; i < count; ++i) {
      auto found = zero;
      std::memcpy(&found, out + i * sizeof found, sizeof found);
      if (!is_right(pattern, i, found)) ++wrong;
    }
  });
  return wrong;
}

}  // namespace treering::workers
