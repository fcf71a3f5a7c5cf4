#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "tuner/launch/launched_rank.h"
#include "tuner/launch/shape.h"
#include "workers/gloo/gloo_backend.h"

namespace treering::workers::gloo {
namespace {

constexpr const char* kLoopback = "127.0.0.1";

std::string text_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

core::Result<void> enter_namespace(int rank) {
  const std::string path =
      fmt::format("{}/{}", tuner::launch::kNamespaceFolder, tuner::launch::shaped_host(rank));
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_in = file >= 0 && setns(file, CLONE_NEWNET) == 0;
  const int code = errno;
  if (file >= 0) close(file);
  if (is_in) return {};
  return core::environment_error(path, std::strerror(code),
                                 "expected the network namespace of a shaped cluster");
}

}  // namespace

core::Result<Place> place_of(int rank, int ranks) {
  if (text_of(tuner::launch::kShapedVariable) != "1") return Place{rank, ranks, kLoopback, ""};
  if (const auto entered = enter_namespace(rank); !entered) return core::fail(entered.error());
  return Place{rank, ranks, tuner::launch::shaped_address(rank), ""};
}

core::Result<Place> place_under_launcher() {
  const auto own = tuner::launch::rank_of_launched_job();
  if (!own) return core::fail(own.error());
  const int ranks = own->ranks.value_or(1);
  if (text_of(tuner::launch::kShapedVariable) == "1") return place_of(own->rank, ranks);
  Place place{own->rank, ranks, "", text_of("GLOO_SOCKET_IFNAME")};
  if (own->local_ranks == own->ranks) place.address = kLoopback;
  return place;
}

}  // namespace treering::workers::gloo
