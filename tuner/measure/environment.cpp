#include "tuner/measure/environment.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <sys/utsname.h>

#include "core/printable_text.h"
#include "core/text/words.h"

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

}  // namespace treering::tuner::measure
