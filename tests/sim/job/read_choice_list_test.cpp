#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "sim/job/choice_variables.h"

namespace treering::sim::job {
namespace read_choice_list_test {

using core::Collective;

constexpr std::array<std::string_view, 3> kNames{"LL", "LL128", "Simple"};
constexpr ChoiceWords kWords{"NCCL_PROTO", "protocol", kNames};

ChoiceList read(std::string_view text) {
  return read_choice_list(text, kWords).value();
}

/// The names that `list` allows `collective`.
std::vector<std::string_view> left(const ChoiceList& list, Collective collective) {
  std::vector<std::string_view> names;
  for (int i = 0; i < 3; ++i) {
    if (list.allows(collective, i)) names.push_back(kNames[static_cast<std::size_t>(i)]);
  }
  return names;
}

using Names = std::vector<std::string_view>;

TEST(ChoiceList, NothingIsDecidedByAnEmptyText) {
  const ChoiceList list = read("");
  EXPECT_FALSE(list.decides(Collective::AllReduce));
  EXPECT_EQ(left(list, Collective::AllReduce), (Names{"LL", "LL128", "Simple"}));
}

TEST(ChoiceList, NamesHoldForEveryCollective) {
  const ChoiceList list = read("ll,SIMPLE");
  for (const Collective collective : {Collective::AllReduce, Collective::Broadcast}) {
    EXPECT_TRUE(list.decides(collective));
    EXPECT_EQ(left(list, collective), (Names{"LL", "Simple"}));
  }
}

TEST(ChoiceList, ACaretLeavesOut) {
  EXPECT_EQ(left(read("^LL128"), Collective::Reduce), (Names{"LL", "Simple"}));
  EXPECT_EQ(left(read("^LL,Simple"), Collective::Reduce), (Names{"LL128"}));
}

TEST(ChoiceList, CollectivesHaveTheirOwn) {
  const ChoiceList list = read("LL;allreduce:^LL;ReduceScatter:LL128,Simple");
  EXPECT_EQ(left(list, Collective::Broadcast), (Names{"LL"}));
  EXPECT_EQ(left(list, Collective::AllReduce), (Names{"LL128", "Simple"}));
  EXPECT_EQ(left(list, Collective::ReduceScatter), (Names{"LL128", "Simple"}));
}

TEST(ChoiceList, OthersKeepNcclsDefaults) {
  const ChoiceList list = read("allreduce:LL");
  EXPECT_TRUE(list.decides(Collective::AllReduce));
  EXPECT_FALSE(list.decides(Collective::AllGather));
}

TEST(ChoiceList, EmptyPartsAndSurplusOnesDoNotCount) {
  EXPECT_EQ(read("LL,,Simple"), read("LL,Simple"));
  EXPECT_EQ(read("LL;"), read("LL"));
  EXPECT_EQ(read("allreduce:LL:Simple"), read("allreduce:LL"));
  EXPECT_EQ(read(":LL"), read("LL"));
}

std::string complaint(std::string_view text) {
  const auto list = read_choice_list(text, kWords);
  return list ? "" : list.error().message();
}

TEST(ChoiceList, NcclRefusesWhatItDoesNotKnow) {
  EXPECT_EQ(
      complaint("simpel"),
      "NCCL_PROTO: NCCL knows no protocol 'simpel' and fails to make a communicator; did you mean "
      "'Simple'");
  EXPECT_EQ(
      complaint("all_reduce:LL"),
      "NCCL_PROTO: NCCL knows no collective 'all_reduce' and fails to make a communicator; did you "
      "mean 'AllReduce'");
  EXPECT_EQ(
      complaint("LL, Simple"),
      "NCCL_PROTO: NCCL knows no protocol ' Simple' and fails to make a communicator; did you mean "
      "'Simple'");
}

TEST(ChoiceList, OnlyTheFirstListMayLackACollective) {
  const std::string text =
      "NCCL_PROTO: 'Simple' names no collective, expected one before each list but the first; "
      "write it like allreduce:LL";
  EXPECT_EQ(complaint("LL;Simple"), text);
  EXPECT_EQ(complaint(";Simple"), text) << "NCCL counts the empty text as the first";
}

}  // namespace read_choice_list_test
}  // namespace treering::sim::job
