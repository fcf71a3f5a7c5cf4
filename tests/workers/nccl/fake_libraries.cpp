#include "tests/workers/nccl/fake_libraries.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

// The device code, as a C++ compiler takes it: threads come one after the other.
// NOLINTBEGIN
struct FakeIndex {
  unsigned x = 0;
};
static FakeIndex threadIdx;
static FakeIndex blockIdx;
static FakeIndex blockDim;
static FakeIndex gridDim;
static void atomicAdd(unsigned long long* to, unsigned long long by) {
  *to += by;
}
#define __device__
#define __global__
#include "workers/nccl/contents.cu"
#undef __device__
#undef __global__
// NOLINTEND

namespace treering::workers::nccl::fake {
namespace {

using Kernel = void (*)(void** arguments);

template <class... Parameters, std::size_t... kNumbers>
void call_with(void (*function)(Parameters...), void** arguments,
               std::index_sequence<kNumbers...> /*numbers*/) {
  function(*static_cast<std::remove_cvref_t<Parameters>*>(arguments[kNumbers])...);
}

template <auto kFunction, class... Parameters>
void unpacked(void (* /*function*/)(Parameters...), void** arguments) {
  call_with(kFunction, arguments, std::index_sequence_for<Parameters...>());
}

template <auto kFunction>
void kernel(void** arguments) {
  unpacked<kFunction>(kFunction, arguments);
}

const std::map<std::string, Kernel>& kernels() {
  static const std::map<std::string, Kernel> kAll{
      {"fill_int8", kernel<fill_int8>},         {"check_int8", kernel<check_int8>},
      {"fill_uint8", kernel<fill_uint8>},       {"check_uint8", kernel<check_uint8>},
      {"fill_int32", kernel<fill_int32>},       {"check_int32", kernel<check_int32>},
      {"fill_uint32", kernel<fill_uint32>},     {"check_uint32", kernel<check_uint32>},
      {"fill_int64", kernel<fill_int64>},       {"check_int64", kernel<check_int64>},
      {"fill_uint64", kernel<fill_uint64>},     {"check_uint64", kernel<check_uint64>},
      {"fill_half", kernel<fill_half>},         {"check_half", kernel<check_half>},
      {"fill_float", kernel<fill_float>},       {"check_float", kernel<check_float>},
      {"fill_double", kernel<fill_double>},     {"check_double", kernel<check_double>},
      {"fill_bfloat16", kernel<fill_bfloat16>}, {"check_bfloat16", kernel<check_bfloat16>},
      {"fill_f8e4m3", kernel<fill_f8e4m3>},     {"check_f8e4m3", kernel<check_f8e4m3>},
      {"fill_f8e5m2", kernel<fill_f8e5m2>},     {"check_f8e5m2", kernel<check_f8e5m2>},
  };
  return kAll;
}

int launch(Function function, unsigned blocks_x, unsigned /*blocks_y*/, unsigned /*blocks_z*/,
           unsigned threads_x, unsigned /*threads_y*/, unsigned /*threads_z*/, unsigned /*bytes*/,
           Stream /*stream*/, void** arguments, void** /*more*/) {
  gridDim.x = blocks_x;
  blockDim.x = threads_x;
  for (blockIdx.x = 0; blockIdx.x < blocks_x; ++blockIdx.x) {
    for (threadIdx.x = 0; threadIdx.x < threads_x; ++threadIdx.x) {
      reinterpret_cast<Kernel>(function)(arguments);
    }
  }
  return kSuccess;
}

int find_kernel(Function* function, Module /*module*/, const char* name) {
  const auto found = kernels().find(name);
  if (found == kernels().end()) return 500;  // CUDA_ERROR_NOT_FOUND
  *function = reinterpret_cast<Function>(found->second);
  return kSuccess;
}

std::string& refused() {
  static std::string text;
  return text;
}

double& weight_of_operation() {
  static double weight = 1;
  return weight;
}

int make(Communicator* made, int /*ranks*/, UniqueId /*id*/, int /*rank*/,
         CommunicatorSettings* /*settings*/) {
  ++noted().communicators;
  const char* const value = std::getenv("NCCL_ALGO");
  noted().variables.emplace_back(value == nullptr ? "-" : value);
  *made = &noted();
  return kSuccess;
}

int destroy(Communicator /*communicator*/) {
  ++noted().destroyed;
  if (noted().operations > 0) ++noted().in_use;
  return kSuccess;
}

int make_weighted_sum(int* op, void* scalar, int /*type*/, int residence,
                      Communicator /*communicator*/) {
  if (residence != kScalarOfHost) return 4;
  float weight = 0;
  std::memcpy(&weight, scalar, sizeof weight);
  noted().weights.push_back(weight);
  weight_of_operation() = weight;
  ++noted().operations;
  *op = 7;
  return kSuccess;
}

int destroy_operation(int op, Communicator communicator) {
  if (op != 7 || communicator != &noted()) return 4;
  --noted().operations;
  return kSuccess;
}

int reduce_alone(const void* in, void* out, std::size_t count, int op) {
  const double weight = op == 7 ? weight_of_operation() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    const float one = static_cast<const float*>(in)[i];
    static_cast<float*>(out)[i] = one * static_cast<float>(weight);
  }
  return kSuccess;
}

int all_reduce(const void* in, void* out, std::size_t count, int /*type*/, int op,
               Communicator /*communicator*/, Stream /*stream*/) {
  noted().calls.emplace_back();
  noted().selections.emplace_back();
  return reduce_alone(in, out, count, op);
}

int all_reduce_with(const void* in, void* out, std::size_t count, int /*type*/, int op,
                    Communicator /*communicator*/, Stream /*stream*/,
                    const CallSettings* settings) {
  noted().calls.emplace_back(*settings);
  noted().selections.emplace_back(settings->algorithms);
  if (noted().selections.back() == refused()) return 4;  // ncclInvalidArgument
  return reduce_alone(in, out, count, op);
}

}  // namespace

