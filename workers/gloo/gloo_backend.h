// A rank of a Gloo job.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "workers/backend.h"
#include "workers/gloo/bytes_sent.h"
#include "workers/gloo/place.h"
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
