// A rank of a job of Gloo: its place among the others, and the bytes that it sends.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "workers/backend.h"
#include "workers/meeting/star.h"

namespace gloo {
class Context;
namespace rendezvous {
class ContextFactory;
}
namespace transport {
class Device;
}
}  // namespace gloo

namespace treering::workers::gloo {

// Where a rank is: which one of how many, and at which address it talks to the others.

struct Place {
  int rank = 0;
  int ranks = 1;
  // One of them counts; both empty: the address of the host's name.
  std::string address;
  std::string interface;
};

/// Of a rank that we start ourselves: the loopback address. With TREERING_SHAPED=1 it enters the
/// network namespace /run/netns/r<rank> first and has the address 10.77.0.<rank + 1>.
/// \pre this process has one thread
core::Result<Place> place_of(int rank, int ranks);

/// By what mpirun and srun put into the environment. The loopback address where all ranks are on
/// this machine; else GLOO_SOCKET_IFNAME names the interface, as in PyTorch.
core::Result<Place> place_under_launcher();

// The bytes that went from this process to other ranks, as the kernel counts them for each TCP
// connection: a source that does not know which algorithm was asked for.
//
// A connection has carried what the peer has acknowledged (tcpi_bytes_acked) and what still waits
// here for it (SIOCOUTQ): all that was written to the socket, however often it was sent again.

/// One end of a connection.
struct Socket {
  int file = -1;
  std::string here;   // "127.0.0.1:1234"
  std::string there;  // likewise

  auto operator<=>(const Socket&) const = default;
};

/// The connected TCP sockets of this process.
std::set<Socket> connected_sockets();

/// Bytes written to it since it was connected, up to a constant.
std::uint64_t bytes_written(const Socket& socket);

/// Which of `sockets` lead to which rank, from the ends of all ranks, "here there" a line.
std::map<int, std::vector<Socket>> by_peer(const std::set<Socket>& sockets,
                                           const std::vector<std::string>& ends_by_rank);

/// Our part of `ends_by_rank`.
std::string ends_of(const std::set<Socket>& sockets);

// A rank of a Gloo job.

class GlooBackend final : public Backend {
 public:
  /// Connects with the other ranks, which `star` reaches. Throws what Gloo throws, as all others
  /// here do: std::exception, and gloo::IoException when another rank has gone; and LostPeer.
  GlooBackend(const Place& place, meeting::Star star);
  ~GlooBackend() override;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] std::string library() const override;
  [[nodiscard]] std::map<std::string, std::vector<std::string>> algorithms() const override;

  void share(std::string& text) override;
  std::vector<double> gather(const std::vector<double>& own) override;
  std::vector<std::string> gather(const std::string& own) override;
  void line_up() override;
  void send(int to, double number) override;
  double receive(int from) override;

  core::Result<std::unique_ptr<PreparedCall>> prepare(const tuner::measure::Configuration& asked,
                                                      const Memory& memory) override;
  void start_witness() override;
  tuner::measure::Seen stop_witness() override;

 private:
  void connect_anew();
  [[nodiscard]] std::map<int, std::uint64_t> written() const;
  void send_bytes(int to, void* bytes, std::size_t size);
  void receive_bytes(int from, void* bytes, std::size_t size);

  int rank_ = 0;
  int ranks_ = 1;
  std::shared_ptr<::gloo::transport::Device> device_;
  std::shared_ptr<::gloo::Context> control_;  // for everything but the measured calls
  std::unique_ptr<::gloo::rendezvous::ContextFactory> connections_;

  // Of the configuration that is measured. Each has connections of its own: small messages of
  // Gloo's older collectives leave small buffers in the kernel (SO_SNDBUF, in Pair::send of
  // gloo/transport/tcp/pair.cc), with which its newer ones take a hundred times as long.
  tuner::measure::Configuration asked_;
  std::shared_ptr<::gloo::Context> measured_;
  std::map<int, std::vector<Socket>> sockets_;  // by peer
  std::map<int, std::uint64_t> before_;         // bytes written to them when the witness started
};

}  // namespace treering::workers::gloo
