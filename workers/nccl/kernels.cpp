#include "workers/nccl/kernels.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/embedded_file.h"
#include "core/text/quote.h"
#include "workers/layout.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

// By treering_embed.
std::span<const core::EmbeddedFile> embedded_kernels();

namespace {

using tuner::measure::Configuration;

constexpr unsigned kThreads = 256;
// Enough for every multiprocessor of a GPU to have some; each thread takes many elements.
constexpr std::uint64_t kMostBlocks = 4096;

/// The part of the kernels' work that the host repeats.
constexpr std::uint64_t kComparedBytes = 8000;

core::Failure unusable(const std::string& why) {
  return core::environment_error("kernels", why);
}

}  // namespace

core::Result<Driver> open_driver() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return unusable("the CUDA runtime works without a driver");
  Driver driver;
  driver.load = reinterpret_cast<decltype(driver.load)>(dlsym(library, "cuModuleLoadData"));
  driver.find = reinterpret_cast<decltype(driver.find)>(dlsym(library, "cuModuleGetFunction"));
  driver.launch = reinterpret_cast<decltype(driver.launch)>(dlsym(library, "cuLaunchKernel"));
  driver.unload = reinterpret_cast<decltype(driver.unload)>(dlsym(library, "cuModuleUnload"));
  driver.error_text =
      reinterpret_cast<decltype(driver.error_text)>(dlsym(library, "cuGetErrorString"));
  dlclose(library);  // the runtime holds it
  if (driver.load == nullptr || driver.find == nullptr || driver.launch == nullptr ||
      driver.unload == nullptr || driver.error_text == nullptr) {
    return unusable("the driver lacks functions that load them");
  }
  return driver;
}

std::string_view embedded_ptx() {
  const auto files = embedded_kernels();
  return files.empty() ? std::string_view() : files.front().text;
}

Kernels::Kernels(const Cuda& cuda, const Driver& driver, const DeviceStream& stream)
    : cuda_(cuda), driver_(driver), stream_(stream), wrong_(cuda, sizeof(std::uint64_t)) {}

Kernels::~Kernels() {
  if (module_ != nullptr) driver_.unload(module_);
}

core::Result<std::unique_ptr<Kernels>> Kernels::load(const Cuda& cuda, const Driver& driver,
                                                     std::string_view ptx,
                                                     const DeviceStream& stream) {
  if (ptx.empty()) return unusable("built without a CUDA compiler");
  try {
    std::unique_ptr<Kernels> kernels(new Kernels(cuda, driver, stream));
    const std::string image(ptx);  // with the 0 at its end by which the driver knows it as text
    kernels->check_driver(driver.load(&kernels->module_, image.c_str()), "loading them");
    for (const core::DataType type : core::all_data_types()) kernels->compare_with_host(type);
    return kernels;
  } catch (const LibraryFailure& failure) {
    return unusable(failure.what());
  }
}

void Kernels::check_driver(int code, const std::string& what) const {
  if (code == kSuccess) return;
  const char* text = nullptr;
  driver_.error_text(code, &text);
  throw LibraryFailure(fmt::format("{}: {} (error {} of CUDA's driver)", what,
                                   text == nullptr ? "unknown" : core::printable(text), code));
}

void Kernels::launch(const std::string& name, std::uint64_t count, void** arguments) const {
  Function function = nullptr;
  check_driver(driver_.find(&function, module_, name.c_str()), name);
  const auto blocks = static_cast<unsigned>(
      std::clamp<std::uint64_t>((count + kThreads - 1) / kThreads, 1, kMostBlocks));
  check_driver(driver_.launch(function, blocks, 1, 1, kThreads, 1, 1, 0, stream_.handle(),
                              arguments, nullptr),
               name);
  stream_.wait();
}

void Kernels::fill(const Elements& to, const Inputs& inputs, int rank) {
  Elements filled = to;
  Inputs put = inputs;
  std::array<void*, 4> arguments{&filled.data, &filled.count, &put, &rank};
  launch("fill_" + std::string(name_of(to.type)), to.count, arguments.data());
}

std::uint64_t Kernels::wrong(const Elements& from, const Pattern& pattern) {
  std::uint64_t found = 0;
  check_cuda(cuda_, cuda_.set_async(wrong_.data(), 0, wrong_.bytes(), stream_.handle()),
             "memory of the GPU");
  Elements checked = from;
  Pattern expected = pattern;
  std::byte* sum = wrong_.data();
  std::array<void*, 4> arguments{&checked.data, &checked.count, &expected, &sum};
  launch("check_" + std::string(name_of(from.type)), from.count, arguments.data());
  wrong_.copy_to(reinterpret_cast<std::byte*>(&found));
  return found;
}

void Kernels::compare_with_host(core::DataType type) {
  for (const core::ReduceOp op : core::all_reduce_ops()) {
    compare_with_host(Configuration{.call = {.bytes = kComparedBytes, .type = type, .op = op}});
  }
}

/// Rank 1 of 3 fills its input, and checks it as if it were the output: as many elements are wrong
/// as the host says.
void Kernels::compare_with_host(const Configuration& call) {
  constexpr int kRank = 1;
  constexpr int kRanks = 3;
  const std::uint64_t count = layout_of(call, kRank, kRanks).in;
  std::vector<std::byte> expected(kComparedBytes);
  fill_input(call, kRank, kRanks, expected.data());
  const DeviceMemory memory(cuda_, kComparedBytes);
  check_cuda(cuda_, cuda_.set_async(memory.data(), kSpoiledByte, kComparedBytes, stream_.handle()),
             "memory of the GPU");
  fill({call.call.type, memory.data(), count}, inputs_of(call, kRanks), kRank);
  std::vector<std::byte> found(kComparedBytes);
  memory.copy_to(found.data());
  const std::uint64_t wrong_here = wrong_elements(call, kRank, kRanks, expected.data());
  const std::uint64_t wrong_there =
      wrong({call.call.type, memory.data(), count}, pattern_of(call, kRank, kRanks));
  if (found == expected && wrong_there == wrong_here) return;
  throw LibraryFailure(fmt::format("they differ from the host for {} and {}",
                                   name_of(call.call.type), name_of(call.call.op)));
}

}  // namespace treering::workers::nccl
