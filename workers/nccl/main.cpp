// treering-worker-nccl SOCKET --ranks N: starts N ranks of NCCL on this machine, each a process
// with a GPU of its own, which measure what treering measure asks for.
//
// treering-worker-nccl SOCKET --threads N: likewise in one process, each rank a thread.
//
// treering-worker-nccl SOCKET --launched: one rank of a job that mpirun or srun has started, in a
// folder that all its ranks see. Other ranks than 0 have --member for SOCKET.
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/result.h"
#include "core/text/quote.h"
#include "tuner/launch/launched_rank.h"
#include "tuner/launch/own_folder.h"
#include "tuner/launch/worker_group.h"
#include "workers/binding/bind.h"
#include "workers/launch.h"
#include "workers/meeting/meet.h"
#include "workers/meeting/star.h"
#include "workers/nccl/device.h"
#include "workers/nccl/libraries.h"
#include "workers/nccl/nccl_backend.h"
#include "workers/serve.h"

namespace treering::workers::nccl {
namespace {

using tuner::launch::Binding;

// Binds a rank of NCCL to the cores near its GPU.

/// "0000:1b:00.0\n0000:43:00.0\n"
std::string addresses_text() {
  const auto cuda = open_cuda();
  int count = 0;
  if (!cuda || cuda->device_count(&count) != kSuccess) return "";
  std::string text;
  for (int device = 0; device < count; ++device) {
    std::array<char, 64> address{};
    const bool is_known =
        cuda->bus_id(address.data(), static_cast<int>(address.size() - 1), device) == kSuccess;
    text += std::string(is_known ? address.data() : "") + "\n";
  }
  return text;
}

/// All that comes out of `pipe` until nobody can write to it.
std::string read_all(int pipe) {
  std::string all;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = read(pipe, part.data(), part.size())) > 0;) {
    all.append(part.data(), static_cast<std::size_t>(size));
  }
  return all;
}

/// The PCI addresses of the GPUs of this machine, by the numbers that the CUDA runtime gives them;
/// none where there is no CUDA.
///
/// A process of its own asks: CUDA starts threads, which keep the cores that their process has
/// then, so this one has to be bound first. \pre this process has one thread
std::vector<std::string> addresses_of_gpus() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::string text = addresses_text();
    const ssize_t size = write(ends[1], text.data(), text.size());
    std::_Exit(size < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
  }
  close(ends[1]);
  std::string text = child < 0 ? "" : read_all(ends[0]);
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  std::vector<std::string> addresses;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    addresses.push_back(core::printable(text.substr(0, end)));
    text.erase(0, end == std::string::npos ? text.size() : end + 1);
  }
  return addresses;
}

/// `rank` with GPU i for rank i. A GPU that is not there leaves its rank anywhere on the machine.
LocalRank near_gpus(LocalRank rank, const std::vector<std::string>& addresses) {
  for (std::size_t i = 0; i < rank.ranks.near.size() && i < addresses.size(); ++i) {
    rank.ranks.near[i] = addresses[i];
  }
  return rank;
}

/// As the variable TREERING_BIND asks; by default to all cores of the NUMA node nearest to the GPU,
/// since NCCL has more threads the more networks there are. Else as bind_as_asked().
core::Result<std::string> bind_near_gpu(const LocalRank& rank) {
  const auto asked = asked_binding();
  if (!asked) return core::fail(asked.error());
  if (*asked != Binding::Automatic) return bind_rank(rank, *asked);
  auto done = bind_rank(rank, Binding::Numa);
  return done ? std::move(done) : "none: " + done.error().message();
}

using tuner::launch::OwnFolder;

// So long a rank of a launcher may take to end after rank 0.
constexpr std::chrono::seconds kFarewell{20};

struct Wanted {
  std::string socket;
  int ranks = 0;
  bool are_threads = false;
  bool is_launched = false;  // by somebody else: this is one rank
};

/// What is there before the ranks start.
struct Found {
  std::string folder;
  Variables variables;
  std::vector<std::string> gpus;  // their addresses, where ranks are to be bound near them
};

/// For the logs of a rank that has no conductor beside it.
std::optional<OwnFolder> folder_for_logs(const std::string& socket) {
  if (socket != tuner::launch::kMemberWord) return {};
  auto folder = OwnFolder::temporary();
  if (!folder) throw std::runtime_error(folder.error().message());
  return *std::move(folder);
}

