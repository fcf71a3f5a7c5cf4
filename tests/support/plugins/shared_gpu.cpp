// Several ranks of NCCL on one GPU, where a machine has no more: loaded before all else
// (LD_PRELOAD) by treering-worker-nccl. It tells the worker of SHARED_GPU_RANKS GPUs, each of which
// is the first one. NCCL refuses two ranks of one host on one GPU, so each rank is given a host of
// its own (NCCL_HOSTID), and NCCL carries all between them over the network, as between nodes of
// one GPU; below treering-shape --rates each also has the network of its number. NCCL, its kernels
// and the GPU are real; that ranks share the GPU is what no cluster has.
#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool has_network(int rank) {
  if (std::getenv("TREERING_SHAPED") == nullptr) return true;
  const int file = open(("/run/netns/r" + std::to_string(rank)).c_str(), O_RDONLY | O_CLOEXEC);
  const bool has_entered = file >= 0 && setns(file, CLONE_NEWNET) == 0;
  if (file >= 0) close(file);
  return has_entered;
}

bool has_host(int rank) {
  return setenv("NCCL_HOSTID", std::to_string(rank).c_str(), 1) == 0;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names are those of the CUDA runtime
extern "C" {

int cudaGetDeviceCount(int* count) {
  const int code = next<int (*)(int*)>("cudaGetDeviceCount")(count);
  const char* const ranks = std::getenv("SHARED_GPU_RANKS");
  if (code == 0 && *count > 0 && ranks != nullptr) *count = std::atoi(ranks);
  return code;
}

/// The first call is that of a rank, with its number.
int cudaSetDevice(int device) {
  static const bool kIsApart = has_host(device) && has_network(device);
  return kIsApart ? next<int (*)(int)>("cudaSetDevice")(0) : 1;
}

int cudaDeviceGetPCIBusId(char* text, int size, int /*device*/) {
  return next<int (*)(char*, int, int)>("cudaDeviceGetPCIBusId")(text, size, 0);
}
}
// NOLINTEND(readability-identifier-naming)
