#include "sim/engine/observer.h"

namespace treering::sim::engine {
namespace {

std::int32_t in(const std::vector<std::int32_t>& all, std::int32_t id) {
  return all.empty() ? id : all[static_cast<std::size_t>(id)];
}

}  // namespace

Representatives Representatives::with_copies(std::shared_ptr<const CopyNumbers> copies) const {
  Representatives whole = *this;
  whole.copies_ = std::move(copies);
  return whole;
}

schedule::StreamId Representatives::of_stream(schedule::StreamId id) const {
  if (copies_ == nullptr) return in(of_stream_, id);
  return copies_->stream_in_whole(in(of_stream_, copies_->stream_left(id)));
}

ConnectionId Representatives::of_connection(ConnectionId id) const {
  if (copies_ == nullptr) return in(of_connection_, id);
  return copies_->connection_in_whole(in(of_connection_, copies_->connection_left(id)));
}

}  // namespace treering::sim::engine
