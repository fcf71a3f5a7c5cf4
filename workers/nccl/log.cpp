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

void set_variable(const char* name, const std::string& value) {
  if (value.empty()) {
    unsetenv(name);
  } else {
    setenv(name, value.c_str(), 1);
  }
}

void forget_log_variables() {
  for (const char* const name : {kLevel, kSubsystems, kFile}) unsetenv(name);
}

Log::Log(const Nccl& nccl, std::string file) : nccl_(nccl), file_(std::move(file)) {}

void Log::switch_on() {
  if (!can_switch()) return;
  set_variable(kLevel, "INFO");
  set_variable(kSubsystems, "TUNING");
  set_variable(kFile, as_pattern(file_));
  nccl_.reset_log();
}

std::string Log::switch_off() {
  if (!can_switch()) return "";
  forget_log_variables();
  nccl_.reset_log();
  std::ifstream file(file_);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace treering::workers::nccl
