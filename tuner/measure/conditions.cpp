#include "tuner/measure/conditions.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/utsname.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "sim/libraries/library.h"
#include "tuner/measure/record.h"

namespace treering::tuner::measure {

namespace {

std::string first_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return core::printable(line);
}

/// "model name : X" of /proc/cpuinfo.
std::string cpu_fact(const std::string& root, std::string_view name) {
  std::ifstream file(root + "/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(name) && colon != std::string::npos) {
      return core::printable(line.substr(colon + 2));
    }
  }
  return {};
}

/// The eighth figure of the line "cpu" of /proc/stat is stolen time (proc(5)); those behind it are
/// counted in others too.
constexpr std::size_t kStealColumn = 7;

/// In ticks, of all cores together; empty where unknown.
std::vector<std::uint64_t> processor_ticks(const std::string& root) {
  std::vector<std::uint64_t> ticks;
  std::istringstream words(first_line_of(root + "/proc/stat"));
  std::string word;
  if (!(words >> word) || word != "cpu") return ticks;
  for (std::uint64_t count = 0; words >> count;) ticks.push_back(count);
  return ticks;
}

/// "some avg10=0.00 avg60=0.00 avg300=0.00 total=123" of /proc/pressure/cpu
/// (Documentation/accounting/psi.rst of Linux).
std::optional<std::uint64_t> waited_us(const std::string& root) {
  const std::string line = first_line_of(root + "/proc/pressure/cpu");
  constexpr std::string_view kTotal = "total=";
  const std::size_t at = line.find(kTotal);
  if (!line.starts_with("some ") || at == std::string::npos) return {};
  return core::whole_number<std::uint64_t>(line.substr(at + kTotal.size()));
}

std::optional<std::uint64_t> throttle_events(const std::string& root) {
  std::optional<std::uint64_t> all;
  std::error_code ignored;
  const std::string cpus = root + "/sys/devices/system/cpu";
  for (const auto& cpu : std::filesystem::directory_iterator(cpus, ignored)) {
    // Of Intel's (Documentation/ABI/testing/sysfs-devices-system-cpu of Linux).
    const std::string path = cpu.path().string() + "/thermal_throttle/core_throttle_count";
    const auto count = core::whole_number<std::uint64_t>(first_line_of(path));
    if (count) all = all.value_or(0) + *count;
  }
  return all;
}

/// 0 where one is unknown.
std::uint64_t rise(const std::optional<std::uint64_t>& before,
                   const std::optional<std::uint64_t>& after) {
  return before && after && *after > *before ? *after - *before : 0;
}

}  // namespace

std::map<std::string, std::string> environment_now(const std::string& root) {
  std::map<std::string, std::string> all;
  utsname system{};
  if (uname(&system) == 0)
    all["kernel"] = fmt::format("{} {}", &system.sysname[0], &system.release[0]);
  all["cpu"] = cpu_fact(root, "model name");
  all["cores"] = std::to_string(std::thread::hardware_concurrency());
  const std::string load = first_line_of(root + "/proc/loadavg");
  all["load_1min"] = load.substr(0, load.find(' '));
  if (const std::string mhz = cpu_fact(root, "cpu MHz"); !mhz.empty()) all["clock"] = mhz + " MHz";
  all["governor"] = first_line_of(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  const std::string heat = first_line_of(root + "/sys/class/thermal/thermal_zone0/temp");
  if (!heat.empty()) all["temperature"] = heat + " mC";
  std::erase_if(all, [](const auto& fact) { return fact.second.empty(); });
  return all;
}

std::map<std::string, std::string> environment_with(const Hello& hello) {
  std::map<std::string, std::string> all;
  if (!hello.environment.contains(kReplayedFact)) all = environment_now();
  all["library"] = hello.library;
  for (const auto& [name, value] : hello.environment) all[name] = value;
  return all;
}

Strain strain_now(const std::string& root) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  Strain strain;
  strain.at_us = std::chrono::duration<double, std::micro>(now).count();
  strain.throttled = throttle_events(root);
  strain.waited_us = waited_us(root);
  const std::vector<std::uint64_t> ticks = processor_ticks(root);
  if (ticks.size() > kStealColumn) {
    strain.stolen_ticks = ticks[kStealColumn];
    strain.processor_ticks =
        std::accumulate(ticks.begin(), ticks.begin() + kStealColumn + 1, std::uint64_t{0});
  }
  return strain;
}

std::map<std::string, std::string> strain_between(const Strain& before, const Strain& after) {
  std::map<std::string, std::string> facts;
  const std::uint64_t throttled = rise(before.throttled, after.throttled);
  if (throttled > 0) facts[kThrottledFact] = std::to_string(throttled);
  const double passed_us = after.at_us - before.at_us;
  if (before.waited_us && after.waited_us && passed_us > 0) {
    const auto waited = static_cast<double>(rise(before.waited_us, after.waited_us));
    facts[kWaitedFact] = fmt::format("{:.0f} %", std::min(100.0, 100 * waited / passed_us));
  }
  const std::uint64_t stolen = rise(before.stolen_ticks, after.stolen_ticks);
  const std::uint64_t all = rise(before.processor_ticks, after.processor_ticks);
  if (stolen > 0 && all > 0) {
    facts[kStolenFact] =
        fmt::format("{:.0f} %", 100 * static_cast<double>(stolen) / static_cast<double>(all));
  }
  return facts;
}

namespace {

bool is_of_nccl(const Record& record) {
  const std::string replayed = fact_of(record, kReplayedFact);
  return sim::libraries::is_on_gpus(replayed.empty() ? record.runner : replayed);
}

}  // namespace

std::string nccl_variables(const std::map<std::string, std::string>& environment) {
  std::string all;
  for (const auto& [name, value] : environment) {
    if (!name.starts_with("NCCL_")) continue;
    if (!all.empty()) all += "; ";
    all += name;
    all += "=";
    all += value;
  }
  return all.empty() ? kNoVariables : all;
}

bool is_of_the_moment(std::string_view name) {
  constexpr std::array<std::string_view, 9> kMoment{
      kTimeFact,   "load_1min", "clock", "temperature",   kThrottledFact,
      kWaitedFact, kStolenFact, "seed",  kFirstLaunchFact};
  if (std::ranges::find(kMoment, name) != kMoment.end()) return true;
  return name.ends_with("_before") || name.ends_with("_after") || name == kGpuThrottledFact ||
         name == kGpuSharedFact;
}

std::string fact_of(const Record& record, std::string_view name) {
  const auto found = record.environment.find(std::string(name));
  return found == record.environment.end() ? "" : found->second;
}

std::map<std::string, std::string> conditions_of(const Record& record) {
  std::map<std::string, std::string> conditions;
  for (const std::string_view name : kConditionFacts) {
    const std::string value = fact_of(record, name);
    if (!value.empty()) conditions.emplace(name, value);
  }
  if (is_of_nccl(record)) conditions.emplace(kVariablesFact, nccl_variables(record.environment));
  return conditions;
}

}  // namespace treering::tuner::measure
