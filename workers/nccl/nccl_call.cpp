#include "workers/nccl/nccl_call.h"

#include <algorithm>

#include "workers/layout.h"
#include "workers/nccl/abilities.h"
#include "workers/nccl/libraries.h"
#include "workers/stored_type.h"

namespace treering::workers::nccl {
namespace {

using core::Collective;
using tuner::measure::Configuration;

constexpr int kRoot = 0;

std::size_t buffer_bytes(const Layout& layout, std::size_t width) {
  return std::max(layout.in, layout.out) * width;
}

}  // namespace

NcclCall::NcclCall(const CallPlace& place, const Configuration& asked, const Memory& host)
    : place_(place),
      asked_(asked),
      host_(host),
      layout_(layout_of(asked, place.rank, place.ranks)),
      width_(core::size_of(asked.call.type).count()),
      first_(place.libraries.cuda, buffer_bytes(layout_, width_)),
      second_(place.libraries.cuda, asked.is_in_place ? 0 : buffer_bytes(layout_, width_)) {
  if (!asked.is_in_place) return;
  // As nccl-tests lays them: the smaller side is this rank's block of the larger one.
  const std::size_t own = static_cast<std::size_t>(place.rank) * layout_.block * width_;
  const bool is_root = place.rank == kRoot;
  if (asked.call.collective == Collective::AllGather) in_offset_ = own;
  if (asked.call.collective == Collective::Gather && is_root) in_offset_ = own;
  if (asked.call.collective == Collective::ReduceScatter) out_offset_ = own;
  if (asked.call.collective == Collective::Scatter && is_root) out_offset_ = own;
}

std::byte* NcclCall::out() const {
  return (asked_.is_in_place ? host_.first : host_.second) + out_offset_;
}

NcclCall::~NcclCall() {
  leave();
}

std::byte* NcclCall::device_out() const {
  return (asked_.is_in_place ? first_ : second_).data() + out_offset_;
}

void NcclCall::fill(const Configuration& asked, int rank, int ranks) {
  if (place_.kernels == nullptr) {
    PreparedCall::fill(asked, rank, ranks);
    first_.fill_from(host_.first);
    if (!asked_.is_in_place) second_.fill_from(host_.second);
    return;
  }
  const Cuda& cuda = place_.libraries.cuda;
  if (device_in() != device_out()) {
    check_cuda(
        cuda,
        cuda.set_async(device_out(), kSpoiledByte, layout_.out * width_, place_.stream.handle()),
        "memory of the GPU");
  }
  place_.kernels->fill({asked.call.type, device_in(), layout_.in}, inputs_of(asked, ranks), rank);
}

std::uint64_t NcclCall::wrong_elements(const Configuration& asked, int rank, int ranks) {
  if (place_.kernels == nullptr) {
    (asked_.is_in_place ? first_ : second_)
        .copy_to(asked_.is_in_place ? host_.first : host_.second);
    return PreparedCall::wrong_elements(asked, rank, ranks);
  }
  if (!has_output(asked, rank)) return 0;
  return place_.kernels->wrong({asked.call.type, device_out(), layout_.out},
                               pattern_of(asked, rank, ranks));
}

bool NcclCall::has_own_operation() const {
  return asked_.call.op == core::ReduceOp::MulSum && is_reduction(asked_.call.collective);
}

void NcclCall::use(Communicator communicator, const std::string& algorithms) {
  leave();
  algorithms_ = algorithms;
  operation_ = number_of(asked_.call.op);
  if (has_own_operation()) make_operation(communicator);
  communicator_ = communicator;
}

void NcclCall::leave() {
  if (communicator_ != nullptr && has_own_operation()) {
    place_.libraries.nccl.destroy_operation(operation_, communicator_);
  }
  communicator_ = nullptr;
}

void NcclCall::make_operation(Communicator communicator) {
  const Nccl& nccl = place_.libraries.nccl;
  with_stored_type(asked_.call.type, [&](auto zero) {
    auto weight = stored<decltype(zero)>(weight_of(place_.rank));
    check_nccl(nccl,
               nccl.make_weighted_sum(&operation_, &weight, number_of(asked_.call.type),
                                      kScalarOfHost, communicator),
               "operation");
  });
}

void NcclCall::run() {
  enqueue();
  place_.stream.wait();
}

void NcclCall::run_loop(int count) {
  for (int i = 0; i < count; ++i) enqueue();
  place_.stream.wait();
}

void NcclCall::enqueue() const {
  switch (asked_.call.collective) {
    case Collective::AllReduce:
    case Collective::ReduceScatter:
    case Collective::AllGather:
    case Collective::Broadcast:
    case Collective::Reduce:
      check_nccl(place_.libraries.nccl,
                 algorithms_.empty() ? enqueue_choice() : enqueue_with_settings(), "NCCL");
      return;
    case Collective::AllToAll:
    case Collective::Gather:
    case Collective::Scatter:
    case Collective::SendRecv:
      asked_.pair ? enqueue_pair() : enqueue_sends();
      return;
    case Collective::Barrier:  // NCCL has none
      return;
  }
}

int NcclCall::enqueue_choice() const {
  const Nccl& nccl = place_.libraries.nccl;
  const void* const in = device_in();
  void* const out = device_out();
  const int type = number_of(asked_.call.type);
  const Stream stream = place_.stream.handle();
  switch (asked_.call.collective) {
    case Collective::ReduceScatter:
      return nccl.reduce_scatter(in, out, layout_.out, type, operation_, communicator_, stream);
    case Collective::AllGather:
      return nccl.all_gather(in, out, layout_.in, type, communicator_, stream);
    case Collective::Broadcast:
      return nccl.broadcast(in, out, layout_.in, type, kRoot, communicator_, stream);
    case Collective::Reduce:
      return nccl.reduce(in, out, layout_.in, type, operation_, kRoot, communicator_, stream);
    default:
      return nccl.all_reduce(in, out, layout_.in, type, operation_, communicator_, stream);
  }
}

int NcclCall::enqueue_with_settings() const {
  const Nccl& nccl = place_.libraries.nccl;
  const void* const in = device_in();
  void* const out = device_out();
  const int type = number_of(asked_.call.type);
  const Stream stream = place_.stream.handle();
  CallSettings settings;
  settings.algorithms = algorithms_.c_str();
  switch (asked_.call.collective) {
    case Collective::ReduceScatter:
      return nccl.reduce_scatter_with(in, out, layout_.out, type, operation_, communicator_, stream,
                                      &settings);
    case Collective::AllGather:
      return nccl.all_gather_with(in, out, layout_.in, type, communicator_, stream, &settings);
    case Collective::Broadcast:
      return nccl.broadcast_with(in, out, layout_.in, type, kRoot, communicator_, stream,
                                 &settings);
    case Collective::Reduce:
      return nccl.reduce_with(in, out, layout_.in, type, operation_, kRoot, communicator_, stream,
                              &settings);
    default:
      return nccl.all_reduce_with(in, out, layout_.in, type, operation_, communicator_, stream,
                                  &settings);
  }
}

void NcclCall::send(std::size_t from_offset, int to) const {
  const Nccl& nccl = place_.libraries.nccl;
  check_nccl(nccl,
             nccl.send(device_in() + from_offset, layout_.block, number_of(asked_.call.type), to,
                       communicator_, place_.stream.handle()),
             "NCCL");
}

void NcclCall::receive(std::size_t to_offset, int from) const {
  const Nccl& nccl = place_.libraries.nccl;
  check_nccl(nccl,
             nccl.receive(device_out() + to_offset, layout_.block, number_of(asked_.call.type),
                          from, communicator_, place_.stream.handle()),
             "NCCL");
}

void NcclCall::enqueue_pair() const {
  if (place_.rank == asked_.pair->from) send(0, asked_.pair->to);
  if (place_.rank == asked_.pair->to) receive(0, asked_.pair->from);
}

void NcclCall::enqueue_sends() const {
  const Nccl& nccl = place_.libraries.nccl;
  const std::size_t block = layout_.block * width_;
  const bool is_root = place_.rank == kRoot;
  check_nccl(nccl, nccl.start_group(), "NCCL");
  if (asked_.call.collective == Collective::SendRecv) {
    send(0, (place_.rank + 1) % place_.ranks);
    receive(0, (place_.rank + place_.ranks - 1) % place_.ranks);
  }
  for (int peer = 0; peer < place_.ranks; ++peer) {
    const std::size_t offset = static_cast<std::size_t>(peer) * block;
    if (asked_.call.collective == Collective::AllToAll) {
      send(offset, peer);
      receive(offset, peer);
    }
    if (asked_.call.collective == Collective::Scatter && is_root) send(offset, peer);
    if (asked_.call.collective == Collective::Gather && is_root) receive(offset, peer);
  }
  if (asked_.call.collective == Collective::Scatter) receive(0, kRoot);
  if (asked_.call.collective == Collective::Gather) send(0, kRoot);
  check_nccl(nccl, nccl.end_group(), "NCCL");
}

}  // namespace treering::workers::nccl
