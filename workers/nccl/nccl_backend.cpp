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
#include "workers/nccl/emulation.h"
#include "workers/nccl/failure.h"
#include "workers/nccl/nccl_call.h"
#include "workers/nccl/tuning_log.h"

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

/// Runs `step` and returns why it failed; empty where it did not.
template <class Step>
std::string failure_of(Step step) {
  try {
    step();
    return "";
  } catch (const LibraryFailure& failure) {
    return failure.what();
  }
}

/// Fake GPUs may bring a clock of their own, on which nobody can wait for a moment.
bool clock_runs() {
  const double before = now_us();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return now_us() - before > 1000;
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

NcclBackend::NcclBackend(const Libraries& libraries, const Seat& seat, Star star)
    : libraries_(libraries),
      device_(seat.device),
      star_(std::move(star)),
      log_(libraries_.nccl, seat.log_file),
      environment_(seat.variables),
      variables_(seat.variables) {
  const std::string why = agreed(failure_of([&] { look_at_device(); }));
  if (!why.empty()) throw LibraryFailure(why);
}

NcclBackend::~NcclBackend() {
  disconnect();
}

void NcclBackend::look_at_device() {
  const Cuda& cuda = libraries_.cuda;
  int count = 0;
  check_cuda(cuda, cuda.device_count(&count), "GPUs of this machine");
  if (device_ >= count) {
    throw LibraryFailure(fmt::format("{} ranks, but this machine has {} GPUs", ranks(), count));
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
  environment_["cuda_driver"] = version_of(cuda.driver_version);
  environment_["cuda_runtime"] = version_of(cuda.runtime_version);
  std::array<char, 64> bus{};
  if (cuda.bus_id(bus.data(), bus.size() - 1, device_) == kSuccess) {
    environment_["gpu_of_rank_0"] = core::printable(bus.data());
  }
}

std::string NcclBackend::agreed(const std::string& own) {
  std::string first;
  for (const std::string& one : star_.gather(own)) {
    if (first.empty()) first = one;
  }
  star_.share(first);
  return first;
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

void NcclBackend::force(const Configuration& asked) {
  const auto forced = forcing_variables(asked);
  for (const char* const name : {"NCCL_ALGO", "NCCL_PROTO"}) {
    const auto value = forced.find(name);
    const auto found = variables_.find(name);
    set_variable(name, value != forced.end()       ? value->second
                       : found != variables_.end() ? found->second
                                                   : "");
  }
}

void NcclBackend::connect(const Configuration& asked) {
  const Nccl& nccl = libraries_.nccl;
  star_.line_up();  // so that no rank of this process still reads the variables
  force(asked);
  star_.line_up();
  UniqueId id;
  std::string text;
  if (rank() == 0) {
    check_nccl(nccl, nccl.unique_id(&id), "id of a communicator");
    text.assign(id.bytes.data(), id.bytes.size());
  }
  star_.share(text);
  text.copy(id.bytes.data(), id.bytes.size());
  CommunicatorSettings settings = communicator_settings(asked);
  check_nccl(nccl, nccl.make(&communicator_, ranks(), id, rank(), &settings), "communicator");
}

void NcclBackend::disconnect() {
  if (communicator_ != nullptr) libraries_.nccl.destroy(communicator_);
  communicator_ = nullptr;
  asked_.reset();
}

core::Result<std::unique_ptr<Call>> NcclBackend::prepare(const Configuration& asked,
                                                         const Memory& memory) {
  const auto refused = [&](const std::string& why) {
    return core::environment_error(std::string(name_of(asked.collective)), why);
  };
  if (const auto able = check_ability(asked, version()); !able) return core::fail(able.error());
  watched_ = asked.collective;
  std::unique_ptr<NcclCall> call;
  const CallPlace place{libraries_, communicator_, *stream_, rank(), ranks()};
  std::string why = failure_of([&] { call = std::make_unique<NcclCall>(place, asked, memory); });
  if (why = agreed(why); !why.empty()) return refused(why);
  if (asked_ == asked) return call;
  disconnect();
  if (why = agreed(failure_of([&] { connect(asked); })); !why.empty()) return refused(why);
  call->use(communicator_);
  if (why = agreed(failure_of([&] { call->run(); })); !why.empty()) {
    disconnect();
    return refused(why);
  }
  asked_ = asked;
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
  seen.algorithm = choices.front().algorithm;
  seen.protocol = choices.front().protocol;
  seen.channels = choices.front().channels;
  return seen;
}

}  // namespace treering::workers::nccl
