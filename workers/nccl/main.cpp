// treering-worker-nccl SOCKET --ranks N: starts N ranks of NCCL on this machine, each a process
// with a GPU of its own, which measure what treering measure asks for.
//
// treering-worker-nccl SOCKET --threads N: likewise in one process, each rank a thread.
//
// treering-worker-nccl SOCKET --store FOLDER: one rank of a job that mpirun or srun has started;
// all ranks see FOLDER, which nobody has used before. Other ranks than 0 have --member for SOCKET.
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "workers/binding/bind.h"
#include "workers/launch.h"
#include "workers/nccl/meeting.h"
#include "workers/nccl/nccl_backend.h"
#include "workers/nccl/near_gpu.h"
#include "workers/serve.h"

namespace treering::workers::nccl {
namespace {

struct Wanted {
  std::string socket;
  int ranks = 0;
  bool are_threads = false;
  std::string store;  // of ranks that a launcher has started
};

/// What is there before the ranks start.
struct Found {
  std::string folder;
  Variables variables;
  std::vector<std::string> gpus;  // their addresses, where ranks are to be bound near them
};

/// False where the words make no sense.
bool read(const std::vector<std::string_view>& words, Wanted& wanted) {
  if (words.size() != 3) return false;
  wanted.socket = words[0];
  if (words[1] == "--store") {
    wanted.store = words[2];
    return !wanted.store.empty();
  }
  if (words[1] != "--ranks" && words[1] != "--threads") return false;
  wanted.are_threads = words[1] == "--threads";
  std::from_chars(words[2].data(), words[2].data() + words[2].size(), wanted.ranks);
  return wanted.ranks > 0;
}

/// A rank, and the number of its GPU.
struct Rank {
  Star star;
  int device = 0;
};

/// Before CUDA starts threads. Threads of one process share its cores.
core::Result<std::string> binding_of(int rank, const Wanted& wanted, const Found& found) {
  constexpr int kThreads = 2;  // the one that calls, and NCCL's own for the network
  if (wanted.are_threads) return std::string("none");
  const LocalRank own = wanted.store.empty() ? local_rank(rank, wanted.ranks, kThreads)
                                             : local_rank_of_launcher(kThreads);
  return bind_near_gpu(near_gpus(own, found.gpus));
}

/// Of one rank: its exit code; and why, where it fails.
int run_rank(Rank rank, const Wanted& wanted, const Found& found, std::string& reason) {
  const auto binding = binding_of(rank.device, wanted, found);
  try {
    const auto libraries = open_libraries();
    if (!libraries) {
      reason = libraries.error().message();
      return EXIT_FAILURE;
    }
    const std::string log = found.folder + "/log" + std::to_string(rank.star.rank());
    const Seat seat{rank.device, log, found.variables};
    NcclBackend backend(*libraries, seat, std::move(rank.star));
    return serve(backend, wanted.socket, binding);
  } catch (const LostRank& lost) {
    reason = lost.what();
    return kLostPeer;
  } catch (const std::exception& failure) {
    reason = failure.what();
    return EXIT_FAILURE;
  }
}

int run_processes(const Wanted& wanted, const Found& found) {
  std::vector<Star> stars = connected_stars(wanted.ranks);
  return launch(wanted.ranks, [&](int rank, std::string& reason) {
    Star own = std::move(stars[static_cast<std::size_t>(rank)]);
    stars.clear();  // so that those of a rank that goes are closed everywhere
    return run_rank({std::move(own), rank}, wanted, found, reason);
  });
}

/// One rank that fails ends all: the others would wait for it.
[[noreturn]] void end_with(int code, const std::string& reason) {
  std::fputs((reason + "\n").c_str(), stderr);
  std::fflush(nullptr);
  std::_Exit(code);
}

int run_threads(const Wanted& wanted, const Found& found) {
  std::vector<Star> stars = connected_stars(wanted.ranks);
  std::vector<std::jthread> threads;
  for (Star& star : stars) {
    threads.emplace_back([&wanted, &found, own = std::move(star)]() mutable {
      std::string reason;
      const int rank = own.rank();
      const int code = run_rank({std::move(own), rank}, wanted, found, reason);
      if (code != EXIT_SUCCESS) end_with(code, reason);
    });
  }
  return EXIT_SUCCESS;
}

int run_member(const Wanted& wanted, const Found& found) {
  std::error_code ignored;  // whoever cannot write there says so
  std::filesystem::create_directories(wanted.store, ignored);
  const auto place = place_under_launcher();
  std::string reason;
  if (!place) {
    reason = place.error().message();
  } else if (auto star = meet(*place, wanted.store); !star) {
    reason = star.error().message();
  } else {
    const int code = run_rank({*std::move(star), place->local_rank}, wanted, found, reason);
    if (code == EXIT_SUCCESS) return code;
  }
  std::fputs((reason + "\n").c_str(), stderr);
  return EXIT_FAILURE;
}

/// A folder beside the socket: it goes with that of whoever started us even if we are killed.
std::string make_folder(const std::string& socket) {
  namespace fs = std::filesystem;
  const fs::path parent =
      socket.empty() ? fs::temp_directory_path() : fs::path(socket).parent_path();
  std::string path = (parent / "nccl-XXXXXX").string();
  return mkdtemp(path.data()) == nullptr ? "" : path;
}

int run(const Wanted& wanted) {
  const std::string folder = make_folder(wanted.socket == "--member" ? "" : wanted.socket);
  if (folder.empty()) {
    std::fprintf(stderr, "%s: no folder beside it: %s\n", wanted.socket.c_str(),
                 std::strerror(errno));
    return EXIT_FAILURE;
  }
  const auto binding = asked_binding();
  const bool is_bound = binding && *binding != tuner::launch::Binding::None && !wanted.are_threads;
  const Found found{folder, variables_of_nccl(),
                    is_bound ? addresses_of_gpus() : std::vector<std::string>()};
  forget_log_variables();
  int code = EXIT_FAILURE;
  if (!wanted.store.empty()) {
    code = run_member(wanted, found);
  } else {
    code = wanted.are_threads ? run_threads(wanted, found) : run_processes(wanted, found);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return code;
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
