#include "workers/contents.h"

#include <cstring>

#include "workers/host_type.h"
#include "workers/layout.h"

namespace treering::workers {
namespace {

using core::DataType;
using tuner::measure::Configuration;

constexpr int kSpoiled = 0x55;  // of every byte

}  // namespace

bool is_known_to_host(DataType type) {
  return with_host_type(type, [](auto /*zero*/) {});
}

void fill_input(const Configuration& call, int rank, int ranks, std::byte* in) {
  const std::size_t count = layout_of(call, rank, ranks).in;
  with_host_type(call.type, [&](auto zero) {
    using Value = decltype(zero);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = static_cast<Value>(input_at(call.op, rank, ranks, i));
      std::memcpy(in + i * sizeof value, &value, sizeof value);
    }
  });
}

void spoil_output(const Configuration& call, int rank, int ranks, std::byte* out) {
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::memset(out, kSpoiled, count * core::size_of(call.type).count());
}

std::uint64_t wrong_elements(const Configuration& call, int rank, int ranks, const std::byte* out) {
  if (!has_output(call, rank)) return 0;
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::uint64_t wrong = 0;
  with_host_type(call.type, [&](auto zero) {
    for (std::size_t i = 0; i < count; ++i) {
      auto found = zero;
      std::memcpy(&found, out + i * sizeof found, sizeof found);
      // As the type holds it: sums of many ranks wrap in one byte.
      const auto expected = static_cast<decltype(zero)>(output_at(call, rank, ranks, i));
      if (found != expected) ++wrong;
    }
  });
  return wrong;
}

}  // namespace treering::workers