/// False where the words make no sense.
bool read(const std::vector<std::string_view>& words, Wanted& wanted) {
  wanted.is_launched = words.size() == 2 && words[1] == tuner::launch::kLaunchedWord;
  if (!wanted.is_launched && words.size() != 3) return false;
  wanted.socket = words[0];
  if (wanted.is_launched) return true;
  if (words[1] != "--ranks" && words[1] != "--threads") return false;
  wanted.are_threads = words[1] == "--threads";
  std::from_chars(words[2].data(), words[2].data() + words[2].size(), wanted.ranks);
  return wanted.ranks > 0;
}

/// A rank, and the number of its GPU.
struct Rank {
  meeting::Star star;
  int device = 0;
};

/// Before CUDA starts threads. Threads of one process share its cores.
core::Result<std::string> binding_of(int rank, const Wanted& wanted, const Found& found) {
  constexpr int kThreads = 2;  // the one that calls, and NCCL's own for the network
  if (wanted.are_threads) return std::string("none");
  const LocalRank own = wanted.is_launched ? local_rank_of_launcher(kThreads)
                                           : local_rank(rank, wanted.ranks, kThreads);
  return bind_near_gpu(near_gpus(own, found.gpus));
}

int run_rank(Rank rank, const Wanted& wanted, const Found& found) {
  const auto binding = binding_of(rank.device, wanted, found);
  const bool is_member = wanted.is_launched && rank.star.rank() != 0;
  const std::jthread watch = is_member ? rank.star.watch(kFarewell) : std::jthread();
  const auto libraries = open_libraries();
  if (!libraries) throw std::runtime_error(why_no_gpus(libraries.error().message()));
  const std::string log = fmt::format("{}/{}{}", found.folder, OwnFolder::kLog, rank.star.rank());
  const Seat seat{rank.device, log, found.variables};
  NcclBackend backend(*libraries, seat, std::move(rank.star));
  return serve(backend, wanted.socket, binding);
}

int run_processes(const Wanted& wanted, const Found& found) {
  std::vector<meeting::Star> stars = meeting::connected_stars(wanted.ranks);
  return launch(wanted.ranks, [&](int rank) {
    meeting::Star own = std::move(stars[static_cast<std::size_t>(rank)]);
    stars.clear();  // so that those of a rank that goes are closed everywhere
    return run_rank({std::move(own), rank}, wanted, found);
  });
}

/// One rank that fails ends all: the others would wait for it.
[[noreturn]] void end_with(int code, const std::string& reason) {
  std::fputs((reason + "\n").c_str(), stderr);
  std::fflush(nullptr);
  std::_Exit(code);
}

int run_threads(const Wanted& wanted, const Found& found) {
  std::vector<meeting::Star> stars = meeting::connected_stars(wanted.ranks);
  std::vector<std::jthread> threads;
  for (meeting::Star& star : stars) {
    threads.emplace_back([&wanted, &found, own = std::move(star)]() mutable {
      const int rank = own.rank();
      const auto [code, reason] = end_of([&] {
        return run_rank({std::move(own), rank}, wanted, found);
      });
      if (code != EXIT_SUCCESS) end_with(code, reason);
    });
  }
  return EXIT_SUCCESS;
}

int run_member(const Wanted& wanted, const Found& found) {
  return run_launched([&] {
    const char* const interface = std::getenv("NCCL_SOCKET_IFNAME");
    auto star = meeting::meet_under_launcher(interface == nullptr ? "" : interface);
    if (!star) throw std::runtime_error(star.error().message());
    const auto own = tuner::launch::launched_rank();
    const int device = own ? own->local_rank.value_or(0) : 0;
    return run_rank({*std::move(star), device}, wanted, found);
  });
}

int run(const Wanted& wanted) {
  const auto folder = folder_for_logs(wanted.socket);
  // The conductor removes what is beside its socket, even if we are killed.
  const std::string beside = std::filesystem::path(wanted.socket).parent_path();
  const auto binding = asked_binding();
  const bool is_bound = binding && *binding != tuner::launch::Binding::None && !wanted.are_threads;
  const Found found{folder ? folder->path() : beside, variables_of_nccl(),
                    is_bound ? addresses_of_gpus() : std::vector<std::string>()};
  forget_log_variables();
  if (wanted.is_launched) return run_member(wanted, found);
  return wanted.are_threads ? run_threads(wanted, found) : run_processes(wanted, found);
}

}  // namespace
}  // namespace treering::workers::nccl

int main(int argc, char** argv) {
  namespace program = treering::workers::nccl;
  const std::span<char*> all(argv, static_cast<std::size_t>(argc));
  program::Wanted wanted;
  if (!program::read({all.begin() + 1, all.end()}, wanted)) {
    std::fputs("treering-worker-nccl: started by treering measure alone\n", stderr);
    return EXIT_FAILURE;
  }
  try {
    return program::run(wanted);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return EXIT_FAILURE;
  }
}
