// Element types and reduction operations, by the names of nccl-tests' -d and -o.
#pragma once

#include <span>
#include <string_view>

#include "core/result.h"
#include "core/units.h"

namespace treering::core {

enum class DataType {
  Int8,
  Uint8,
  Int32,
  Uint32,
  Int64,
  Uint64,
  Half,
  Float,
  Double,
  Bfloat16,
  F8e4m3,
  F8e5m2,
};

/// All of them, in the order of the enum.
std::span<const DataType> all_data_types();

/// nccl-tests' name: "float".
std::string_view name_of(DataType type);

/// The size of one element.
Bytes size_of(DataType type);

/// Reads a name in any case. Fails with Category::Usage and names the closest type.
Result<DataType> parse_data_type(std::string_view text);

enum class ReduceOp { Sum, Prod, Max, Min, Avg, MulSum };

/// All of them, in the order of the enum.
std::span<const ReduceOp> all_reduce_ops();

/// nccl-tests' name: "sum".
std::string_view name_of(ReduceOp op);

/// Reads a name in any case. Fails with Category::Usage and names the closest operation.
Result<ReduceOp> parse_reduce_op(std::string_view text);

}  // namespace treering::core
