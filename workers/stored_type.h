// The types of elements on this host: those that it calculates with, and those that it stores.
#pragma once

#include <cstdint>

#include "core/data_type.h"
#include "workers/small_float.h"

namespace treering::workers {

// The types of elements that this host calculates with.

/// Calls `use` with a zero of the host's type; false where it has none.
template <class Use>
bool with_host_type(core::DataType type, Use use) {
  using core::DataType;
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

// The types of elements that this host can write and compare: those that it calculates with, and
// the small floats of GPUs, which it stores. These are all that there are.

/// Calls `use` with a zero of the type.
template <class Use>
void with_stored_type(core::DataType type, Use use) {
  using core::DataType;
  switch (type) {
    case DataType::Half:
      return use(Half());
    case DataType::Bfloat16:
      return use(Bfloat16());
    case DataType::F8e4m3:
      return use(F8e4m3());
    case DataType::F8e5m2:
      return use(F8e5m2());
    default:
      with_host_type(type, use);
  }
}

}  // namespace treering::workers
