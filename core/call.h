// A call of a collective: what every library, model and measurement is asked about.
#pragma once

#include <cstdint>

#include "core/collective.h"
#include "core/data_type.h"

namespace treering::core {

struct Call {
  Collective collective = Collective::AllReduce;
  std::uint64_t bytes = 0;  // nccl-tests' "size" column
  DataType type = DataType::Float;
  ReduceOp op = ReduceOp::Sum;
  int root = 0;  // the rank, of those that have one

  auto operator<=>(const Call&) const = default;
};

}  // namespace treering::core
