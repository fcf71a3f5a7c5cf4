// treering-worker-gloo SOCKET --ranks N: starts N ranks of a Gloo job on this machine, which
// measure what treering measure asks for.
//
// treering-worker-gloo SOCKET --launched: one rank of a job that mpirun or srun has started, in a
// folder that all its ranks see. Other ranks than 0 have --member for SOCKET.
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gloo/common/error.h>

#include "tuner/launch/worker_group.h"
#include "workers/binding/bind.h"
#include "workers/binding/place.h"
#include "workers/gloo/gloo_backend.h"
#include "workers/launch.h"
#include "workers/meeting/meet.h"
#include "workers/meeting/star.h"
#include "workers/serve.h"

namespace treering::workers::gloo {
namespace {

// Of a rank: one for the thread that calls, one for that of its connections. On a single core both
// wait for each other: a call of 0.2 ms takes 4.
constexpr int kCores = 2;

struct Wanted {
  std::string socket;
  bool is_launched = false;  // by somebody else: this is one rank
  int ranks = 0;
};

/// False where the words make no sense.
bool read(const std::vector<std::string_view>& words, Wanted& wanted) {
  if (words.size() < 2) return false;
  wanted.socket = words[0];
  wanted.is_launched = words[1] == tuner::launch::kLaunchedWord;
  if (wanted.is_launched) return words.size() == 2;
  if (words[1] != "--ranks" || words.size() != 3) return false;
  std::from_chars(words[2].data(), words[2].data() + words[2].size(), wanted.ranks);
  return wanted.ranks > 0;
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

/// \param star to the other ranks, by which they find each other's connections
int run_rank(const core::Result<Place>& place, meeting::Star star, const Wanted& wanted,
             const LocalRank& here) {
  if (!place) throw std::runtime_error(place.error().message());
  const auto binding = bind_as_asked(here);
  std::signal(SIGPIPE, SIG_IGN);  // Gloo reads the error instead
  try {
    GlooBackend backend(*place, std::move(star));
    const int code = serve(backend, wanted.socket, binding);
    part(backend);
    return code;
  } catch (const ::gloo::IoException& lost) {
    throw LostPeer(lost.what());
  }
}

int start_ranks(const Wanted& wanted) {
  std::vector<meeting::Star> stars = meeting::connected_stars(wanted.ranks);
  return launch(wanted.ranks, [&](int rank) {
    meeting::Star own = std::move(stars[static_cast<std::size_t>(rank)]);
    stars.clear();  // so that those of a rank that goes are closed everywhere
    return run_rank(place_of(rank, wanted.ranks), std::move(own), wanted,
                    local_rank(rank, wanted.ranks, kCores));
  });
}

int join_ranks(const Wanted& wanted) {
  return run_launched([&] {
    const auto place = place_under_launcher();
    const bool is_chosen = place && !place->interface.empty();
    auto star = meeting::meet_under_launcher(is_chosen ? "=" + place->interface : "");
    if (!star) throw std::runtime_error(star.error().message());
    return run_rank(place, *std::move(star), wanted, local_rank_of_launcher(kCores));
  });
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
  try {
    return wanted.is_launched ? program::join_ranks(wanted) : program::start_ranks(wanted);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return EXIT_FAILURE;
  }
}
