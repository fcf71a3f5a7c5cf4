#include "workers/nccl/nccl_backend.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "core/text/quote.h"
#include "tuner/measure/record.h"
#include "workers/clocks.h"
#include "workers/nccl/abilities.h"
#include "workers/nccl/communicators.h"
#include "workers/nccl/device.h"
#include "workers/nccl/libraries.h"
#include "workers/nccl/log.h"
#include "workers/nccl/nccl_call.h"

namespace treering::workers::nccl {
namespace {

using tuner::measure::Configuration;

/// More than the L2 cache of any GPU: 126 MB of a B200.
constexpr std::size_t kFlushed = std::size_t{256} << 20U;

std::string version_of(int (*ask)(int*)) {
  int version = 0;
  return ask(&version) == kSuccess && version > 0
             ? fmt::format("{}.{}", version / 1000, version % 1000 / 10)
             : "unknown";
}

/// Fake GPUs may bring a clock of their own, on which nobody can wait for a moment.
bool clock_runs() {
  const double before = now_us();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return now_us() - before > 1000;
}

/// A fact a line, from rank to rank.
std::string lines_of(const Variables& facts) {
  std::string lines;
  for (const auto& [name, value] : facts) lines += fmt::format("{}={}\n", name, value);
  return lines;
}

Variables facts_in(std::string_view lines) {
  Variables facts;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const std::size_t equals = line.find('=');
    facts[std::string(line.substr(0, equals))] = line.substr(equals + 1);
    lines.remove_prefix(line.size() + 1);
  }
  return facts;
}

std::string bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

}  // namespace

Variables variables_of_nccl() {
  Variables all;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view text = *one;
    const std::size_t equals = text.find('=');
    if (!text.starts_with("NCCL_") || equals == std::string_view::npos) continue;
    all[std::string(text.substr(0, equals))] = core::printable(text.substr(equals + 1));
  }
  return all;
}

NcclBackend::NcclBackend(const Libraries& libraries, const Seat& seat, meeting::Star star)
    : libraries_(libraries),
      device_(seat.device),
      star_(std::move(star)),
      log_(libraries_.nccl, seat.log_file),
      environment_(seat.variables) {
  const std::string why = agreed(star_, failure_of([&] { look_at_device(); }));
  if (!why.empty()) throw LibraryFailure(why);
  communicators_.emplace(libraries_.nccl, star_, seat.variables);
}

void NcclBackend::look_at_device() {
  const Cuda& cuda = libraries_.cuda;
  int count = 0;
  const std::string why =
      failure_of([&] { check_cuda(cuda, cuda.device_count(&count), "GPUs of this machine"); });
  if (!why.empty()) throw LibraryFailure(why_no_gpus(why));
  if (device_ >= count) {
    const auto few = fmt::format("{} ranks, but this machine has {} GPUs", ranks(), count);
    throw LibraryFailure(count == 0 ? why_no_gpus(few) : few);
  }
  check_cuda(cuda, cuda.set_device(device_), "GPU");
  stream_.emplace(cuda);
  const DeviceMemory probe(cuda, sizeof(double));
  const auto sign = sign_of_emulation(probe.data());
  if (sign && !is_fake_allowed()) {
    throw LibraryFailure(fmt::format(
        "{}: results of fake GPUs are no measurements; {}=1 runs them, and marks the results",
        *sign, kFakeVariable));
  }
  if (sign && !clock_runs()) {
    throw LibraryFailure(
        "the clock of the fake GPUs stands still while a rank sleeps: expected a "
        "real one (EMU_CLOCK=real)");
  }
  if (sign || is_fake_allowed()) environment_[tuner::measure::kEmulatedFact] = "yes";
  load_kernels(sign || is_fake_allowed());
  environment_["cuda_driver"] = version_of(cuda.driver_version);
  environment_["cuda_runtime"] = version_of(cuda.runtime_version);
  std::array<char, 64> bus{};
  if (cuda.bus_id(bus.data(), bus.size() - 1, device_) == kSuccess) {
    environment_["gpu_of_rank_0"] = core::printable(bus.data());
    watch_.emplace(open_nvml(), bus.data());
  }
}

