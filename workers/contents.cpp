#include "workers/contents.h"

#include <cstring>

#include "workers/layout.h"

namespace treering::workers {
namespace {

using core::DataType;
using tuner::measure::Configuration;

constexpr int kSpoiled = 0x55;  // of every byte

/// Calls `use` with a value of the host's type; false where it has none.
template <class Use>
bool with_type(DataType type, Use use) {
  switch (type) {
    case DataType::Int8:
      return use(std::int8_t{}), true;
    case DataType::Uint8:
      return use(std::uint8_t{}), true;
    case DataType::Int32:
      return use(std::int32_t{}), true;
    case DataType::Uint32:
      return use(std::uint32_t{}), true;
    case DataType::Int64:
      return use(std::int64_t{}), true;
    case DataType::Uint64:
      return use(std::uint64_t{}), true;
    case DataType::Float:
      return use(float{}), true;
    case DataType::Double:
      return use(double{}), true;
    case DataType::Half:
    case DataType::Bfloat16:
    case DataType::F8e4m3:
    case DataType::F8e5m2:
      break;
  }
  return false;
}

}  // namespace

bool is_known_to_host(DataType type) {
  return with_type(type, [](auto /*zero*/) {});
}

void fill_input(const Configuration& call, int rank, int ranks, std::byte* in) {
  const std::size_t count = layout_of(call, rank, ranks).in;
  with_type(call.type, [&](auto zero) {
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
  if (!has_output(call.collective, rank)) return 0;
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::uint64_t wrong = 0;
  with_type(call.type, [&](auto zero) {
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
