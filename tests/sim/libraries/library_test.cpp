#include "sim/libraries/library.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace treering::sim::libraries {
namespace library_test {

using core::Collective;

// ompi/mca/coll/tuned/coll_tuned_decision_fixed.c of 4.1.4, by hand.
TEST(OwnChoice, IsOpenMpis) {
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllReduce, 4095, 2), "recursive_doubling");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllReduce, 4096, 2), "ring");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllReduce, 1 << 20, 3), "rabenseifner");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllReduce, 8191, 8), "recursive_doubling");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::Broadcast, 4096, 4), "binomial");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::Gather, 1 << 20, 20), "binomial");
}

// Of blocks, one for each rank: 64 KiB for 8 ranks are blocks of 8 KiB.
TEST(OwnChoice, CountsBlocksWhereEachRankHasItsOwn) {
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllToAll, 4 * 8192 - 4, 4), "linear_sync");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllToAll, 4 * 8192, 4), "linear");
}

// coll_base_allgather.c: recursive doubling becomes bruck where ranks are no power of two.
// coll_base_topo.c: a chain of fan-out 0 is a single one.
TEST(OwnChoice, IsWhatRunsForTheseRanks) {
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllGather, 4096, 2), "two_proc");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllGather, 4096, 4), "recursive_doubling");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::AllGather, 4096, 6), "bruck");
  EXPECT_EQ(own_choice(Library::OpenMpi, Collective::Broadcast, 1 << 20, 4), "pipeline");
}

// ompi_coll_tuned_barrier_intra_dec_fixed of 4.1 and 5.0, by ranks; gloo/barrier.cc.
TEST(OwnChoice, OfBarriersIsByRanks) {
  const auto own = [](int ranks) {
    return own_choice(Library::OpenMpi, Collective::Barrier, 0, ranks).value_or("");
  };
  EXPECT_EQ(own(2), "recursive_doubling");
  EXPECT_EQ(own(7), "linear");
  EXPECT_EQ(own(8), "recursive_doubling");
  EXPECT_EQ(own(64), "bruck");
  EXPECT_EQ(own(256), "tree");
  EXPECT_EQ(own(512), "bruck");
  EXPECT_EQ(own(1024), "tree");
  EXPECT_EQ(own(4096), "bruck");
  EXPECT_EQ(own_choice(Library::Gloo, Collective::Barrier, 0, 5), "dissemination");
}

TEST(OwnChoice, OfManyRanksIsNotKnown) {
  EXPECT_TRUE(own_choice(Library::OpenMpi, Collective::AllReduce, 4096, 63));
  EXPECT_FALSE(own_choice(Library::OpenMpi, Collective::AllReduce, 4096, 64));
  EXPECT_EQ(own_choice(Library::Gloo, Collective::AllReduce, 4096, 640), "ring");
}

TEST(OwnChoice, IsOneOfTheLibrarys) {
  for (const Library library : on_cpus()) {
    for (const Collective collective : core::all_collectives()) {
      const auto all = algorithms_of(library, collective);
      for (int ranks = 2; ranks < 64; ++ranks) {
        for (std::uint64_t bytes = 1; bytes < (1U << 24U); bytes *= 2) {
          const auto own = own_choice(library, collective, bytes, ranks);
          ASSERT_TRUE(own) << entry_of(library).name << " " << core::name_of(collective) << " "
                           << ranks;
          EXPECT_NE(std::ranges::find(all, *own), all.end()) << *own;
        }
      }
    }
  }
}

TEST(OpenMpiNumber, IsThatOfItsVariables) {
  EXPECT_EQ(open_mpi_number(Collective::AllReduce, "ring"), 4);
  EXPECT_EQ(open_mpi_number(Collective::Broadcast, "scatter_allgather_ring"), 9);
  EXPECT_EQ(open_mpi_number(Collective::AllGather, "sparbit"), 7);
  EXPECT_EQ(open_mpi_number(Collective::AllReduce, "bcube"), std::nullopt);
  EXPECT_EQ(open_mpi_number(Collective::SendRecv, "sendrecv"), std::nullopt);
  EXPECT_EQ(open_mpi_number(Collective::Barrier, "tree"), 6);
}

}  // namespace library_test
}  // namespace treering::sim::libraries
