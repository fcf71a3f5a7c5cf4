#include "core/data_type.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace data_type_test {

TEST(DataType, EveryNameIsReadBack) {
  for (const DataType type : all_data_types()) {
    EXPECT_EQ(parse_data_type(name_of(type)).value(), type);
  }
}

// IEEE 754 single has 32 bits, bfloat16 is its upper half, e4m3 has 1 + 4 + 3 bits.
TEST(DataType, Sizes) {
  EXPECT_EQ(size_of(DataType::Float), Bytes::of(4));
  EXPECT_EQ(size_of(DataType::Bfloat16), Bytes::of(2));
  EXPECT_EQ(size_of(DataType::F8e4m3), Bytes::of(1));
  EXPECT_EQ(size_of(DataType::Double), Bytes::of(8));
}

TEST(DataType, MisspeltNameGetsAHint) {
  EXPECT_EQ(parse_data_type("flaot").error().hint, "did you mean 'float'");
}

TEST(ReduceOp, EveryNameIsReadBack) {
  for (const ReduceOp op : all_reduce_ops()) {
    EXPECT_EQ(parse_reduce_op(name_of(op)).value(), op);
  }
}

TEST(ReduceOp, AnyCase) {
  EXPECT_EQ(parse_reduce_op("SUM").value(), ReduceOp::Sum);
}

}  // namespace data_type_test
}  // namespace treering::core
