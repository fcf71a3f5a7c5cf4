// treering-worker-gloo SOCKET --ranks N: starts N ranks of a Gloo job on this machine, which
// measure what treering measure asks for.
//
// treering-worker-gloo SOCKET --store FOLDER: one rank of a job that mpirun or srun has started;
// all ranks see FOLDER, which nobody has used before. Other ranks than 0 have --member for SOCKET.
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gloo/common/error.h>

#include "workers/binding/bind.h"
#include "workers/gloo/gloo_backend.h"
#include "workers/gloo/place.h"
#include "workers/job_folder.h"
#include "workers/launch.h"
#include "workers/serve.h"

namespace treering::workers::gloo {
namespace {

// Of a rank: one for the thread that calls, one for that of its connections. On a single core both
// wait for each other: a call of 0.2 ms takes 4.
constexpr int kCores = 2;

struct Wanted {
  std::string socket;
  std::string store;
  int ranks = 0;
};

/// False where the words make no sense.
bool read(const std::vector<std::string_view>& words, Wanted& wanted) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view value = i + 1 < words.size() ? words[i + 1] : "";
    if (word == "--store") {
      wanted.store = value;
      ++i;
    } else if (word == "--ranks") {
      std::from_chars(value.data(), value.data() + value.size(), wanted.ranks);
      ++i;
    } else if (wanted.socket.empty()) {
      wanted.socket = word;
    } else {
      return false;
    }
  }
  return (!wanted.store.empty() || wanted.ranks > 0) && !wanted.socket.empty();
}

/// Nobody goes before all are done: who still has to read would lose a peer. What happens to the
/// last of them does not matter.
void part(GlooBackend& backend) {
  try {
    backend.line_up();
  } catch (const ::gloo::IoException& lost) {
    static_cast<void>(lost);
  }
}

int run_rank(const core::Result<Place>& place, const Wanted& wanted, const LocalRank& here) {
  if (!place) throw std::runtime_error(place.error().message());
  const auto binding = bind_as_asked(here);
  std::signal(SIGPIPE, SIG_IGN);  // Gloo reads the error instead
  try {
    GlooBackend backend(*place, wanted.store);
    const int code = serve(backend, wanted.socket, binding);
    part(backend);
    return code;
  } catch (const ::gloo::IoException& lost) {
    throw LostPeer(lost.what());
  }
}

int start_ranks(Wanted wanted) {
  const auto folder = JobFolder::for_socket(wanted.socket);
  if (!folder) {
    std::fprintf(stderr, "%s\n", folder.error().message().c_str());
    return EXIT_FAILURE;
  }
  wanted.store = folder->path();
  return launch(wanted.ranks, [&](int rank) {
    return run_rank(place_of(rank, wanted.ranks), wanted, local_rank(rank, wanted.ranks, kCores));
  });
}

int join_ranks(const Wanted& wanted) {
  std::error_code ignored;  // Gloo says what it cannot write
  std::filesystem::create_directories(wanted.store, ignored);
  return run_launched(
      [&] { return run_rank(place_under_launcher(), wanted, local_rank_of_launcher(kCores)); });
}

}  // namespace
}  // namespace treering::workers::gloo

int main(int argc, char** argv) {
  namespace program = treering::workers::gloo;
  const std::span<char*> all(argv, static_cast<std::size_t>(argc));
  program::Wanted wanted;
  if (!program::read({all.begin() + 1, all.end()}, wanted)) {
    std::fputs("treering-worker-gloo: started by treering measure alone\n", stderr);
    return EXIT_FAILURE;
  }
  return wanted.ranks > 0 ? program::start_ranks(wanted) : program::join_ranks(wanted);
}
