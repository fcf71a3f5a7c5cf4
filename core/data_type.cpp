#include "core/data_type.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/named_values.h"

namespace treering::core {
namespace {

struct TypeEntry {
  DataType value;
  std::string_view name;
  std::uint64_t bytes;
};

// Names: nccl-tests src/common.cu, test_typenames. Sizes: nccl.h, ncclDataType_t.
constexpr std::array<TypeEntry, 12> kTypes{{
    {DataType::Int8, "int8", 1},
    {DataType::Uint8, "uint8", 1},
    {DataType::Int32, "int32", 4},
    {DataType::Uint32, "uint32", 4},
    {DataType::Int64, "int64", 8},
    {DataType::Uint64, "uint64", 8},
    {DataType::Half, "half", 2},
    {DataType::Float, "float", 4},
    {DataType::Double, "double", 8},
    {DataType::Bfloat16, "bfloat16", 2},
    {DataType::F8e4m3, "f8e4m3", 1},
    {DataType::F8e5m2, "f8e5m2", 1},
}};
static_assert(is_in_enum_order(kTypes));

struct OpEntry {
  ReduceOp value;
  std::string_view name;
};

// Names: nccl-tests src/common.cu, test_opnames.
constexpr std::array<OpEntry, 6> kOps{{
    {ReduceOp::Sum, "sum"},
    {ReduceOp::Prod, "prod"},
    {ReduceOp::Max, "max"},
    {ReduceOp::Min, "min"},
    {ReduceOp::Avg, "avg"},
    {ReduceOp::MulSum, "mulsum"},
}};
static_assert(is_in_enum_order(kOps));

constexpr auto kTypeValues = values_of(kTypes);
constexpr auto kOpValues = values_of(kOps);

}  // namespace

std::span<const DataType> all_data_types() {
  return kTypeValues;
}

std::string_view name_of(DataType type) {
  return kTypes.at(static_cast<std::size_t>(type)).name;
}

Bytes size_of(DataType type) {
  return Bytes::of(kTypes.at(static_cast<std::size_t>(type)).bytes);
}

Result<DataType> parse_data_type(std::string_view text) {
  return parse_name("data type", text, kTypes);
}

std::span<const ReduceOp> all_reduce_ops() {
  return kOpValues;
}

std::string_view name_of(ReduceOp op) {
  return kOps.at(static_cast<std::size_t>(op)).name;
}

Result<ReduceOp> parse_reduce_op(std::string_view text) {
  return parse_name("reduction operation", text, kOps);
}

}  // namespace treering::core
