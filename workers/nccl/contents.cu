// Fills and checks the buffers of a call on a GPU, as contents.h does on the host. A CUDA compiler
// makes PTX of it, which the worker carries and loads (kernels.h).
#include <cstdint>

#include "workers/elements.h"

namespace treering::workers::nccl {

template <class Value>
__device__ void fill(Value* to, std::uint64_t count, const Inputs& inputs, int rank) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i < count; i += step) to[i] = stored<Value>(input_at(inputs, rank, i));
}

template <class Value>
__device__ void check(const Value* from, std::uint64_t count, const Pattern& pattern,
                      unsigned long long* wrong) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned long long own = 0;
  for (; i < count; i += step) own += is_right(pattern, i, from[i]) ? 0ULL : 1ULL;
  if (own > 0) atomicAdd(wrong, own);
}

}  // namespace treering::workers::nccl

// Named after core's types: "fill_float", "check_float".
#define TREERING_KERNELS(NAME, VALUE)                                                  \
  extern "C" __global__ void fill_##NAME(VALUE* to, std::uint64_t count,               \
                                         treering::workers::Inputs inputs, int rank) { \
    treering::workers::nccl::fill(to, count, inputs, rank);                            \
  }                                                                                    \
  extern "C" __global__ void check_##NAME(const VALUE* from, std::uint64_t count,      \
                                          treering::workers::Pattern pattern,          \
                                          unsigned long long* wrong) {                 \
    treering::workers::nccl::check(from, count, pattern, wrong);                       \
  }

TREERING_KERNELS(int8, std::int8_t)
TREERING_KERNELS(uint8, std::uint8_t)
TREERING_KERNELS(int32, std::int32_t)
TREERING_KERNELS(uint32, std::uint32_t)
TREERING_KERNELS(int64, std::int64_t)
TREERING_KERNELS(uint64, std::uint64_t)
TREERING_KERNELS(half, treering::workers::Half)
TREERING_KERNELS(float, float)
TREERING_KERNELS(double, double)
TREERING_KERNELS(bfloat16, treering::workers::Bfloat16)
TREERING_KERNELS(f8e4m3, treering::workers::F8e4m3)
TREERING_KERNELS(f8e5m2, treering::workers::F8e5m2)
