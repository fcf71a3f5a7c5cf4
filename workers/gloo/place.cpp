#include "workers/gloo/place.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "tuner/launch/shape.h"

namespace treering::workers::gloo {
namespace {

constexpr const char* kLoopback = "127.0.0.1";

std::string text_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::optional<int> number_of(const char* name) {
  const std::string text = text_of(name);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return number;
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

struct Names {
  const char* rank;
  const char* ranks;
  const char* ranks_here;  // on this machine; null: no such variable
};

// Open MPI's mpirun; MPICH's, and srun with PMI; srun.
constexpr std::array kLaunchers{
    Names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    Names{"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"},
    Names{"SLURM_PROCID", "SLURM_NTASKS", nullptr}};

}  // namespace

core::Result<Place> place_of(int rank, int ranks) {
  if (text_of(tuner::launch::kShapedVariable) != "1") return Place{rank, ranks, kLoopback, ""};
  if (const auto entered = enter_namespace(rank); !entered) return core::fail(entered.error());
  return Place{rank, ranks, tuner::launch::shaped_address(rank), ""};
}

core::Result<Place> place_under_launcher() {
  for (const Names& names : kLaunchers) {
    const auto rank = number_of(names.rank);
    const auto ranks = number_of(names.ranks);
    if (!rank || !ranks || *rank < 0 || *rank >= *ranks) continue;
    if (text_of(tuner::launch::kShapedVariable) == "1") return place_of(*rank, *ranks);
    const bool is_one_machine = names.ranks_here == nullptr ? text_of("SLURM_NNODES") == "1"
                                                            : number_of(names.ranks_here) == ranks;
    Place place{*rank, *ranks, "", text_of("GLOO_SOCKET_IFNAME")};
    if (is_one_machine) place.address = kLoopback;
    return place;
  }
  return core::environment_error("environment", "no rank", "expected one of mpirun or srun");
}

}  // namespace treering::workers::gloo
