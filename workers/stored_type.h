// The types of elements that this host can write and compare: those that it calculates with, and
// the small floats of GPUs, which it stores. These are all that there are.
#pragma once

#include "core/data_type.h"
#include "workers/host_type.h"
#include "workers/small_float.h"

namespace treering::workers {

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
