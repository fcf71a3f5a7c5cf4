#include "tuner/runs/collective_of_table.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace collective_of_table_test {

using core::Collective;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A table of its own, of a heading and one row; 4 MiB are 1048576 floats.
MeasurementSet read(const std::string& heading, const std::string& row,
                    const ImportHints& hints = {}, const std::string& before = "") {
  const auto set =
      read_nccl_tests_text({"run.log", before + "# " + heading + "\n " + row + "\n"}, hints);
  EXPECT_TRUE(set) << set.error().message();
  return set.value_or(MeasurementSet());
}

const std::string kNow =
    "size count type redop root time algbw busbw #wrong time algbw busbw #wrong";

struct Form {
  std::string name;
  std::string heading;
  std::string row;
  Collective collective = Collective::AllReduce;
  int ranks = 0;
};

class Forms : public ::testing::TestWithParam<Form> {};

TEST_P(Forms, NameTheirCollective) {
  const Form& form = GetParam();
  const MeasurementSet set = read(form.heading, form.row);
  ASSERT_THAT(set.rejected, IsEmpty());
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].collective, form.collective);
  EXPECT_EQ(set.rows[0].ranks, form.ranks);
  EXPECT_THAT(set.notes, IsEmpty());
  ASSERT_FALSE(set.deduced.empty());
  EXPECT_THAT(set.deduced[0].text, HasSubstr(std::string(core::name_of(form.collective))));
}

// 4 MiB in 41.94 us are 100 GB/s. With 8 ranks all_reduce has 1.75 of it, those with shares 0.875.
INSTANTIATE_TEST_SUITE_P(
    OfNcclTests, Forms,
    ::testing::Values(
        Form{"all_reduce_now", kNow,
             "4194304 1048576 float sum -1 41.94 100.00 175.00 0 41.94 100.00 175.00 0",
             Collective::AllReduce, 8},
        Form{"all_reduce_2019",
             "size count type redop time algbw busbw error time algbw busbw error",
             "4194304 1048576 float sum 41.94 100.00 175.00 5e-07 41.94 100.00 175.00 5e-07",
             Collective::AllReduce, 8},
        Form{"reduce_scatter_now", kNow,
             "4194304 131072 float sum -1 41.94 100.00 87.50 0 41.94 100.00 87.50 0",
             Collective::ReduceScatter, 8},
        Form{"all_gather_now", kNow,
             "4194304 131072 float none -1 41.94 100.00 87.50 0 41.94 100.00 87.50 0",
             Collective::AllGather, 8},
        Form{"alltoall_now", kNow,
             "4194304 131072 float none -1 41.94 100.00 87.50 0 41.94 100.00 87.50 N/A",
             Collective::AllToAll, 8},
        // In place it is wrong by design; old tables print that as a deviation.
        Form{"alltoall_2020", "size count type time algbw busbw error time algbw busbw error",
             "4194304 131072 float 41.94 100.00 87.50 0e+00 41.94 100.00 87.50 1e+00",
             Collective::AllToAll, 8},
        // Until 2020 algbw was that of what a rank receives from others: 7 / 8.
        Form{"all_gather_2019", "size count type time algbw busbw error time algbw busbw error",
             "4194304 131072 float 41.94 87.50 87.50 0e+00 41.94 87.50 87.50 0e+00",
             Collective::AllGather, 8},
        Form{"broadcast_now", kNow,
             "4194304 1048576 float none 0 41.94 100.00 100.00 0 41.94 100.00 100.00 0",
             Collective::Broadcast, 0},
        Form{"broadcast_2019", "size count type root time algbw busbw error time algbw busbw error",
             "4194304 1048576 float 0 41.94 100.00 100.00 0e+00 41.94 100.00 100.00 0e+00",
             Collective::Broadcast, 0},
        Form{"reduce_now", kNow,
             "4194304 1048576 float sum 0 41.94 100.00 100.00 0 41.94 100.00 100.00 0",
             Collective::Reduce, 0},
        // It prints the reduction of its run, though it has none.
        Form{"sendrecv_now", kNow,
             "4194304 1048576 float sum -1 41.94 100.00 100.00 0 41.94 100.00 100.00 N/A",
             Collective::SendRecv, 0},
        Form{"sendrecv_2021", "size count type time algbw busbw error time algbw busbw error",
             "4194304 1048576 float 41.94 100.00 100.00 0e+00 41.94 100.00 100.00 1e+00",
             Collective::SendRecv, 0}),
    [](const auto& form) { return form.param.name; });

