// treering-worker-nccl SOCKET --ranks N: starts N ranks of NCCL on this machine, each a process
// with a GPU of its own, which measure what treering measure asks for.
//
// treering-worker-nccl SOCKET --threads N: likewise in one process, each rank a thread.
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

#include "workers/launch.h"
#include "workers/nccl/nccl_backend.h"
#include "workers/serve.h"

namespace treering::workers::nccl {
namespace {

struct Wanted {
  std::string socket;
  int ranks = 0;
  bool are_threads = false;
};

/// What is there before the ranks start.
struct Found {
  std::string folder;
  Variables variables;
};

/// False where the words make no sense.
bool read(const std::vector<std::string_view>& words, Wanted& wanted) {
  if (words.size() != 3 || (words[1] != "--ranks" && words[1] != "--threads")) return false;
  wanted.socket = words[0];
  wanted.are_threads = words[1] == "--threads";
  std::from_chars(words[2].data(), words[2].data() + words[2].size(), wanted.ranks);
  return wanted.ranks > 0;
}

/// Of one rank, which has the GPU of its number: its exit code; and why, where it fails.
int run_rank(Star star, const Wanted& wanted, const Found& found, std::string& reason) {
  const int rank = star.rank();
  try {
    const auto libraries = open_libraries();
    if (!libraries) {
      reason = libraries.error().message();
      return EXIT_FAILURE;
    }
    const Seat seat{rank, found.folder + "/log" + std::to_string(rank), found.variables};
    NcclBackend backend(*libraries, seat, std::move(star));
    return serve(backend, wanted.socket);
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
    return run_rank(std::move(own), wanted, found, reason);
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
      const int code = run_rank(std::move(own), wanted, found, reason);
      if (code != EXIT_SUCCESS) end_with(code, reason);
    });
  }
  return EXIT_SUCCESS;
}

/// A folder beside the socket: it goes with that of whoever started us even if we are killed.
std::string make_folder(const std::string& socket) {
  std::string path = (std::filesystem::path(socket).parent_path() / "nccl-XXXXXX").string();
  return mkdtemp(path.data()) == nullptr ? "" : path;
}

int run(const Wanted& wanted) {
  const std::string folder = make_folder(wanted.socket);
  if (folder.empty()) {
    std::fprintf(stderr, "%s: no folder beside it: %s\n", wanted.socket.c_str(),
                 std::strerror(errno));
    return EXIT_FAILURE;
  }
  const Found found{folder, variables_of_nccl()};
  forget_log_variables();
  const int code = wanted.are_threads ? run_threads(wanted, found) : run_processes(wanted, found);
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
