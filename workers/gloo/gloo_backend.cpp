#include "workers/gloo/gloo_backend.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gloo/barrier.h>
#include <gloo/broadcast.h>
#include <gloo/common/error.h>
#include <gloo/config.h>
#include <gloo/gather.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/prefix_store.h>
#include <gloo/rendezvous/store.h>
#include <gloo/transport/tcp/device.h>
#include <gloo/transport/unbound_buffer.h>

#include "workers/gloo/gloo_call.h"
#include "workers/meeting/star.h"

namespace treering::workers::gloo {
namespace {

// Where ranks of Gloo look up how to connect with each other.

/// What each rank sets goes by way of rank 0 to all. So set() waits until every rank has set its
/// own value, as all do when they connect, and afterwards all values are there.
class StarStore final : public ::gloo::rendezvous::Store {
 public:
  explicit StarStore(meeting::Star& star) : star_(star) {}

  void set(const std::string& key, const std::vector<char>& data) override;
  std::vector<char> get(const std::string& key) override;
  void wait(const std::vector<std::string>& keys) override;
  void wait(const std::vector<std::string>& keys,
            const std::chrono::milliseconds& timeout) override;

 private:
  meeting::Star& star_;
  std::map<std::string, std::vector<char>> values_;
};

void add_piece(std::string& text, std::string_view piece) {
  const std::uint64_t size = piece.size();
  text.append(reinterpret_cast<const char*>(&size), sizeof size).append(piece);
}

/// The first piece of `text`, which loses it. \pre add_piece() has written it
std::string_view taken_piece(std::string_view& text) {
  std::uint64_t size = 0;
  std::memcpy(&size, text.data(), sizeof size);
  const std::string_view piece = text.substr(sizeof size, size);
  text.remove_prefix(sizeof size + size);
  return piece;
}

void StarStore::set(const std::string& key, const std::vector<char>& data) {
  std::string own;
  add_piece(own, key);
  add_piece(own, {data.data(), data.size()});
  std::string all;
  for (const std::string& one : star_.gather(own)) all += one;
  star_.share(all);
  for (std::string_view rest = all; !rest.empty();) {
    const std::string name(taken_piece(rest));
    const std::string_view value = taken_piece(rest);
    values_[name].assign(value.begin(), value.end());
  }
}

std::vector<char> StarStore::get(const std::string& key) {
  wait({key});
  return values_.at(key);
}

void StarStore::wait(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (!values_.contains(key)) throw std::runtime_error("no rank of Gloo has set " + key);
  }
}

void StarStore::wait(const std::vector<std::string>& keys,
                     const std::chrono::milliseconds& /*timeout*/) {
  wait(keys);
}

using Device = std::shared_ptr<::gloo::transport::Device>;

// No collective has it: theirs carry a prefix in the highest byte (gloo/types.h).
constexpr std::uint64_t kSlot = 1;

// Whoever starts us judges how long is too long. No timeout at all means "at once" to some of
// Gloo's waits (gloo/transport/tcp/unbound_buffer.cc).
constexpr std::chrono::hours kPatience{24};

Device device_at(const Place& place) {
  ::gloo::transport::tcp::attr at;
  at.hostname = place.address;
  at.iface = place.address.empty() ? place.interface : "";
  return ::gloo::transport::tcp::CreateDevice(at);
}

std::shared_ptr<::gloo::Context> connect(const Place& place, Device& device,
                                         ::gloo::rendezvous::Store& store, const char* name) {
  ::gloo::rendezvous::PrefixStore own(name, store);
  auto context = std::make_shared<::gloo::rendezvous::Context>(place.rank, place.ranks);
  context->setTimeout(kPatience);
  context->connectFullMesh(own, device);
  return context;
}

}  // namespace

GlooBackend::GlooBackend(const Place& place, meeting::Star star)
    : rank_(place.rank), ranks_(place.ranks), device_(device_at(place)) {
  StarStore store(star);
  control_ = connect(place, device_, store, "control");
  const auto meeting = connect(place, device_, store, "meeting");
  connections_ = std::make_unique<::gloo::rendezvous::ContextFactory>(meeting);
}

