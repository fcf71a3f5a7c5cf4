#include "workers/nccl/libraries.h"

#include <string>

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::workers::nccl {

namespace {

std::string loader_error() {
  const char* const why = dlerror();
  return why == nullptr ? "cannot be loaded" : core::printable(why);
}

/// For all: what was loaded before us, for example to trace calls, gets them first, as it does in a
/// program that is linked with the library.
void* open_for_all(const char* name) {
  return dlopen(name, RTLD_NOW | RTLD_GLOBAL);
}

template <class Function>
void find_if_there(const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

/// Looks up one function after the other, and remembers the first that is not there.
class Functions {
 public:
  template <class Function>
  void find(const char* name, Function& function) {
    find_if_there(name, function);
    if (function == nullptr && missing_.empty()) missing_ = name;
  }

  [[nodiscard]] core::Result<void> check(const std::string& library,
                                         const std::string& expected) const {
    if (missing_.empty()) return {};
    return core::environment_error(library, "no function " + missing_, expected);
  }

 private:
  std::string missing_;
};

core::Result<Nccl> open_nccl() {
  constexpr const char* kName = "libnccl.so.2";
  if (open_for_all(kName) == nullptr) {
    return core::environment_error("NCCL", loader_error(), "expected libnccl.so.2",
                                   "name its folder in LD_LIBRARY_PATH");
  }
  Nccl nccl;
  Functions all;
  all.find("ncclGetVersion", nccl.version);
  all.find("ncclGetUniqueId", nccl.unique_id);
  all.find("ncclCommInitRankConfig", nccl.make);
  all.find("ncclCommDestroy", nccl.destroy);
  all.find("ncclCommAbort", nccl.abort);
  all.find("ncclGetErrorString", nccl.error_text);
  all.find("ncclGetLastError", nccl.last_error);
  all.find("ncclAllReduce", nccl.all_reduce);
  all.find("ncclReduceScatter", nccl.reduce_scatter);
  all.find("ncclAllGather", nccl.all_gather);
  all.find("ncclBroadcast", nccl.broadcast);
  all.find("ncclReduce", nccl.reduce);
  all.find("ncclSend", nccl.send);
  all.find("ncclRecv", nccl.receive);
  all.find("ncclRedOpCreatePreMulSum", nccl.make_weighted_sum);  // since 2.11
  all.find("ncclRedOpDestroy", nccl.destroy_operation);
  all.find("ncclGroupStart", nccl.start_group);
  all.find("ncclGroupEnd", nccl.end_group);
  if (const auto whole = all.check(kName, "expected NCCL 2.14 or later"); !whole) {
    return core::fail(whole.error());
  }
  find_if_there("ncclAllReduceConfig", nccl.all_reduce_with);
  find_if_there("ncclReduceScatterConfig", nccl.reduce_scatter_with);
  find_if_there("ncclAllGatherConfig", nccl.all_gather_with);
  find_if_there("ncclBroadcastConfig", nccl.broadcast_with);
  find_if_there("ncclReduceConfig", nccl.reduce_with);
  find_if_there("ncclResetDebugInit", nccl.reset_log);
  return nccl;
}

}  // namespace

core::Result<Cuda> open_cuda() {
  std::string why;
  std::string library;
  for (const char* const name : {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11"}) {
    if (open_for_all(name) != nullptr) {
      library = name;
      break;
    }
    if (why.empty()) why = loader_error();
  }
  if (library.empty()) {
    return core::environment_error("CUDA runtime", why, "expected libcudart.so.13, .12 or .11",
                                   "name its folder in LD_LIBRARY_PATH");
  }
  Cuda cuda;
  Functions all;
  all.find("cudaGetDeviceCount", cuda.device_count);
  all.find("cudaSetDevice", cuda.set_device);
  all.find("cudaDeviceGetPCIBusId", cuda.bus_id);
  all.find("cudaDriverGetVersion", cuda.driver_version);
  all.find("cudaRuntimeGetVersion", cuda.runtime_version);
  all.find("cudaMalloc", cuda.allocate);
  all.find("cudaFree", cuda.release);
  all.find("cudaMemcpy", cuda.copy);
  all.find("cudaMemsetAsync", cuda.set_async);
  all.find("cudaStreamCreateWithFlags", cuda.create_stream);
  all.find("cudaStreamDestroy", cuda.destroy_stream);
  all.find("cudaStreamSynchronize", cuda.wait);
  all.find("cudaGetErrorString", cuda.error_text);
  if (const auto whole = all.check(library, ""); !whole) return core::fail(whole.error());
  return cuda;
}

core::Result<Libraries> open_libraries() {
  const auto cuda = open_cuda();
  if (!cuda) return core::fail(cuda.error());
  const auto nccl = open_nccl();
  if (!nccl) return core::fail(nccl.error());
  return Libraries{*cuda, *nccl};
}

std::string version_text(int version) {
  // Since 2.9: 2 * 10000 + 9 * 100 + patch; before: 2 * 1000 + 8 * 100 + patch.
  const int major = version >= 10'000 ? version / 10'000 : version / 1000;
  const int rest = version >= 10'000 ? version % 10'000 : version % 1000;
  return fmt::format("{}.{}.{}", major, rest / 100, rest % 100);
}

namespace {

std::string text_of(const char* text) {
  return text == nullptr ? "" : core::printable(core::trimmed(text));
}

}  // namespace

void check_cuda(const Cuda& cuda, int code, const char* what) {
  if (code == kSuccess) return;
  throw LibraryFailure(
      fmt::format("{}: {} (CUDA error {})", what, text_of(cuda.error_text(code)), code));
}

void check_nccl(const Nccl& nccl, int code, const char* what) {
  if (code == kSuccess) return;
  const std::string noted = text_of(nccl.last_error(nullptr));
  throw LibraryFailure(fmt::format("{}: {}{}{}", what, text_of(nccl.error_text(code)),
                                   noted.empty() ? "" : ": ", noted));
}

}  // namespace treering::workers::nccl
