#include "workers/launch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace treering::workers {
namespace {

using std::chrono::milliseconds;

// Peers notice a rank that went about when we do: so long we look for the one that went first.
constexpr milliseconds kCauseWait{2000};
constexpr milliseconds kPoll{5};

struct Ending {
  int rank = 0;
  int status = 0;  // as waitpid gives it

  [[nodiscard]] bool is_good() const { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }
  [[nodiscard]] bool is_consequence() const {
    return WIFEXITED(status) && WEXITSTATUS(status) == kLostPeer;
  }
};

class StartedRanks {
 public:
  StartedRanks() = default;
  StartedRanks(const StartedRanks&) = delete;
  StartedRanks& operator=(const StartedRanks&) = delete;
  ~StartedRanks() {
    for (const Rank& rank : all_) close(rank.reason);
  }

  /// False where the system has no room for another process.
  bool start(const RunRank& run) {
    const auto number = static_cast<int>(all_.size());
    std::array<int, 2> reason{};
    if (pipe(reason.data()) != 0) return false;
    const pid_t parent = getpid();
    const pid_t id = fork();
    if (id == 0) {
      become_rank(number, parent, reason[1], run);
    }
    const int code = errno;
    close(reason[1]);
    all_.push_back({id, reason[0], id <= 0});
    errno = code;
    return id > 0;
  }

  [[nodiscard]] bool are_left() const {
    for (const Rank& rank : all_) {
      if (!rank.is_over) return true;
    }
    return false;
  }

  /// The next one that ends; nothing where none does within `most`.
  std::optional<Ending> next_within(milliseconds most) {
    for (milliseconds waited{0}; are_left() && waited < most; waited += kPoll) {
      if (const auto ending = next(WNOHANG)) return ending;
      std::this_thread::sleep_for(kPoll);
    }
    return {};
  }

  std::optional<Ending> next() { return next(0); }

  void kill_all() {
    for (const Rank& rank : all_) {
      if (!rank.is_over) kill(rank.id, SIGKILL);
    }
    while (are_left() && next(0)) {
    }
  }

  [[nodiscard]] std::string sentence(const Ending& ending) const {
    if (WIFSIGNALED(ending.status)) {
      const int signal = WTERMSIG(ending.status);
      return fmt::format("rank {} was killed by signal {} ({})", ending.rank, signal,
                         strsignal(signal));
    }
    const std::string reason = reason_of(ending.rank);
    return fmt::format("rank {} ended with exit code {}{}{}", ending.rank,
                       WEXITSTATUS(ending.status), reason.empty() ? "" : ": ", reason);
  }

 private:
  struct Rank {
    pid_t id = -1;
    int reason = -1;
    bool is_over = false;
  };

  [[noreturn]] static void become_rank(int number, pid_t parent, int reason_end,
                                       const RunRank& run) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) std::_Exit(kLostPeer);  // it went before the line above
    const auto [code, reason] = end_of([&] { return run(number); });
    std::fflush(nullptr);
    if (!reason.empty() && write(reason_end, reason.data(), reason.size()) < 0) {
      std::fputs((reason + "\n").c_str(), stderr);
    }
    std::_Exit(code);  // what stands behind us belongs to the parent
  }

  std::optional<Ending> next(int options) {
    int status = 0;
    pid_t id = -1;
    while ((id = waitpid(-1, &status, options)) < 0 && errno == EINTR) {
    }
    for (std::size_t i = 0; i < all_.size() && id > 0; ++i) {
      if (all_[i].id != id) continue;
      all_[i].is_over = true;
      return Ending{static_cast<int>(i), status};
    }
    return {};
  }

  /// \pre the rank is over
  [[nodiscard]] std::string reason_of(int rank) const {
    std::array<char, 4096> text{};
    const ssize_t size =
        read(all_[static_cast<std::size_t>(rank)].reason, text.data(), text.size());
    std::string reason(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    for (char& one : reason) {
      if (one == '\n') one = ' ';
    }
    return reason;
  }

  std::vector<Rank> all_;
};

int fail_with(StartedRanks& ranks, const std::string& why) {
  ranks.kill_all();
  std::fputs((why + "\n").c_str(), stderr);
  return EXIT_FAILURE;
}

/// The ending that came first: those that lost a peer say that another one went.
Ending cause_of(StartedRanks& ranks, const Ending& first) {
  Ending found = first;
  while (found.is_consequence()) {
    const auto another = ranks.next_within(kCauseWait);
    if (!another) return first;
    if (!another->is_good()) found = *another;
  }
  return found;
}

}  // namespace

RankEnd end_of(const std::function<int()>& run) {
  try {
    return {run(), ""};
  } catch (const LostPeer& lost) {
    return {kLostPeer, lost.what()};
  } catch (const std::exception& failure) {
    return {EXIT_FAILURE, failure.what()};
  }
}

int launch(int ranks, const RunRank& run) {
  StartedRanks started;
  for (int rank = 0; rank < ranks; ++rank) {
    if (!started.start(run)) {
      return fail_with(started,
                       fmt::format("rank {} cannot be started: {}", rank, std::strerror(errno)));
    }
  }
  while (started.are_left()) {
    const auto ending = started.next();
    if (!ending) break;
    if (!ending->is_good()) {
      return fail_with(started, started.sentence(cause_of(started, *ending)));
    }
  }
  return EXIT_SUCCESS;
}

int run_launched(const std::function<int()>& run) {
  const auto [code, reason] = end_of(run);
  if (!reason.empty()) std::fputs((reason + "\n").c_str(), stderr);
  return code;
}

}  // namespace treering::workers