void GlooBackend::connect_anew() {
  if (measured_) measured_->closeConnections();  // at once: waiting ones would use up the ports
  measured_.reset();
  const std::set<Socket> earlier = connected_sockets();
  measured_ = connections_->makeContext(device_);
  const std::set<Socket> all = connected_sockets();
  std::set<Socket> own;
  std::ranges::set_difference(all, earlier, std::inserter(own, own.end()));
  std::vector<std::string> ends = gather(ends_of(own));
  ends.resize(static_cast<std::size_t>(ranks_));
  for (std::string& one : ends) share(one);
  sockets_ = by_peer(own, ends);
}

GlooBackend::~GlooBackend() = default;

std::string GlooBackend::library() const {
  return fmt::format("Gloo {}.{}.{}", GLOO_VERSION_MAJOR, GLOO_VERSION_MINOR, GLOO_VERSION_PATCH);
}

std::map<std::string, std::vector<std::string>> GlooBackend::algorithms() const {
  return forcible_algorithms();
}

void GlooBackend::share(std::string& text) {
  const auto broadcast = [&](auto* first, std::size_t count) {
    ::gloo::BroadcastOptions options(control_);
    options.setOutput(first, count);
    options.setRoot(0);
    ::gloo::broadcast(options);
  };
  std::uint64_t size = text.size();
  broadcast(&size, 1);
  text.resize(size);
  if (size > 0) broadcast(text.data(), size);
}

std::vector<double> GlooBackend::gather(const std::vector<double>& own) {
  std::vector<double> mine = own;  // Gloo takes no const
  std::vector<double> all(rank_ == 0 ? own.size() * static_cast<std::size_t>(ranks_) : 0);
  if (own.empty()) return all;
  ::gloo::GatherOptions options(control_);
  options.setInput(mine.data(), mine.size());
  if (rank_ == 0) options.setOutput(all.data(), all.size());
  options.setRoot(0);
  ::gloo::gather(options);
  return all;
}

std::vector<std::string> GlooBackend::gather(const std::string& own) {
  const std::vector<double> sizes = gather(std::vector{static_cast<double>(own.size())});
  std::string mine = own;
  if (rank_ != 0) {
    send_bytes(0, mine.data(), mine.size());
    return {};
  }
  std::vector<std::string> all{std::move(mine)};
  for (int rank = 1; rank < ranks_; ++rank) {
    const auto size = static_cast<std::size_t>(sizes[static_cast<std::size_t>(rank)]);
    std::string& text = all.emplace_back(size, ' ');
    receive_bytes(rank, text.data(), size);
  }
  return all;
}

void GlooBackend::line_up() {
  ::gloo::BarrierOptions options(control_);
  ::gloo::barrier(options);
}

void GlooBackend::send(int to, double number) {
  send_bytes(to, &number, sizeof number);
}

double GlooBackend::receive(int from) {
  double number = 0;
  receive_bytes(from, &number, sizeof number);
  return number;
}

void GlooBackend::send_bytes(int to, void* bytes, std::size_t size) {
  const auto buffer = control_->createUnboundBuffer(bytes, size);
  buffer->send(to, kSlot);
  buffer->waitSend();
}

void GlooBackend::receive_bytes(int from, void* bytes, std::size_t size) {
  const auto buffer = control_->createUnboundBuffer(bytes, size);
  buffer->recv(from, kSlot);
  buffer->waitRecv();
}

core::Result<std::unique_ptr<PreparedCall>> GlooBackend::prepare(
    const tuner::measure::Configuration& asked, const Memory& memory) {
  // All ranks do the same, and get the same error or none: it depends on what is asked alone.
  if (!measured_ || asked != asked_) {
    connect_anew();
    asked_ = asked;
  }
  return make_call(measured_, asked, memory);
}

std::map<int, std::uint64_t> GlooBackend::written() const {
  std::map<int, std::uint64_t> bytes;
  for (const auto& [peer, sockets] : sockets_) {
    for (const Socket& socket : sockets) bytes[peer] += bytes_written(socket);
  }
  return bytes;
}

void GlooBackend::start_witness() {
  line_up();  // so that nothing of an earlier call is on its way
  before_ = written();
  line_up();  // so that nobody starts before all have looked
}

tuner::measure::Seen GlooBackend::stop_witness() {
  line_up();
  tuner::measure::Seen seen;
  seen.witness = tuner::measure::kBytesWitness;
  for (const auto& [peer, bytes] : written()) {
    const std::uint64_t sent = bytes - before_[peer];
    if (sent > 0) seen.sent.push_back({rank_, peer, sent, 1});
  }
  return seen;
}

}  // namespace treering::workers::gloo
