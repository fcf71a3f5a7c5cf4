#include "tests/support/oracle_program.h"

#include <cstdlib>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/support/made_copy.h"

namespace treering::testing {
namespace {

namespace fs = std::filesystem;

nlohmann::json read_json(const fs::path& path) {
  std::ifstream file(path);
  auto parsed = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? nlohmann::json::object() : parsed;
}

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
  if (const auto made = make_copy(source, work, {"Makefile", "oracle.py"}); !made) {
    return core::fail(made.error());
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
