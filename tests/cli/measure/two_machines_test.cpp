// Ranks of launchers on two machines, which are network namespaces with host names of their own
// (treering-shape). A rank of srun knows of no shaped cluster.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/cli/measure/launched.h"
#include "tuner/launch/shape.h"

namespace treering::cli {
namespace two_machines_test {

namespace fs = std::filesystem;

class OnTwoMachines : public Launched {
 protected:
  void SetUp() override {
    if (!has_program("treering-shape")) GTEST_SKIP() << "built without treering-shape";
    const Ended ended = run(on_two({"true"}));
    if (ended.how != "exit code 0") GTEST_SKIP() << "no shaped clusters here: " << ended.output;
  }

  /// The command beside two hosts, r0 and r1, which know each other's names.
  [[nodiscard]] Words on_two(const Words& command) const {
    const std::string hosts = folder() + "/log.hosts";
    std::ofstream(hosts) << "127.0.0.1 localhost\n"
                         << tuner::launch::shaped_address(0) << " r0\n"
                         << tuner::launch::shaped_address(1) << " r1\n";
    const Words shaped = tuner::launch::words_to_shape(program("treering-shape"), {1, 1});
    const std::string script = "mount --bind " + hosts + " /etc/hosts && exec \"$@\"";
    return joined(joined(shaped, {"sh", "-c", script, "sh"}), command);
  }

  /// By srun, a task for each host.
  [[nodiscard]] Ended run_by_srun(const Words& command) const {
    const Words srun{fs::absolute("tests/support/launchers/srun"), "-N", "2", "-n", "2"};
    return run(on_two(joined(srun, command)),
               {"SRUN_ENTER=treering-shape --enter K -- env -u TREERING_SHAPED"});
  }
};

TEST_F(OnTwoMachines, GlooMeasuresUnderSrun) {
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
  const Ended by_name = run_by_srun(measure("gloo"));
  expect_ended(by_name);
  expect_results("gloo", 2, 2);
  const Words by_interface{"env", "GLOO_SOCKET_IFNAME=eth0"};
  const Ended again = run_by_srun(joined(by_interface, measure("gloo")));
  expect_ended(again);
  expect_results("gloo", 2, 2);
}

TEST_F(OnTwoMachines, NcclMeasuresUnderSrun) {
  const FakeGpus fake;
  const auto gpus = fake.environment();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Words machines = joined(*gpus, {"NCCL_SOCKET_IFNAME=eth0"});
  const Ended ended = run_by_srun(joined({"env"}, joined(machines, measure("nccl"))));
  expect_ended(ended);
  expect_results("nccl", 2, 2);
}

TEST_F(OnTwoMachines, OpenMpiMeasuresUnderMpirun) {
  if (!has_program("treering-worker-mpi")) GTEST_SKIP() << "built without Open MPI";
  const Words mpirun{"mpirun",
                     "-np",
                     "2",
                     "-H",
                     "r0,r1",
                     "--bind-to",
                     "none",
                     "--mca",
                     "plm_rsh_agent",
                     "treering-shape --agent",
                     "--mca",
                     "oob_tcp_if_include",
                     tuner::launch::kShapedNetwork,
                     "--mca",
                     "btl_tcp_if_include",
                     tuner::launch::kShapedNetwork,
                     "--mca",
                     "btl",
                     "tcp,self",
                     "--mca",
                     "pml",
                     "^ucx,cm"};
  // There everybody is root.
  const Ended ended = run(on_two(joined(mpirun, measure("mpi"))),
                          {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
  expect_ended(ended);
  expect_results("mpi", 2, 2);
}

}  // namespace two_machines_test
}  // namespace treering::cli
