// Buffers of all ranks beside what a library makes of them: every type, operation and order.
#include "workers/elements.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "workers/layout.h"
#include "workers/stored_type.h"

namespace treering::workers {
namespace elements_test {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using tuner::measure::Configuration;

/// So many that each of up to 33 ranks is a speaker somewhere, and no multiple of anything.
constexpr std::uint64_t kElements = 101;

Configuration call_of(DataType type, ReduceOp op) {
  return {.call = {.bytes = kElements * core::size_of(type).count(), .type = type, .op = op}};
}

template <class Value>
std::vector<Value> input_of(const Configuration& call, int rank, int ranks) {
  std::vector<Value> in(kElements);
  fill_input(call, rank, ranks, reinterpret_cast<std::byte*>(in.data()));
  return in;
}

/// As a GPU does it: in the type, with a rounding after each step.
template <class Value>
Value step(ReduceOp op, Value a, Value b) {
  if constexpr (std::is_integral_v<Value>) {
    if (op == ReduceOp::Prod) return static_cast<Value>(a * b);
    if (op == ReduceOp::Max) return std::max(a, b);
    if (op == ReduceOp::Min) return std::min(a, b);
    return static_cast<Value>(a + b);
  } else {
    const auto left = static_cast<double>(a);
    const auto right = static_cast<double>(b);
    if (op == ReduceOp::Prod) return Value(left * right);
    if (op == ReduceOp::Max) return Value(std::max(left, right));
    if (op == ReduceOp::Min) return Value(std::min(left, right));
    return Value(left + right);
  }
}

/// What NCCL multiplies the input of `rank` by.
template <class Value>
Value scaled(ReduceOp op, Value one, int rank, int ranks) {
  if (op == ReduceOp::MulSum) {
    return Value(static_cast<Value>(static_cast<double>(one) * weight_of(rank)));
  }
  if constexpr (std::is_integral_v<Value>) return one;
  if (op != ReduceOp::Avg) return one;
  const auto share = static_cast<double>(Value(1.0 / ranks));
  return Value(static_cast<double>(one) * share);
}

template <class Value>
std::vector<Value> reduced(const Configuration& call, const std::vector<int>& order,
                           std::size_t ranks) {
  std::vector<Value> out;
  for (const int rank : order) {
    std::vector<Value> in = input_of<Value>(call, rank, static_cast<int>(ranks));
    for (Value& one : in) one = scaled(call.call.op, one, rank, static_cast<int>(ranks));
    if (out.empty()) {
      out = in;
      continue;
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = step(call.call.op, out[i], in[i]);
  }
  if constexpr (std::is_integral_v<Value>) {
    if (call.call.op == ReduceOp::Avg) {
      for (Value& one : out) one = static_cast<Value>(one / static_cast<Value>(ranks));
    }
  }
  return out;
}

std::vector<int> in_order(int ranks) {
  std::vector<int> order;
  for (int rank = 0; rank < ranks; ++rank) order.push_back(rank);
  return order;
}

template <class Value>
std::uint64_t wrong_in(const Configuration& call, int ranks, const std::vector<Value>& out) {
  return wrong_elements(call, 0, ranks, reinterpret_cast<const std::byte*>(out.data()));
}

class Elements : public testing::TestWithParam<std::pair<DataType, ReduceOp>> {};

TEST_P(Elements, AreRightInEveryOrder) {
  const Configuration call = call_of(GetParam().first, GetParam().second);
  for (const int ranks : {1, 2, 3, 8, 33}) {
    SCOPED_TRACE(ranks);
    with_stored_type(call.call.type, [&](auto zero) {
      using Value = decltype(zero);
      std::vector<int> order = in_order(ranks);
      EXPECT_EQ(wrong_in(call, ranks, reduced<Value>(call, order, order.size())), 0);
      std::ranges::reverse(order);
      EXPECT_EQ(wrong_in(call, ranks, reduced<Value>(call, order, order.size())), 0);
      std::ranges::rotate(order, order.begin() + ranks / 2);
      EXPECT_EQ(wrong_in(call, ranks, reduced<Value>(call, order, order.size())), 0);
    });
  }
}

// For products, sums and averages; a maximum may come from any rank.
TEST_P(Elements, AreWrongWithoutAnyOfTheRanks) {
  const Configuration call = call_of(GetParam().first, GetParam().second);
  if (call.call.op == ReduceOp::Max || call.call.op == ReduceOp::Min) return;
  const int ranks = 9;
  for (int lost = 0; lost < ranks; ++lost) {
    SCOPED_TRACE(lost);
    with_stored_type(call.call.type, [&](auto zero) {
      using Value = decltype(zero);
      std::vector<int> order = in_order(ranks);
      order.erase(order.begin() + lost);
      EXPECT_GT(wrong_in(call, ranks, reduced<Value>(call, order, ranks)), 0);
    });
  }
}

std::vector<std::pair<DataType, ReduceOp>> all_pairs() {
  std::vector<std::pair<DataType, ReduceOp>> all;
  for (const DataType type : core::all_data_types()) {
    for (const ReduceOp op : core::all_reduce_ops()) all.emplace_back(type, op);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Types, Elements, testing::ValuesIn(all_pairs()), [](const auto& param) {
  return std::string(name_of(param.param.first)) + "_" + std::string(name_of(param.param.second));
});

// What does not add up has an input of every rank at every place.
TEST(ElementsOfSmallTypes, AreDenseWhereNothingIsAdded) {
  const Configuration gathered{
      .call = {.collective = Collective::AllGather, .bytes = 64, .type = DataType::F8e5m2}};
  EXPECT_EQ(inputs_of(gathered, 8).speakers, 8);
  EXPECT_EQ(inputs_of(call_of(DataType::F8e5m2, ReduceOp::Max), 8).speakers, 8);
}

// A rank puts up to 6. E5M2 has whole numbers up to 8, E4M3 up to 16, bfloat16 up to 256.
TEST(ElementsOfSmallTypes, HaveAsManySpeakersAsFit) {
  EXPECT_EQ(inputs_of(call_of(DataType::F8e5m2, ReduceOp::Sum), 8).speakers, 1);
  EXPECT_EQ(inputs_of(call_of(DataType::F8e4m3, ReduceOp::Sum), 8).speakers, 2);
  EXPECT_EQ(inputs_of(call_of(DataType::Bfloat16, ReduceOp::Sum), 100).speakers, 42);
  EXPECT_EQ(inputs_of(call_of(DataType::Bfloat16, ReduceOp::MulSum), 100).speakers, 21);
  EXPECT_EQ(inputs_of(call_of(DataType::Float, ReduceOp::Sum), 4096).speakers, 4096);
  EXPECT_EQ(inputs_of(call_of(DataType::Int8, ReduceOp::Sum), 4096).speakers, 4096);
  EXPECT_EQ(inputs_of(call_of(DataType::Int8, ReduceOp::Avg), 4096).speakers, 21);
}

// Of 3 ranks, with one speaker: at index 4 that is rank 1, with (4 + 3) mod 7 = 0; at 5 rank 2,
// with (5 + 6) mod 7 = 4.
TEST(ElementsOfSmallTypes, ComeFromTheirSpeaker) {
  const Inputs inputs{.ranks = 3, .speakers = 1};
  EXPECT_EQ(input_at(inputs, 0, 4), 0);
  EXPECT_EQ(input_at(inputs, 1, 4), 0);
  EXPECT_EQ(input_at(inputs, 2, 5), 4);
  EXPECT_EQ(input_at(inputs, 1, 5), 0);
  EXPECT_EQ(reduced_at(inputs, 5), 4);
}

}  // namespace elements_test
}  // namespace treering::workers
