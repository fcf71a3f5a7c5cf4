#include "tests/cli/measure/launched.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/support/emulated_gpus.h"
#include "tests/support/sanitized.h"
#include "tuner/launch/process.h"
#include "tuner/measure/journal.h"

namespace treering::cli {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using tuner::measure::Record;

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kPatience{300};

/// A rank that mpirun killed may hold its file a moment longer than mpirun lives.
core::Result<tuner::measure::Journal> opened(const std::string& path) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (true) {
    auto journal = tuner::measure::Journal::open(path);
    if (journal || std::chrono::steady_clock::now() > end) return journal;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

// Where other work has the cores, ranks start far apart, and a call is no sample.
constexpr const char* kLate = "the ranks never started together";

}  // namespace

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::string program(const std::string& name) {
  return fs::path(TREERING_BINARY).parent_path() / name;
}

bool has_program(const std::string& name) {
  return fs::exists(program(name));
}

Ended Launched::run(const Words& words, const Words& environment) const {
  const Words all = joined({"TMPDIR=" + sessions_.path()}, environment);
  const tuner::launch::Command command{joined({"env", "-C", folder()}, words), all};
  auto process = tuner::launch::Process::start(command);
  if (!process) return {process.error().message(), ""};
  process->wait(kPatience);
  return {process->ending().value_or("still runs"), process->printed()};
}

Words Launched::measure(const std::string& runner, const Words& more) const {
  const Words words{
      program("treering"), "measure", "--runner",  runner, "-b", "1K",   "-e",     "1K",
      "--samples",         "2",       "--warmups", "1",    "-o", file(), "--quiet"};
  return joined(words, more);
}

std::vector<Record> Launched::records() const {
  Words left;
  for (const auto& entry : fs::directory_iterator(folder())) {
    const std::string name = entry.path().filename();
    if (!name.starts_with("log") && name != "runs.jsonl") left.push_back(name);
  }
  EXPECT_THAT(left, IsEmpty());
  const auto journal = opened(file());
  EXPECT_TRUE(journal) << journal.error().message();
  return journal ? journal->earlier() : std::vector<Record>();
}

void Launched::expect_ended(const Ended& ended) const {
  const std::vector<Record> all = records();
  const bool is_late = !all.empty() && std::ranges::all_of(all, [](const Record& record) {
    return record.trial.is_sentinel || record.error.find(kLate) != std::string::npos;
  });
  EXPECT_EQ(ended.how, is_late ? "exit code 1" : "exit code 0") << ended.output;
}

void Launched::expect_results(const std::string& runner, int ranks, int nodes) const {
  const std::vector<Record> all = records();
  EXPECT_THAT(all, Not(IsEmpty()));
  for (const Record& record : all) {
    EXPECT_EQ(record.runner, runner);
    EXPECT_THAT(record.error, AnyOf("", HasSubstr(kLate)));
    EXPECT_EQ(record.wrong, 0);
    EXPECT_EQ(record.ranks, ranks);
    EXPECT_EQ(record.nodes, nodes);
    // More than the two that were asked for are tried only where these were late.
    const std::size_t calls = record.samples_us.size() + static_cast<std::size_t>(record.late);
    EXPECT_GE(calls, 2);
    EXPECT_TRUE(calls == 2 || record.late >= 2) << calls << " calls, " << record.late << " late";
    EXPECT_TRUE(record.used.is_known());
  }
}

Words of_open_mpi() {
  Words words{"LSAN_OPTIONS=detect_leaks=0"};
  if (geteuid() == 0) {
    words.insert(words.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
  }
  return words;
}

FakeGpus::FakeGpus() : job_(fmt::format("treering-{}", getpid())) {}

FakeGpus::~FakeGpus() {
  unlink(("/dev/shm/emu-" + job_).c_str());
}

core::Result<Words> FakeGpus::environment() const {
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
  Words environment{"TREERING_FAKE_GPUS=1", "EMU_JOB=" + job_};
  for (const auto& [name, value] : *emulated) {
    environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

}  // namespace treering::cli
