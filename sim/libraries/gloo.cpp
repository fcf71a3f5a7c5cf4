// Gloo on CPU memory and TCP.
#include <array>

#include "sim/libraries/library.h"

namespace treering::sim::libraries {
namespace {

using core::Collective;

// Gloo's, its own choice first (gloo/allreduce.cc: UNSPECIFIED is RING).
constexpr std::array<std::string_view, 6> kGlooAllReduce{
    "ring", "bcube", "ring_chunked", "halving_doubling", "ring_simple", "bcube_old"};
constexpr std::array<std::string_view, 1> kGlooRing{"ring"};
constexpr std::array<std::string_view, 1> kGlooHalving{"halving_doubling"};
constexpr std::array<std::string_view, 1> kGlooBinomial{"binomial"};
constexpr std::array<std::string_view, 1> kGlooLinear{"linear"};
constexpr std::array<std::string_view, 1> kGlooSendRecv{"sendrecv"};
constexpr std::array<std::string_view, 1> kGlooBarrier{"dissemination"};  // gloo/barrier.cc

std::span<const std::string_view> gloo_algorithms(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
      return kGlooAllReduce;
    case Collective::AllGather:
    case Collective::Reduce:
      return kGlooRing;
    case Collective::ReduceScatter:
      return kGlooHalving;
    case Collective::Broadcast:
      return kGlooBinomial;
    case Collective::AllToAll:
    case Collective::Gather:
    case Collective::Scatter:
      return kGlooLinear;
    case Collective::SendRecv:
      return kGlooSendRecv;
    case Collective::Barrier:
      return kGlooBarrier;
    default:
      return {};
  }
}

std::optional<std::string_view> gloo_own_choice(Collective collective, std::uint64_t /*bytes*/,
                                                int /*ranks*/) {
  const auto all = gloo_algorithms(collective);
  if (all.empty()) return std::nullopt;
  return all.front();
}

/// Its unbound buffers send when the receiver has announced its own (gloo/transport/tcp/pair.cc).
EagerLimit gloo_eager_limit(Transport /*transport*/) {
  return {1, "Gloo: all messages wait for their receiver"};
}

}  // namespace

Entry gloo_entry() {
  Entry entry;
  entry.name = "gloo";
  entry.title = "Gloo";
  entry.memories = {
      {"CPU", every_collective(),
       "use it for data on CPUs, and for control beside nccl: objects, barriers, checkpoints; it "
       "needs TCP and nothing else"},
      {"GPU",
       {Collective::AllReduce, Collective::Broadcast},
       "a copy through CPU memory; use it to debug without nccl"},
  };
  entry.algorithms = gloo_algorithms;
  entry.own_choice = gloo_own_choice;
  entry.eager_limit = gloo_eager_limit;
  entry.how_else =
      "the program chooses, all_reduce by gloo::AllreduceOptions::setAlgorithm (ring, bcube), the "
      "others by their classes";
  return entry;
}

}  // namespace treering::sim::libraries
