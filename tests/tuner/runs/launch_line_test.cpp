#include "tuner/runs/launch_line.h"

#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace launch_line_test {

LaunchLine launch_of(std::string_view line) {
  LaunchLine launch;
  EXPECT_TRUE(read_launch_line(line, launch)) << line;
  return launch;
}

TEST(LaunchLine, MpirunSaysProcessesAndThoseOfANode) {
  const LaunchLine launch = launch_of(
      "$ mpirun -np 16 -N 8 -x NCCL_IB_HCA=mlx5_0 --bind-to none ./build/all_reduce_perf -b 8 -g "
      "1");
  EXPECT_EQ(launch.program, "all_reduce");
  EXPECT_EQ(launch.ranks(), 16);
  EXPECT_EQ(launch.hosts(), 2);
  ASSERT_EQ(launch.variables.size(), 1U);
  EXPECT_EQ(launch.variables.front(),
            (std::pair<std::string, std::string>{"NCCL_IB_HCA", "mlx5_0"}));
  EXPECT_EQ(launch_of("mpirun -n 4 --map-by ppr:2:node ./alltoall_perf -g 4").hosts(), 2);
  EXPECT_EQ(launch_of("mpirun -n 4 --map-by ppr:2:node ./alltoall_perf -g 4").ranks(), 16);
  EXPECT_EQ(launch_of("mpirun -np 2 -H a,b ./all_reduce_perf -g 4 -t 2").ranks(), 16);
  EXPECT_EQ(launch_of("mpirun -np 2 -H a,b ./all_reduce_perf -g 4").hosts(), 2);
}

// Open MPI fills the slots of the hosts in order, all of them where no number is given.
TEST(LaunchLine, AListOfHostsSaysNodesAndProcesses) {
  const LaunchLine all = launch_of("mpirun -H one:8,two:8 ./all_reduce_perf -b 1G -e 16G");
  EXPECT_EQ(all.ranks(), 16);
  EXPECT_EQ(all.hosts(), 2);
  EXPECT_EQ(all.least_bytes, 1U << 30U);
  EXPECT_EQ(all.most_bytes, std::uint64_t{16} << 30U);
  EXPECT_EQ(launch_of("mpirun -np 8 -host one:8,two:8 ./all_reduce_perf").hosts(), 1);
  EXPECT_EQ(launch_of("mpirun -np 2 -H one,one ./all_reduce_perf").hosts(), 1);
  // Four of the eight of a host: how many hosts have ranks is not said.
  EXPECT_EQ(launch_of("mpirun -np 12 -H one:8,two:8 ./all_reduce_perf").hosts(), 0);
}

// -N is the number of nodes to srun.
TEST(LaunchLine, SrunSaysNodes) {
  EXPECT_EQ(launch_of("srun -N2 --ntasks-per-node=8 --mpi=pmix all_gather_perf -e 8G").ranks(), 16);
  EXPECT_EQ(launch_of("srun --nodes=2 --ntasks=16 all_gather_perf -e 8G").hosts(), 2);
  EXPECT_EQ(launch_of("srun -N 2 -n 2 --export=ALL,NCCL_ALGO=Ring all_gather_perf -g 8").ranks(),
            16);
}

// The cores of a task and the rows' check are no counts of ranks.
TEST(LaunchLine, OtherOptionsAreNoCounts) {
  EXPECT_EQ(launch_of("srun -N 2 -n 16 -c 12 all_reduce_perf -c 1 -n 20 -w 5").ranks(), 16);
}

TEST(LaunchLine, AProgramAloneIsOneProcess) {
  EXPECT_EQ(launch_of("NCCL_PROTO=LL ./build/all_reduce_perf -b 8 -e 128M -f 2 -g 8").ranks(), 8);
  EXPECT_EQ(launch_of("./build/all_reduce_perf -g 8").hosts(), 1);
  // One rank sends nothing: a launcher that is not shown started more.
  EXPECT_EQ(launch_of("2 nodes with EFA - all_reduce_perf -b 8 -g 1").ranks(), 0);
  LaunchLine none;
  EXPECT_FALSE(read_launch_line("nvcc -o build/all_reduce_perf -lnccl", none));
  EXPECT_FALSE(read_launch_line("about all_reduce_perf and others", none));
}

}  // namespace launch_line_test
}  // namespace treering::tuner::runs
