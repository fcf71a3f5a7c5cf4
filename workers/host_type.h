// The types of elements that this host calculates with.
#pragma once

#include <cstdint>

#include "core/data_type.h"

namespace treering::workers {

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

}  // namespace treering::workers
