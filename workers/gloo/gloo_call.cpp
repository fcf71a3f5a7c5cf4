#include "workers/gloo/gloo_call.h"

#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <gloo/allgather.h>
#include <gloo/allreduce.h>
#include <gloo/allreduce_bcube.h>
#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/alltoall.h>
#include <gloo/barrier.h>
#include <gloo/broadcast.h>
#include <gloo/context.h>
#include <gloo/gather.h>
#include <gloo/math.h>
#include <gloo/reduce.h>
#include <gloo/reduce_scatter.h>
#include <gloo/scatter.h>
#include <gloo/transport/unbound_buffer.h>

#include "core/data_type.h"
#include "workers/layout.h"
#include "workers/stored_type.h"

namespace treering::workers::gloo {
namespace {

// Gloo's older collectives: classes that bind to the memory of a call when they are made, and
// reduce in place there.

/// What they are made of.
struct Binding {
  std::shared_ptr<::gloo::Context> context;
  std::byte* memory = nullptr;  // input, then output
  int elements = 0;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
};

template <class Value>
const ::gloo::ReductionFunction<Value>* reduction_of(core::ReduceOp op) {
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
                                                reduction_of<Value>(binding.op)));
}

/// What runs it; empty where no class has the name. \pre a type of this host, an operation of Gloo
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

/// Each rank gets equally many elements. \pre likewise
std::function<void()> bound_reduce_scatter(const Binding& binding) {
  std::function<void()> run;
  with_host_type(binding.type, [&](auto zero) {
    using Value = decltype(zero);
    const auto ranks = static_cast<std::size_t>(binding.context->size);
    const std::vector<int> shares(ranks, binding.elements / binding.context->size);
    const std::vector<Value*> memory{reinterpret_cast<Value*>(binding.memory)};
    run = running(std::make_shared<::gloo::ReduceScatterHalvingDoubling<Value>>(
        binding.context, memory, binding.elements, shares, reduction_of<Value>(binding.op)));
  });
  return run;
}

using core::Collective;
using core::ReduceOp;
using tuner::measure::Configuration;

using Context = std::shared_ptr<::gloo::Context>;
using Run = std::function<void()>;

constexpr std::uint64_t kSlot = 1;  // of our own send and receive; Gloo's have a prefix

/// What a call is made of.
struct Parts {
  Context context;
  Configuration asked;
  Layout layout;
  std::size_t width = 1;  // bytes of an element
  std::byte* in = nullptr;
  std::byte* out = nullptr;  // equal to `in` where input and output are one

  [[nodiscard]] std::size_t in_bytes() const { return layout.in * width; }
  [[nodiscard]] std::size_t out_bytes() const { return layout.out * width; }
  [[nodiscard]] bool is_root() const { return context->rank == 0; }
};

class GlooCall final : public PreparedCall {
 public:
  GlooCall(std::byte* in, std::byte* out, Run run) : in_(in), out_(out), run_(std::move(run)) {}

  [[nodiscard]] std::byte* in() const override { return in_; }
  [[nodiscard]] std::byte* out() const override { return out_; }
  void run() override { run_(); }

 private:
  std::byte* in_;
  std::byte* out_;
  Run run_;
};

using ReduceFunction = void (*)(void*, const void*, const void*, std::size_t);

template <class Value>
ReduceFunction function_of(ReduceOp op) {
  switch (op) {
    case ReduceOp::Prod:
      return &::gloo::product<Value>;
    case ReduceOp::Max:
      return &::gloo::max<Value>;
    case ReduceOp::Min:
      return &::gloo::min<Value>;
    case ReduceOp::Sum:
    case ReduceOp::Avg:
    case ReduceOp::MulSum:
      break;
  }
  return &::gloo::sum<Value>;
}

// --- the newer collectives: functions of options, which keep their buffers from run to run

Run all_reduce(const Parts& parts) {
  using Options = ::gloo::AllreduceOptions;
  const auto options = std::make_shared<Options>(parts.context);
  with_host_type(parts.asked.call.type, [&](auto zero) {
    using Value = decltype(zero);
    if (parts.in != parts.out) {
      options->setInput(reinterpret_cast<Value*>(parts.in), parts.layout.in);
    }
    options->setOutput(reinterpret_cast<Value*>(parts.out), parts.layout.out);
    options->setReduceFunction(function_of<Value>(parts.asked.call.op));
  });
  if (parts.asked.way.algorithm == "ring") options->setAlgorithm(Options::Algorithm::RING);
  if (parts.asked.way.algorithm == "bcube") options->setAlgorithm(Options::Algorithm::BCUBE);
  return [options] { ::gloo::allreduce(*options); };
}

Run reduce(const Parts& parts) {
  const auto options = std::make_shared<::gloo::ReduceOptions>(parts.context);
  with_host_type(parts.asked.call.type, [&](auto zero) {
    using Value = decltype(zero);
    if (parts.in != parts.out) {
      options->setInput(reinterpret_cast<Value*>(parts.in), parts.layout.in);
    }
    options->setOutput(reinterpret_cast<Value*>(parts.out), parts.layout.out);
    options->setReduceFunction(function_of<Value>(parts.asked.call.op));
  });
  options->setRoot(0);
  return [options] { ::gloo::reduce(*options); };
}

Run barrier(const Parts& parts) {
  const auto options = std::make_shared<::gloo::BarrierOptions>(parts.context);
  return [options] { ::gloo::barrier(*options); };
}

