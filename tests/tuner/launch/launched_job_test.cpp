#include <array>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/emulated_gpus.h"
#include "tuner/launch/launched_rank.h"

namespace treering::tuner::launch {
namespace launched_job_test {

/// A launcher behind a socket: answers each question with the next of `answers`, and keeps the
/// questions.
class FakeLauncher {
 public:
  explicit FakeLauncher(std::vector<std::string> answers) {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()), 0);
    thread_ = std::thread([this, answers = std::move(answers)] {
      for (const std::string& answer : answers) {
        char next = 0;
        while (read(ends_[1], &next, 1) == 1) {
          asked_ += next;
          if (next == '\n') break;
        }
        EXPECT_EQ(write(ends_[1], answer.data(), answer.size()),
                  static_cast<ssize_t>(answer.size()));
      }
      shutdown(ends_[1], SHUT_WR);
    });
  }
  FakeLauncher(const FakeLauncher&) = delete;
  FakeLauncher& operator=(const FakeLauncher&) = delete;
  ~FakeLauncher() {
    shutdown(ends_[0], SHUT_WR);
    if (thread_.joinable()) thread_.join();
    for (const int end : ends_) close(end);
  }

  [[nodiscard]] int socket() const { return ends_[0]; }
  /// All questions so far, when the last has been answered.
  const std::string& asked() {
    thread_.join();
    return asked_;
  }

 private:
  std::array<int, 2> ends_{};
  std::thread thread_;
  std::string asked_;
};

// What Hydra 4.0.2 answers. Without leave taken it would call the end of a rank a failure.
TEST(JobByPmi, IsTheNameThatRanksShare) {
  FakeLauncher launcher({"cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n",
                         "cmd=my_kvsname kvsname=kvs_23303_0_1244111471_vm\n",
                         "cmd=finalize_ack\n"});
  EXPECT_EQ(job_by_pmi(launcher.socket()), "kvs_23303_0_1244111471_vm");
  EXPECT_EQ(launcher.asked(),
            "cmd=init pmi_version=1 pmi_subversion=1\ncmd=get_my_kvsname\ncmd=finalize\n");
}

// MPICH 4.2, of Debian 13.
TEST(JobByPmi, ItsNameMayStandAfterOthers) {
  FakeLauncher launcher({"cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1\n",
                         "cmd=my_kvsname rc=0 kvsname=kvs_2587_0_1016026689_vm\n",
                         "cmd=finalize_ack rc=0\n"});
  EXPECT_EQ(job_by_pmi(launcher.socket()), "kvs_2587_0_1016026689_vm");
  FakeLauncher nameless(
      {"cmd=response_to_init rc=0\n", "cmd=my_kvsname rc=-1\n", "cmd=finalize_ack rc=0\n"});
  EXPECT_EQ(job_by_pmi(nameless.socket()), std::nullopt);
}

TEST(JobByPmi, IsNothingWhereNobodySpeaksIt) {
  FakeLauncher other({"220 mail.example ESMTP\n"});
  EXPECT_EQ(job_by_pmi(other.socket()), std::nullopt);
  FakeLauncher silent({});
  EXPECT_EQ(job_by_pmi(silent.socket()), std::nullopt);
  FakeLauncher endless({std::string(5000, 'x')});
  EXPECT_EQ(job_by_pmi(endless.socket()), std::nullopt);
  EXPECT_EQ(job_by_pmi(-1), std::nullopt);
}

TEST(LaunchedJob, ComesFromVariablesWhereTheyHaveIt) {
  const support::Variables step({{"SLURM_PROCID", "0"},
                                 {"SLURM_STEP_NUM_TASKS", "2"},
                                 {"SLURM_LOCALID", "0"},
                                 {"SLURM_JOB_ID", "7"},
                                 {"SLURM_STEP_ID", "3"}});
  const auto job = launched_job();
  ASSERT_TRUE(job) << job.error().message();
  EXPECT_EQ(*job, "SLURM_JOB_ID=7 SLURM_STEP_ID=3");
}

TEST(LaunchedJob, IsAskedForWhereTheyDoNot) {
  FakeLauncher launcher({"cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n",
                         "cmd=my_kvsname kvsname=kvs_1\n", "cmd=finalize_ack\n"});
  const support::Variables hydra({{"PMI_RANK", "0"},
                                  {"PMI_SIZE", "2"},
                                  {"MPI_LOCALRANKID", "0"},
                                  {"PMI_FD", std::to_string(launcher.socket())}});
  const auto job = launched_job();
  ASSERT_TRUE(job) << job.error().message();
  EXPECT_EQ(*job, "kvsname=kvs_1");
}

// Two jobs that nothing tells apart would take each other's ranks.
TEST(LaunchedJob, FailsWhereNothingTellsJobsApart) {
  const support::Variables launcher(
      {{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"MPI_LOCALRANKID", "0"}});
  const auto job = launched_job();
  ASSERT_FALSE(job);
  EXPECT_EQ(job.error().message(),
            "environment: no name of the job by its launcher, expected PMIX_NAMESPACE, "
            "SLURM_JOB_ID with SLURM_STEP_ID, or an answer on PMI_FD");
}

}  // namespace launched_job_test
}  // namespace treering::tuner::launch
