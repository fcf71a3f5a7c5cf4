#include "tests/support/oracle_program.h"

#include <cstdlib>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

namespace treering::testing {
namespace {

namespace fs = std::filesystem;

/// Runs a command line of the shell, its words going to `log`.
bool succeeds(const std::string& command, const fs::path& log) {
  return std::system(fmt::format("{} >'{}' 2>&1", command, log.string()).c_str()) == 0;
}

std::string end_of(const fs::path& log) {
  std::ifstream file(log);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  constexpr std::size_t kMost = 500;
  return text.substr(text.size() > kMost ? text.size() - kMost : 0);
}

nlohmann::json read_json(const fs::path& path) {
  std::ifstream file(path);
  auto parsed = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? nlohmann::json::object() : parsed;
}

void copy_program(const fs::path& from, const fs::path& to) {
  fs::create_directories(to / "src");
  constexpr auto kUpdate = fs::copy_options::update_existing;
  for (const char* file : {"Makefile", "oracle.py"}) fs::copy_file(from / file, to / file, kUpdate);
  for (const auto& entry : fs::directory_iterator(from / "src")) {
    fs::copy_file(entry.path(), to / "src" / entry.path().filename(), kUpdate);
  }
}

/// Held while the program is being built: tests run side by side.
class Lock {
 public:
  explicit Lock(const fs::path& path) : file_(::open(path.c_str(), O_CREAT | O_RDWR, 0644)) {
    ::flock(file_, LOCK_EX);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { ::close(file_); }

 private:
  int file_;
};

}  // namespace

OracleProgram::OracleProgram(fs::path source, fs::path work)
    : source_(std::move(source)), work_(std::move(work)) {}

core::Result<OracleProgram> OracleProgram::open(const fs::path& work) {
  const char* given = std::getenv("TREERING_ORACLE");
  const fs::path source = given != nullptr ? given : "../shared/oracle";
  if (!fs::exists(source / "oracle.py")) {
    return core::environment_error(source.string(), "no oracle.py", "expected the oracle's folder",
                                   "name it in TREERING_ORACLE");
  }
  fs::create_directories(work);
  const Lock lock(work / "lock");
  copy_program(source, work);
  const fs::path log = work / "make.log";
  if (!succeeds(fmt::format("make -C '{}'", work.string()), log)) {
    return core::environment_error(work.string(), "make failed: " + end_of(log));
  }
  return OracleProgram(source, work);
}

core::Result<nlohmann::json> OracleProgram::ask(const OracleQuestion& question) const {
  const std::string name = fmt::format("{}_n{}", question.topology.stem().string(), question.nodes);
  const fs::path answer = work_ / (name + ".json");
  const fs::path log = work_ / (name + ".log");
  fs::remove(answer);
  std::string command = fmt::format(
      "python3 '{}' --topo '{}' --nodes {} --sizes {} --colls {} --connect no --timeout 120 --out "
      "'{}'",
      (work_ / "oracle.py").string(), question.topology.string(), question.nodes, question.sizes,
      question.collectives, answer.string());
  for (const std::string& variable : question.environment) {
    command += fmt::format(" --env '{}'", variable);
  }
  if (!question.keep_logs.empty()) {
    command += fmt::format(" --keep '{}'", question.keep_logs.string());
  }
  // Ranks share a log, and now and then a line of one tears a line of another.
  constexpr int kAttempts = 3;
  for (int i = 0; i < kAttempts; ++i) {
    if (succeeds(command, log)) return read_json(answer);
  }
  return core::environment_error(name, end_of(log));
}

nlohmann::json OracleProgram::recorded(const std::string& name, int nodes) const {
  return read_json(source_ / "out" / fmt::format("{}_n{}.json", name, nodes));
}

}  // namespace treering::testing
