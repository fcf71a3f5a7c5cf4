#include "workers/nccl/nvml.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "tuner/measure/conditions.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {
namespace {

using Facts = std::map<std::string, std::string>;

// nvmlClockType_t and nvmlTemperatureSensors_t.
constexpr int kSmClock = 1;
constexpr int kMemoryClock = 2;
constexpr int kSensorOfGpu = 0;

template <class Function>
void find_in(void* library, Function& function, const char* name, const char* older = nullptr) {
  void* found = dlsym(library, name);
  if (found == nullptr && older != nullptr) found = dlsym(library, older);
  function = reinterpret_cast<Function>(found);
}

/// What a function that fills one number says.
template <class Number, class... Parameters, class... Arguments>
std::optional<Number> answer(int (*function)(Parameters...), Arguments... arguments) {
  Number number{};
  if (function == nullptr || function(arguments..., &number) != kSuccess) return {};
  return number;
}

/// Without room for them, the call says how many there are, and fails where there are any.
std::optional<unsigned> count_of_processes(const Nvml& nvml, NvmlDevice device) {
  constexpr int kTooSmall = 7;  // NVML_ERROR_INSUFFICIENT_SIZE
  unsigned count = 0;
  if (nvml.processes == nullptr) return {};
  const int code = nvml.processes(device, &count, nullptr);
  if (code != kSuccess && code != kTooSmall) return {};
  return count;
}

template <class Number>
void note(Facts& facts, const std::string& name, const std::optional<Number>& value) {
  if (value) facts[name] = fmt::format("{}", *value);
}

std::string slowdowns_text(std::uint64_t bits) {
  std::vector<std::string_view> names;
  for (const Slowdown& one : kSlowdowns) {
    if ((bits & one.bit) != 0) names.emplace_back(one.name);
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

void note_state(Facts& facts, const GpuState& state, const std::string& when) {
  note(facts, "gpu_sm_mhz" + when, state.sm_mhz);
  note(facts, "gpu_memory_mhz" + when, state.memory_mhz);
  note(facts, "gpu_celsius" + when, state.celsius);
  if (state.milliwatts) facts["gpu_watts" + when] = fmt::format("{:.1f}", *state.milliwatts / 1e3);
  if (state.slowdowns) facts["gpu_slowdowns" + when] = slowdowns_text(*state.slowdowns);
}

/// "power cap 12.3 ms, heat": with the time where it is counted.
std::string throttling_text(const GpuState& before, const GpuState& after) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < kSlowdowns.size(); ++i) {
    if (kSlowdowns.at(i).field == 0) continue;
    const auto& was = before.slowed_ns.at(i);
    const auto& is = after.slowed_ns.at(i);
    const bool is_counted = was && is && *is > *was;
    const bool is_now = (after.slowdowns.value_or(0) & kSlowdowns.at(i).bit) != 0;
    if (is_counted) {
      const double ms = static_cast<double>(*is - *was) / 1e6;
      all.push_back(fmt::format("{} {:.1f} ms", kSlowdowns.at(i).name, ms));
    } else if (is_now) {
      all.emplace_back(kSlowdowns.at(i).name);
    }
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace

Nvml open_nvml() {
  Nvml nvml;
  void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nvml;
  find_in(library, nvml.init, "nvmlInit_v2", "nvmlInit");
  find_in(library, nvml.find, "nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetHandleByPciBusId");
  find_in(library, nvml.name, "nvmlDeviceGetName");
  find_in(library, nvml.clock, "nvmlDeviceGetClockInfo");
  find_in(library, nvml.temperature, "nvmlDeviceGetTemperature");
  find_in(library, nvml.power, "nvmlDeviceGetPowerUsage");
  find_in(library, nvml.power_limit, "nvmlDeviceGetEnforcedPowerLimit");
  find_in(library, nvml.slowdowns, "nvmlDeviceGetCurrentClocksEventReasons",
          "nvmlDeviceGetCurrentClocksThrottleReasons");
  find_in(library, nvml.fields, "nvmlDeviceGetFieldValues");
  find_in(library, nvml.processes, "nvmlDeviceGetComputeRunningProcesses_v3",
          "nvmlDeviceGetComputeRunningProcesses_v2");
  return nvml;  // it stays open
}

GpuState state_of(const Nvml& nvml, NvmlDevice device) {
  GpuState state;
  state.sm_mhz = answer<unsigned>(nvml.clock, device, kSmClock);
  state.memory_mhz = answer<unsigned>(nvml.clock, device, kMemoryClock);
  state.celsius = answer<unsigned>(nvml.temperature, device, kSensorOfGpu);
  state.milliwatts = answer<unsigned>(nvml.power, device);
  state.most_milliwatts = answer<unsigned>(nvml.power_limit, device);
  state.slowdowns = answer<unsigned long long>(nvml.slowdowns, device);
  state.processes = count_of_processes(nvml, device);
  if (nvml.fields == nullptr) return state;
  for (std::size_t i = 0; i < kSlowdowns.size(); ++i) {
    NvmlField asked{.field = kSlowdowns.at(i).field};
    const bool is_there = asked.field != 0 && nvml.fields(device, 1, &asked) == kSuccess;
    if (is_there && asked.result == kSuccess) state.slowed_ns.at(i) = asked.value;
  }
  return state;
}

Facts facts_of(const GpuState& before, const GpuState& after) {
  Facts facts;
  note_state(facts, before, "_before");
  note_state(facts, after, "_after");
  if (after.most_milliwatts) {
    facts["gpu_most_watts"] = fmt::format("{:.1f}", *after.most_milliwatts / 1e3);
  }
  if (const std::string why = throttling_text(before, after); !why.empty()) {
    facts[tuner::measure::kGpuThrottledFact] = why;
  }
  const unsigned most = std::max(before.processes.value_or(0), after.processes.value_or(0));
  if (most > 1) facts[tuner::measure::kGpuSharedFact] = fmt::format("{}", most - 1);
  return facts;
}

Facts joined_by_rank(const std::vector<Facts>& ranks) {
  Facts all;
  for (const Facts& facts : ranks) {
    for (const auto& [name, value] : facts) all[name];
  }
  for (auto& [name, text] : all) {
    const bool is_exception =
        name == tuner::measure::kGpuThrottledFact || name == tuner::measure::kGpuSharedFact;
    for (const Facts& facts : ranks) {
      const auto own = facts.find(name);
      const std::string missing = is_exception ? "no" : "unknown";
      if (&facts != &ranks.front()) text += ";";
      text += own == facts.end() ? missing : own->second;
    }
  }
  return all;
}

GpuWatch::GpuWatch(const Nvml& nvml, const std::string& address) : nvml_(nvml) {
  const bool is_up = nvml.init != nullptr && nvml.find != nullptr && nvml.init() == kSuccess;
  if (!is_up || nvml.find(address.c_str(), &device_) != kSuccess) device_ = nullptr;
}

void GpuWatch::start() {
  if (device_ != nullptr) before_ = state_of(nvml_, device_);
}

Facts GpuWatch::stop() const {
  if (device_ == nullptr) return {};
  Facts facts = facts_of(before_, state_of(nvml_, device_));
  std::array<char, 128> name{};  // NVML_DEVICE_NAME_V2_BUFFER_SIZE is 96
  if (nvml_.name != nullptr && nvml_.name(device_, name.data(), name.size() - 1) == kSuccess) {
    facts["gpu_name"] = core::printable(name.data());
  }
  return facts;
}

}  // namespace treering::workers::nccl
