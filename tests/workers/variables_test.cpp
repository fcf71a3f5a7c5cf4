#include <gtest/gtest.h>

#include "workers/serve.h"

namespace treering::workers {
namespace variables_test {

TEST(Variables, AreThoseThatChangeHowDataMoves) {
  EXPECT_EQ(
      variables_text({"UCX_TLS=tcp", "HOME=/root", "OMPI_MCA_btl=tcp,self",
                      "OMPI_MCA_coll_tuned_allreduce_algorithm=1", "GLOO_SOCKET_IFNAME=eth0"}),
      "GLOO_SOCKET_IFNAME=eth0; OMPI_MCA_btl=tcp,self; "
      "OMPI_MCA_coll_tuned_allreduce_algorithm=1; UCX_TLS=tcp");
}

// mpirun sets variables of its own in every rank, some with numbers of the job; and we set two.
TEST(Variables, AreNotThoseThatALauncherSets) {
  EXPECT_EQ(variables_text({"OMPI_MCA_orte_ess_num_procs=2", "OMPI_MCA_ess_base_jobid=7",
                            "OMPI_MCA_pmix=^s1,s2", "OMPI_MCA_mpi_oversubscribe=1",
                            "OMPI_MCA_coll_tuned_use_dynamic_rules=1",
                            "OMPI_MCA_pml_monitoring_enable=1", "OMPI_COMM_WORLD_SIZE=2"}),
            "none");
}

}  // namespace variables_test
}  // namespace treering::workers