// Errors that nobody counted do not tell all_gather from alltoall.
const std::string kOpen =
    "4194304 131072 float none -1 41.94 100.00 87.50 N/A 41.94 100.00 87.50 N/A";

TEST(CollectiveOfTable, SeveralAreAskedFor) {
  const MeasurementSet set = read(kNow, kOpen);
  EXPECT_THAT(set.rows, IsEmpty());
  ASSERT_EQ(set.rejected.size(), 1U);
  EXPECT_THAT(set.rejected[0].text, HasSubstr("all_gather, alltoall"));
}

TEST(CollectiveOfTable, SeveralMayCountAsTheFirst) {
  const MeasurementSet set =
      read(kNow, kOpen, {.id = {}, .collective = {}, .open = ImportHints::Open::First});
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].collective, Collective::AllGather);
  EXPECT_EQ(set.rows[0].ranks, 8);
  EXPECT_THAT(set.open_collectives, ElementsAre(Collective::AllGather, Collective::AllToAll));
}

TEST(CollectiveOfTable, WordsAndAnOptionDecideBetweenThem) {
  const MeasurementSet words = read(kNow, kOpen, {}, "Our result of all-to-all on one board:\n");
  ASSERT_EQ(words.rows.size(), 1U);
  EXPECT_EQ(words.rows[0].collective, Collective::AllToAll);
  const MeasurementSet given = read(kNow, kOpen, {.id = {}, .collective = Collective::AllToAll});
  ASSERT_EQ(given.rows.size(), 1U);
  EXPECT_EQ(given.rows[0].collective, Collective::AllToAll);
  EXPECT_THAT(given.deduced, SizeIs(1));  // the ranks alone
}

// Words about another collective, and an option, do not override what a table shows.
TEST(CollectiveOfTable, ATableCountsMoreThanWords) {
  const std::string all_gather =
      "4194304 131072 float none -1 41.94 100.00 87.50 0 41.94 100.00 87.50 0";
  const MeasurementSet words = read(kNow, all_gather, {}, "After all_reduce we ran this one:\n");
  ASSERT_EQ(words.rows.size(), 1U);
  EXPECT_EQ(words.rows[0].collective, Collective::AllGather);
  const MeasurementSet given =
      read(kNow, all_gather, {.id = {}, .collective = Collective::AllReduce});
  ASSERT_EQ(given.rows.size(), 1U);
  EXPECT_EQ(given.rows[0].collective, Collective::AllGather);
}

// The command below a table starts the next test.
TEST(CollectiveOfTable, ACommandBelowIsOfTheNextTest) {
  const std::string text =
      "  4194304 131072 float 41.94 87.50 87.50 0e+00 41.94 87.50 87.50 0e+00\n"
      "./broadcast_perf -b 8 -e 128M -f 2 -g 8\n";
  const auto set = read_nccl_tests_text({"run.log", text}, {});
  ASSERT_TRUE(set);
  ASSERT_EQ(set->rows.size(), 1U);
  EXPECT_EQ(set->rows[0].collective, Collective::AllGather);
}

TEST(CollectiveOfTable, WordsNameCollectivesInAnySpelling) {
  EXPECT_THAT(collectives_named_in("NCCL allreduce test"), ElementsAre(Collective::AllReduce));
  EXPECT_THAT(collectives_named_in("EXEC=/opt/build/reduce_scatter_perf"),
              ElementsAre(Collective::ReduceScatter));
  EXPECT_THAT(collectives_named_in("All-to-All, send/recv"),
              ElementsAre(Collective::AllToAll, Collective::SendRecv));
  EXPECT_THAT(collectives_named_in("to reduce the time we gather logs"), IsEmpty());
}

}  // namespace collective_of_table_test
}  // namespace treering::tuner::runs
