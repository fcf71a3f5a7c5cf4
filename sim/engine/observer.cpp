#include "sim/engine/observer.h"

#include <utility>

namespace treering::sim::engine {
Representatives::Representatives(std::vector<schedule::StreamId> of_stream,
                                 std::vector<ConnectionId> of_connection)
    : numbers_(std::make_shared<const Numbers>(
          Numbers{std::move(of_stream), std::move(of_connection)})) {}

schedule::StreamId Representatives::stream_left(schedule::StreamId id) const {
  return numbers_ == nullptr ? id : numbers_->of_stream[static_cast<std::size_t>(id)];
}

ConnectionId Representatives::connection_left(ConnectionId id) const {
  return numbers_ == nullptr ? id : numbers_->of_connection[static_cast<std::size_t>(id)];
}

Representatives Representatives::with_copies(std::shared_ptr<const CopyNumbers> copies) const {
  Representatives whole = *this;
  whole.copies_ = std::move(copies);
  return whole;
}

schedule::StreamId Representatives::of_stream(schedule::StreamId id) const {
  if (copies_ == nullptr) return stream_left(id);
  return copies_->stream_in_whole(stream_left(copies_->stream_left(id)));
}

ConnectionId Representatives::of_connection(ConnectionId id) const {
  if (copies_ == nullptr) return connection_left(id);
  return copies_->connection_in_whole(connection_left(copies_->connection_left(id)));
}

}  // namespace treering::sim::engine
