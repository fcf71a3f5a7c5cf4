// `treering measure` as launchers start it: every rank is a treering, rank 0 conducts. mpirun is
// Open MPI's own; srun is a script that sets what Slurm would (tests/support/launchers).
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/emulated_gpus.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"
#include "tuner/launch/process.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/journal.h"

namespace treering::cli {
namespace launched_test {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using tuner::measure::Record;

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

// NCCL takes a second of processor time for each of its fake GPUs.
constexpr std::chrono::seconds kPatience{300};

// Where other work has the cores, ranks start far apart, and a call is no sample.
constexpr const char* kLate = "the ranks never started together";

const fs::path kProgram = TREERING_BINARY;

bool has_program(const std::string& name) {
  return fs::exists(kProgram.parent_path() / name);
}

struct Ended {
  std::string how;  // "exit code 0"
  std::string output;
};

/// A folder that all ranks see, in which they start.
class Launched : public testing::Test {
 protected:
  Ended run(const Words& words, const Words& environment = {}) const {
    tuner::launch::Command command{{"env", "-C", folder_.path()}, environment};
    command.words.insert(command.words.end(), words.begin(), words.end());
    const std::string log = folder_.path() + "/log";
    auto process = tuner::launch::Process::start(command, log);
    if (!process) return {process.error().message(), ""};
    process->wait(kPatience);
    std::ifstream file(log);
    Ended ended{process->ending().value_or("still runs"), ""};
    ended.output.assign(std::istreambuf_iterator<char>(file), {});
    return ended;
  }