Cuda cuda() {
  Cuda all;
  all.device_count = [](int* count) { return *count = 1, kSuccess; };
  all.set_device = [](int /*device*/) { return kSuccess; };
  all.bus_id = [](char* text, int size, int /*device*/) {
    std::strncpy(text, "0000:1b:00.0", static_cast<std::size_t>(size));
    return kSuccess;
  };
  all.driver_version = [](int* version) { return *version = 13000, kSuccess; };
  all.runtime_version = [](int* version) { return *version = 13000, kSuccess; };
  all.allocate = [](void** memory, std::size_t bytes) {
    *memory = std::malloc(bytes);
    return kSuccess;
  };
  all.release = [](void* memory) { return std::free(memory), kSuccess; };
  all.copy = [](void* to, const void* from, std::size_t bytes, int /*kind*/) {
    if (bytes > 0) std::memcpy(to, from, bytes);
    return kSuccess;
  };
  all.set_async = [](void* memory, int value, std::size_t bytes, Stream /*stream*/) {
    std::memset(memory, value, bytes);
    return kSuccess;
  };
  all.create_stream = [](Stream* stream, unsigned /*flags*/) {
    return *stream = nullptr, kSuccess;
  };
  all.destroy_stream = [](Stream /*stream*/) { return kSuccess; };
  all.wait = [](Stream /*stream*/) { return kSuccess; };
  all.error_text = [](int /*error*/) { return "fake error"; };
  return all;
}

Noted& noted() {
  static Noted all;
  return all;
}

void forget() {
  noted() = {};
  refuse("");
}

void refuse(const std::string& selection) {
  refused() = selection;
}

Nccl old_nccl() {
  Nccl all;
  all.version = [](int* version) { return *version = 22809, kSuccess; };
  all.unique_id = [](UniqueId* /*id*/) { return kSuccess; };
  all.make = make;
  all.destroy = destroy;
  all.error_text = [](int /*error*/) { return "invalid argument"; };
  all.last_error = [](Communicator /*communicator*/) { return ""; };
  all.all_reduce = all_reduce;
  all.make_weighted_sum = make_weighted_sum;
  all.destroy_operation = destroy_operation;
  all.start_group = [] { return kSuccess; };
  all.end_group = [] { return kSuccess; };
  return all;
}

Nccl nccl() {
  Nccl all = old_nccl();
  all.version = [](int* version) { return *version = 23102, kSuccess; };
  all.all_reduce_with = all_reduce_with;
  // Not called; that they are there says that NCCL takes settings of calls.
  all.reduce_scatter_with = all_reduce_with;
  all.all_gather_with = [](const void*, void*, std::size_t, int, Communicator, Stream,
                           const CallSettings*) { return kSuccess; };
  all.broadcast_with = [](const void*, void*, std::size_t, int, int, Communicator, Stream,
                          const CallSettings*) { return kSuccess; };
  all.reduce_with = [](const void*, void*, std::size_t, int, int, int, Communicator, Stream,
                       const CallSettings*) { return kSuccess; };
  return all;
}

Driver driver() {
  Driver all;
  all.load = [](Module* module, const void* /*image*/) { return *module = &noted(), kSuccess; };
  all.find = find_kernel;
  all.launch = launch;
  all.unload = [](Module /*module*/) { return kSuccess; };
  all.error_text = [](int error, const char** text) {
    *text = error == 222 ? "the provided PTX was compiled with an unsupported toolchain." : "error";
    return kSuccess;
  };
  return all;
}

Driver old_driver() {
  Driver all = driver();
  all.load = [](Module* /*module*/, const void* /*image*/) { return 222; };
  return all;
}

Driver broken_driver() {
  Driver all = driver();
  all.launch = [](Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  Stream, void**, void**) { return kSuccess; };
  return all;
}

}  // namespace treering::workers::nccl::fake