Run broadcast(const Parts& parts) {
  const auto options = std::make_shared<::gloo::BroadcastOptions>(parts.context);
  options->setOutput(parts.out, parts.out_bytes());
  options->setRoot(0);
  return [options] { ::gloo::broadcast(*options); };
}

Run all_gather(const Parts& parts) {
  const auto options = std::make_shared<::gloo::AllgatherOptions>(parts.context);
  if (!parts.asked.is_in_place) options->setInput(parts.in, parts.in_bytes());
  options->setOutput(parts.out, parts.out_bytes());
  return [options] { ::gloo::allgather(*options); };
}

Run all_to_all(const Parts& parts) {
  const auto options = std::make_shared<::gloo::AlltoallOptions>(parts.context);
  options->setInput(parts.in, parts.in_bytes());
  options->setOutput(parts.out, parts.out_bytes());
  return [options] { ::gloo::alltoall(*options); };
}

Run gather(const Parts& parts) {
  const auto options = std::make_shared<::gloo::GatherOptions>(parts.context);
  options->setInput(parts.in, parts.in_bytes());
  if (parts.is_root()) options->setOutput(parts.out, parts.out_bytes());
  options->setRoot(0);
  return [options] { ::gloo::gather(*options); };
}

Run scatter(const Parts& parts) {
  const auto options = std::make_shared<::gloo::ScatterOptions>(parts.context);
  if (parts.is_root()) {
    std::vector<std::byte*> blocks;
    for (int rank = 0; rank < parts.context->size; ++rank) {
      blocks.push_back(parts.in + static_cast<std::size_t>(rank) * parts.out_bytes());
    }
    options->setInputs(blocks, parts.out_bytes());
  }
  options->setOutput(parts.out, parts.out_bytes());
  options->setRoot(0);
  return [options] { ::gloo::scatter(*options); };
}

using Buffer = std::shared_ptr<::gloo::transport::UnboundBuffer>;

/// From one rank to another, by the buffers of which the functions above are made.
Run send_to_one(const Parts& parts) {
  const int rank = parts.context->rank;
  if (rank == parts.asked.pair->from) {
    const Buffer in = parts.context->createUnboundBuffer(parts.in, parts.in_bytes());
    return [in, to = parts.asked.pair->to] {
      in->send(to, kSlot);
      in->waitSend();
    };
  }
  if (rank != parts.asked.pair->to) return [] {};
  const Buffer out = parts.context->createUnboundBuffer(parts.out, parts.out_bytes());
  return [out, from = parts.asked.pair->from] {
    out->recv(from, kSlot);
    out->waitRecv();
  };
}

/// To the next rank, from the one before, likewise.
Run send_receive(const Parts& parts) {
  const int rank = parts.context->rank;
  const int ranks = parts.context->size;
  if (ranks == 1) {
    return [parts] { std::memcpy(parts.out, parts.in, parts.in_bytes()); };
  }
  const Buffer in = parts.context->createUnboundBuffer(parts.in, parts.in_bytes());
  const Buffer out = parts.context->createUnboundBuffer(parts.out, parts.out_bytes());
  return [in, out, next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks] {
    out->recv(last, kSlot);
    in->send(next, kSlot);
    out->waitRecv();
    in->waitSend();
  };
}

// --- the older ones

Run copied_first(const Parts& parts, Run run) {
  if (parts.in == parts.out) return run;
  return [to = parts.out, from = parts.in, bytes = parts.in_bytes(), run = std::move(run)] {
    std::memcpy(to, from, bytes);
    run();
  };
}

Binding binding_of(const Parts& parts) {
  return {parts.context, parts.out, static_cast<int>(parts.layout.in), parts.asked.call.type,
          parts.asked.call.op};
}

Run run_of(const Parts& parts) {
  switch (parts.asked.call.collective) {
    case Collective::AllReduce:
      if (Run bound = bound_all_reduce(parts.asked.way.algorithm, binding_of(parts))) {
        return copied_first(parts, std::move(bound));
      }
      return all_reduce(parts);
    case Collective::ReduceScatter:
      return copied_first(parts, bound_reduce_scatter(binding_of(parts)));
    case Collective::AllGather:
      return all_gather(parts);
    case Collective::Broadcast:
      return broadcast(parts);
    case Collective::Reduce:
      return reduce(parts);
    case Collective::AllToAll:
      return all_to_all(parts);
    case Collective::Gather:
      return gather(parts);
    case Collective::Scatter:
      return scatter(parts);
    case Collective::Barrier:
      return barrier(parts);
    case Collective::SendRecv:
      break;
  }
  return parts.asked.pair ? send_to_one(parts) : send_receive(parts);
}

}  // namespace

core::Result<std::unique_ptr<PreparedCall>> make_call(const Context& context,
                                                      const Configuration& asked,
                                                      const Memory& memory) {
  Parts parts;
  parts.context = context;
  parts.asked = asked;
  parts.layout = layout_of(asked, context->rank, context->size);
  parts.width = core::size_of(asked.call.type).count();
  parts.in = memory.first;
  parts.out = memory.second;
  if (asked.is_in_place || asked.call.collective == Collective::Broadcast) parts.in = parts.out;
  if (asked.is_in_place && asked.call.collective == Collective::AllGather) {
    parts.in = parts.out + static_cast<std::size_t>(context->rank) * parts.in_bytes();
  }
  if (const auto able = check_ability(asked, context->size, parts.in_bytes()); !able) {
    return core::fail(able.error());
  }
  return std::make_unique<GlooCall>(parts.in, parts.out, run_of(parts));
}

}  // namespace treering::workers::gloo
