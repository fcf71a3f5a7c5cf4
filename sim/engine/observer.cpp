#include "sim/engine/observer.h"

#include <utility>

#include "sim/engine/connected.h"
#include "sim/engine/partition.h"

namespace treering::sim::engine {

schedule::StreamId Representatives::stream_left(schedule::StreamId id) const {
  if (partition_ == nullptr) return id;
  return partition_->streams[index(partition_->class_of(id))];
}

ConnectionId Representatives::connection_left(ConnectionId id) const {
  if (partition_ == nullptr) return id;
  return partition_->connections[index(partition_->class_of_connection(id))];
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