  /// Two samples of one call.
  [[nodiscard]] Words measure(const std::string& runner, const Words& more = {}) const {
    Words words{kProgram,    "measure", "--runner",  runner, "-b", "1K",   "-e",     "1K",
                "--samples", "2",       "--warmups", "1",    "-o", file(), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  [[nodiscard]] std::string file() const { return folder_.path() + "/runs.jsonl"; }

  /// What is in the file; nothing else is left in the folder.
  std::vector<Record> records() const {
    Words left;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename();
      if (!name.starts_with("log") && name != "runs.jsonl") left.push_back(name);
    }
    EXPECT_THAT(left, IsEmpty());
    const auto journal = tuner::measure::Journal::open(file());
    return journal ? journal->earlier() : std::vector<Record>();
  }

  [[nodiscard]] const std::string& folder() const { return folder_.path(); }

  void expect_results(const std::string& runner, int ranks, int nodes = 1) const {
    const std::vector<Record> all = records();
    EXPECT_THAT(all, Not(IsEmpty()));
    for (const Record& record : all) {
      EXPECT_EQ(record.runner, runner);
      EXPECT_THAT(record.error, AnyOf("", HasSubstr(kLate)));
      EXPECT_EQ(record.wrong, 0);
      EXPECT_EQ(record.ranks, ranks);
      EXPECT_EQ(record.nodes, nodes);
      EXPECT_EQ(record.samples_us.size() + static_cast<std::size_t>(record.late), 2);
      EXPECT_FALSE(record.used.algorithms.empty());
    }
  }

 private:
  support::TemporaryFolder folder_;
};

/// The words of mpirun before the program; they start two ranks.
const Words kMpirun{"mpirun", "-np", "2", "--oversubscribe", "--bind-to", "none"};

/// Of Open MPI: in a container there is often nobody but root, whom mpirun refuses.
Words environment_of_mpirun() {
  if (geteuid() != 0) return {};
  return {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
}

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

class UnderMpirun : public Launched {
 protected:
  void SetUp() override {
    const Ended ended = run(joined(kMpirun, {"true"}), environment_of_mpirun());
    if (ended.how != "exit code 0") GTEST_SKIP() << "no mpirun here: " << ended.output;
  }
};

class RunnersUnderMpirun : public UnderMpirun, public testing::WithParamInterface<const char*> {};

TEST_P(RunnersUnderMpirun, MeasureWithItsRanks) {
  const std::string runner = GetParam();
  if (!has_program("treering-worker-" + runner)) GTEST_SKIP() << "built without " << runner;
  const Words command = joined(kMpirun, measure(runner, {"--algo", "all"}));
  const Ended ended = run(command, environment_of_mpirun());
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  expect_results(runner, 2);
}

INSTANTIATE_TEST_SUITE_P(Runners, RunnersUnderMpirun, testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

// A launcher starts its ranks once: what failed for all is not tried anew, and nothing hangs.
TEST_F(UnderMpirun, FreshLaunchesAreRefused) {
  if (!has_program("treering-worker-mpi")) GTEST_SKIP() << "built without Open MPI";
  const Ended ended =
      run(joined(kMpirun, measure("mpi", {"--launches", "2"})), environment_of_mpirun());
  EXPECT_THAT(ended.output, HasSubstr("--launches: 2 under a launcher, expected 1"));
}

/// Removes what the emulator shares between processes.
class EmulatorsMemory {
 public:
  EmulatorsMemory() = default;
  EmulatorsMemory(const EmulatorsMemory&) = delete;
  EmulatorsMemory& operator=(const EmulatorsMemory&) = delete;
  ~EmulatorsMemory() { unlink(("/dev/shm/emu-" + job()).c_str()); }

  static std::string job() { return fmt::format("treering-{}", getpid()); }
};

/// What makes GPUs that do not exist; a reason in place of it where there are none.
core::Result<Words> fake_gpus() {
  if (!has_program("treering-worker-nccl")) {
    return core::environment_error("treering-worker-nccl", "not built");
  }
  if (test::kIsSanitized) {
    return core::environment_error("fake GPUs", "a sanitizer lets nothing else be preloaded");
  }
  void* const library = dlopen("libnccl.so.2", RTLD_LAZY);
  if (library == nullptr) return core::environment_error("libnccl", "not found");
  dlclose(library);
  const fs::path tests = fs::read_symlink("/proc/self/exe").parent_path();
  const auto emulated = support::emulated_gpus(tests.parent_path() / "emulator",
                                               tests / "libtreering_patient_sockets.so");
  if (!emulated) return core::fail(emulated.error());
  // Processes of one launcher meet under that name.
  Words environment{"TREERING_FAKE_GPUS=1", "EMU_JOB=" + EmulatorsMemory::job()};
  for (const auto& [name, value] : *emulated) {
    environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

// The fake GPUs are those of the ranks alone: nothing is preloaded into the launcher.
TEST_F(UnderMpirun, NcclMeasuresOnFakeGpus) {
  const EmulatorsMemory memory;
  const auto gpus = fake_gpus();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Words command = joined(joined(kMpirun, {"env"}), joined(*gpus, measure("nccl")));
  const Ended ended = run(command, environment_of_mpirun());
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  expect_results("nccl", 2);
}

// --- srun, without PMI

class UnderSrun : public Launched {
 protected:
  void SetUp() override {
    const Ended ended = run(joined(srun_, {"true"}));
    if (ended.how != "exit code 0") GTEST_SKIP() << "no sh for a script: " << ended.output;
  }

  const Words srun_{fs::absolute("tests/support/launchers/srun"), "-n", "2"};
};

TEST_F(UnderSrun, GlooMeasuresWithItsRanks) {
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
  const Ended ended = run(joined(srun_, measure("gloo", {"--algo", "all"})));
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  expect_results("gloo", 2);
}

TEST_F(UnderSrun, NcclMeasuresOnFakeGpus) {
  const EmulatorsMemory memory;
  const auto gpus = fake_gpus();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Ended ended = run(joined(joined(srun_, {"env"}), joined(*gpus, measure("nccl"))));
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  expect_results("nccl", 2);
}

// MPI does not hear of the other rank: what each would measure alone is no result.
TEST_F(UnderSrun, OpenMpiIsRefusedWithoutPmi) {
  if (!has_program("treering-worker-mpi")) GTEST_SKIP() << "built without Open MPI";
  const Ended ended = run(joined(srun_, measure("mpi")), environment_of_mpirun());
  EXPECT_EQ(ended.how, "exit code 4") << ended.output;
  EXPECT_THAT(records(), IsEmpty());
}

// In a batch script on the first of its nodes treering starts the ranks itself.
TEST_F(Launched, ABatchScriptIsNoRank) {
  if (!has_program("treering-worker-gloo")) GTEST_SKIP() << "built without Gloo";
  const Words batch{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_LOCALID=0", "SLURM_NODEID=0",
                    "SLURM_NTASKS=8"};
  const Ended ended = run(measure("gloo", {"--ranks", "2"}), batch);
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  expect_results("gloo", 2);
}

// --- two machines: network namespaces, in which a rank of a launcher knows of no shaped cluster

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
    const Words shaped =
        tuner::launch::words_to_shape(kProgram.parent_path() / "treering-shape", {1, 1});
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
  EXPECT_EQ(by_name.how, "exit code 0") << by_name.output;
  expect_results("gloo", 2, 2);
  const Words by_interface{"env", "GLOO_SOCKET_IFNAME=eth0"};
  const Ended again = run_by_srun(joined(by_interface, measure("gloo")));
  EXPECT_EQ(again.how, "exit code 0") << again.output;
  expect_results("gloo", 2, 2);
}

TEST_F(OnTwoMachines, NcclMeasuresUnderSrun) {
  const EmulatorsMemory memory;
  const auto gpus = fake_gpus();
  if (!gpus) GTEST_SKIP() << gpus.error().message();
  const Words machines = joined(*gpus, {"NCCL_SOCKET_IFNAME=eth0"});
  const Ended ended = run_by_srun(joined({"env"}, joined(machines, measure("nccl"))));
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
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
  EXPECT_EQ(ended.how, "exit code 0") << ended.output;
  expect_results("mpi", 2, 2);
}

}  // namespace launched_test
}  // namespace treering::cli
