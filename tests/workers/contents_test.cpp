#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "workers/layout.h"
#include "workers/stored_type.h"

namespace treering::workers {
namespace contents_test {

using core::Collective;
using core::DataType;
using tuner::measure::Configuration;

/// The output that the collective promises, in the type's own bytes.
template <class Value>
std::vector<std::byte> right_output(const Configuration& call, int rank, int ranks) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < layout_of(call, rank, ranks).out; ++i) {
    const auto value = stored<Value>(output_at(pattern_of(call, rank, ranks), i));
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  }
  return bytes;
}

// Rank 2 puts (i + 6) mod 7.
TEST(Contents, FillsInputs) {
  const Configuration call{.call = {.bytes = 24, .type = DataType::Double}};
  std::vector<double> in(3, -1);
  fill_input(call, 2, 4, reinterpret_cast<std::byte*>(in.data()));
  EXPECT_EQ(in, (std::vector<double>{6, 0, 1}));
}

TEST(Contents, FindsNothingWrongWithTheRightOutput) {
  for (const Collective collective : core::all_collectives()) {
    const Configuration call{.call = {.collective = collective, .bytes = 60}};
    for (int rank = 0; rank < 3; ++rank) {
      EXPECT_EQ(wrong_elements(call, rank, 3, right_output<float>(call, rank, 3).data()), 0)
          << name_of(collective);
    }
  }
}

// Three ranks put 0, 3 and 6 first: their average is 3. The second elements 1, 4 and 0 have 5/3,
// which no float holds: a rounding for each rank is no error, a thousandth is one.
TEST(Contents, AveragesMayBeRounded) {
  const Configuration call{.call = {.bytes = 8, .op = core::ReduceOp::Avg}};
  const float third = 1.0F / 3;
  std::vector<float> out{0 * third + 3 * third + 6 * third, 1 * third + 4 * third + 0 * third};
  EXPECT_EQ(wrong_elements(call, 0, 3, reinterpret_cast<const std::byte*>(out.data())), 0);
  out[1] *= 1.001F;
  EXPECT_EQ(wrong_elements(call, 0, 3, reinterpret_cast<const std::byte*>(out.data())), 1);
}

// What is no number equals nothing: 0x7e00 is one of binary16's.
TEST(Contents, FindsWhatIsNoNumber) {
  const Configuration call{.call = {.bytes = 2, .type = DataType::Half}};
  const std::uint16_t bits = 0x7e00;
  EXPECT_EQ(wrong_elements(call, 0, 2, reinterpret_cast<const std::byte*>(&bits)), 1);
}

// 60 bytes are 15 floats, all in the output of an all-reduce.
TEST(Contents, FindsEverythingSpoiledWrong) {
  const Configuration call{.call = {.bytes = 60}};
  auto out = right_output<float>(call, 0, 3);
  spoil_output(call, 0, 3, out.data());
  EXPECT_EQ(wrong_elements(call, 0, 3, out.data()), 15);
}

TEST(Contents, FindsTheOneThatIsWrong) {
  const Configuration call{.call = {.bytes = 60, .type = DataType::Int32}};
  auto out = right_output<std::int32_t>(call, 0, 3);
  out[4 * 7] ^= std::byte{1};
  EXPECT_EQ(wrong_elements(call, 0, 3, out.data()), 1);
}

// 100 ranks that each put up to 6 sum up to more than 255: at index 0 the sum of 3 r mod 7 is that
// of 14 rounds of 0..6 (294) and of ranks 98 and 99 (0 and 3), so 297, and 41 in a byte.
TEST(Contents, WrapsAsTheTypeDoes) {
  const Configuration call{.call = {.bytes = 1, .type = DataType::Uint8}};
  EXPECT_EQ(output_at(pattern_of(call, 0, 100), 0), 297);
  const std::byte out{41};
  EXPECT_EQ(wrong_elements(call, 0, 100, &out), 0);
}

TEST(Contents, AsksTheRootOfAReduceAlone) {
  const Configuration call{.call = {.collective = Collective::Reduce, .bytes = 60}};
  std::vector<std::byte> out(60);
  spoil_output(call, 1, 3, out.data());
  EXPECT_EQ(wrong_elements(call, 1, 3, out.data()), 0);
  EXPECT_EQ(wrong_elements(call, 0, 3, out.data()), 15);
}

}  // namespace contents_test
}  // namespace treering::workers
