#include "workers/gloo/bound_call.h"

#include <vector>

#include <gloo/allreduce_bcube.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/context.h>
#include <gloo/reduce_scatter.h>

#include "workers/host_type.h"

namespace treering::workers::gloo {
namespace {

template <class Value>
const ::gloo::ReductionFunction<Value>* function_of(core::ReduceOp op) {
  using Function = ::gloo::ReductionFunction<Value>;
  switch (op) {
    case core::ReduceOp::Prod:
      return Function::product;
    case core::ReduceOp::Max:
      return Function::max;
    case core::ReduceOp::Min:
      return Function::min;
    case core::ReduceOp::Sum:
    case core::ReduceOp::Avg:
    case core::ReduceOp::MulSum:
      break;
  }
  return Function::sum;
}

template <class Class>
std::function<void()> running(std::shared_ptr<Class> made) {
  return [made = std::move(made)] { made->run(); };
}

template <template <class> class Class, class Value>
std::function<void()> all_reduce_of(const Binding& binding) {
  const std::vector<Value*> memory{reinterpret_cast<Value*>(binding.memory)};
  return running(std::make_shared<Class<Value>>(binding.context, memory, binding.elements,
                                                function_of<Value>(binding.op)));
}

}  // namespace

std::function<void()> bound_all_reduce(std::string_view algorithm, const Binding& binding) {
  std::function<void()> run;
  with_host_type(binding.type, [&](auto zero) {
    using Value = decltype(zero);
    if (algorithm == "ring_simple") run = all_reduce_of<::gloo::AllreduceRing, Value>(binding);
    if (algorithm == "ring_chunked") {
      run = all_reduce_of<::gloo::AllreduceRingChunked, Value>(binding);
    }
    if (algorithm == "halving_doubling") {
      run = all_reduce_of<::gloo::AllreduceHalvingDoubling, Value>(binding);
    }
    if (algorithm == "bcube_old") run = all_reduce_of<::gloo::AllreduceBcube, Value>(binding);
  });
  return run;
}

std::function<void()> bound_reduce_scatter(const Binding& binding) {
  std::function<void()> run;
  with_host_type(binding.type, [&](auto zero) {
    using Value = decltype(zero);
    const auto ranks = static_cast<std::size_t>(binding.context->size);
    const std::vector<int> shares(ranks, binding.elements / binding.context->size);
    const std::vector<Value*> memory{reinterpret_cast<Value*>(binding.memory)};
    run = running(std::make_shared<::gloo::ReduceScatterHalvingDoubling<Value>>(
        binding.context, memory, binding.elements, shares, function_of<Value>(binding.op)));
  });
  return run;
}

}  // namespace treering::workers::gloo
