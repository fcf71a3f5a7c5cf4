#include "workers/nccl/log.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

namespace treering::workers::nccl {
namespace {

constexpr const char* kLevel = "NCCL_DEBUG";
constexpr const char* kSubsystems = "NCCL_DEBUG_SUBSYS";
constexpr const char* kFile = "NCCL_DEBUG_FILE";

/// NCCL reads "%p" as the number of the process.
std::string as_pattern(const std::string& path) {
  std::string pattern;
  for (const char one : path) pattern += one == '%' ? "%%" : std::string(1, one);
  return pattern;
}

}  // namespace

std::string exchange_variable(const std::string& name, const std::string& value) {
  const char* const before = std::getenv(name.c_str());
  std::string was = before == nullptr ? "" : before;
  if (value.empty()) {
    unsetenv(name.c_str());
  } else {
    setenv(name.c_str(), value.c_str(), 1);
  }
  return was;
}

Log::Log(const Nccl& nccl, std::string file) : nccl_(nccl), file_(std::move(file)) {
  for (const char* const name : {kLevel, kSubsystems, kFile}) unsetenv(name);
}

void Log::switch_on() {
  if (!can_switch()) return;
  exchange_variable(kLevel, "INFO");
  exchange_variable(kSubsystems, "TUNING");
  exchange_variable(kFile, as_pattern(file_));
  nccl_.reset_log();
}

std::string Log::switch_off() {
  if (!can_switch()) return "";
  for (const char* const name : {kLevel, kSubsystems, kFile}) unsetenv(name);
  nccl_.reset_log();
  std::ifstream file(file_);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace treering::workers::nccl