void NcclBackend::load_kernels(bool are_gpus_fake) {
  const auto driver =
      are_gpus_fake ? core::environment_error("kernels", "the GPUs are fake") : open_driver();
  auto kernels = driver ? Kernels::load(libraries_.cuda, *driver, embedded_ptx(), *stream_)
                        : core::fail(driver.error());
  environment_["contents"] = kernels ? "GPU" : "host: " + kernels.error().message();
  if (kernels) kernels_ = *std::move(kernels);
}

int NcclBackend::version() const {
  int version = 0;
  libraries_.nccl.version(&version);
  return version;
}

std::string NcclBackend::library() const {
  return "NCCL " + version_text(version());
}

std::map<std::string, std::vector<std::string>> NcclBackend::algorithms() const {
  return forcible_algorithms();
}

std::map<std::string, std::string> NcclBackend::environment() const {
  return environment_;
}

std::vector<double> NcclBackend::gather(const std::vector<double>& own) {
  std::vector<double> all;
  for (const std::string& one : star_.gather(bytes_of(own))) {
    const std::size_t old = all.size();
    all.resize(old + one.size() / sizeof(double));
    std::memcpy(all.data() + old, one.data(), one.size());
  }
  return all;
}

void NcclBackend::send(int to, double number) {
  star_.send(to, bytes_of({number}));
}

double NcclBackend::receive(int from) {
  double number = 0;
  const std::string text = star_.receive(from);
  std::memcpy(&number, text.data(), std::min(sizeof number, text.size()));
  return number;
}

core::Result<std::unique_ptr<PreparedCall>> NcclBackend::prepare(const Configuration& asked,
                                                                 const Memory& memory) {
  const auto refused = [&](const std::string& why) {
    return core::environment_error(std::string(name_of(asked.call.collective)), why);
  };
  if (const auto able = check_ability(asked, version()); !able) return core::fail(able.error());
  watched_ = asked.call.collective;
  std::unique_ptr<NcclCall> call;
  const CallPlace place{libraries_, *stream_, kernels_.get(), rank(), ranks()};
  std::string why = failure_of([&] { call = std::make_unique<NcclCall>(place, asked, memory); });
  if (why = agreed(star_, why); !why.empty()) return refused(why);
  if (why = communicators_->prepare(asked, *call); !why.empty()) return refused(why);
  return call;
}

void NcclBackend::overwrite_caches() {
  const Cuda& cuda = libraries_.cuda;
  if (!flushed_) flushed_ = std::make_unique<DeviceMemory>(cuda, kFlushed);
  check_cuda(cuda, cuda.set_async(flushed_->data(), 0, kFlushed, stream_->handle()), "cache");
  stream_->wait();
}

void NcclBackend::start_witness() {
  line_up();
  if (rank() == 0) log_.switch_on();  // NCCL logs the choices of rank 0 alone
  line_up();
}

tuner::measure::Seen NcclBackend::stop_witness() {
  line_up();
  tuner::measure::Seen seen;
  if (rank() != 0) {
    line_up();
    return seen;
  }
  const auto choices = choices_in(log_.switch_off(), watched_);
  line_up();
  if (choices.empty()) return seen;
  seen.witness = tuner::measure::kLogWitness;
  seen.way = choices.front();
  return seen;
}

void NcclBackend::start_watch() {
  if (watch_) watch_->start();
}

Variables NcclBackend::stop_watch() {
  std::vector<Variables> ranks;
  for (const std::string& lines : star_.gather(watch_ ? lines_of(watch_->stop()) : "")) {
    ranks.push_back(facts_in(lines));
  }
  Variables all = joined_by_rank(ranks);
  const std::string forced_by = communicators_->forced_by();
  if (rank() == 0 && !forced_by.empty()) all["forced_by"] = forced_by;
  return all;
}

}  // namespace treering::workers::nccl
