#include "tuner/measure/environment.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <sys/utsname.h>

#include "core/printable_text.h"

namespace treering::tuner::measure {
namespace {

std::string first_line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return core::printable(line);
}

/// "model name : X" of /proc/cpuinfo.
std::string cpu_fact(std::string_view name) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(name) && colon != std::string::npos) {
      return core::printable(line.substr(colon + 2));
    }
  }
  return {};
}

}  // namespace

std::map<std::string, std::string> environment_now() {
  std::map<std::string, std::string> all;
  utsname system{};
  if (uname(&system) == 0)
    all["kernel"] = fmt::format("{} {}", &system.sysname[0], &system.release[0]);
  all["cpu"] = cpu_fact("model name");
  all["cores"] = std::to_string(std::thread::hardware_concurrency());
  const std::string load = first_line_of("/proc/loadavg");
  all["load_1min"] = load.substr(0, load.find(' '));
  if (const std::string mhz = cpu_fact("cpu MHz"); !mhz.empty()) all["clock"] = mhz + " MHz";
  all["governor"] = first_line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  const std::string heat = first_line_of("/sys/class/thermal/thermal_zone0/temp");
  if (!heat.empty()) all["temperature"] = heat + " mC";
  std::erase_if(all, [](const auto& fact) { return fact.second.empty(); });
  return all;
}

}  // namespace treering::tuner::measure
