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
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tuner/launch/process.h"

namespace treering::workers {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// Peers notice a rank that went about when we do: so long we look for the one that went first.
constexpr milliseconds kCauseWait{2000};
// How long a rank may be over unseen where something that it started holds its pipe.
constexpr milliseconds kLook{1000};

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
    for (const Rank& rank : all_) {
      close(rank.reason);
      close(rank.printed);
    }
  }

  /// False where the system has no room for another process.
  bool start(const RunRank& run) {
    const auto number = static_cast<int>(all_.size());
    std::array<int, 2> reason{};
    std::array<int, 2> printed{};
    if (pipe2(reason.data(), O_CLOEXEC) != 0) return false;
    if (pipe2(printed.data(), O_CLOEXEC) != 0) {
      close(reason[0]);
      close(reason[1]);
      return false;
    }
    fcntl(printed[0], F_SETFL, O_NONBLOCK);
    const pid_t parent = getpid();
    std::fflush(nullptr);  // or the rank would print it, too
    const pid_t id = fork();
    if (id == 0) become_rank({number, parent, reason[1], printed[1]}, run);
    const int code = errno;
    close(reason[1]);
    close(printed[1]);
    all_.push_back({id, reason[0], printed[0], id <= 0, {}});
    errno = code;
    return id > 0;
  }

  [[nodiscard]] bool are_left() const {
    return !std::ranges::all_of(all_, [](const Rank& rank) { return rank.is_over; });
  }

  /// The next one that ends; nothing where none does within `most`. Passes on what all print.
  std::optional<Ending> next_within(milliseconds most) {
    const auto end = Clock::now() + most;
    while (are_left()) {
      const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
      wait_for_words(std::clamp(left, milliseconds(0), kLook));
      int status = 0;
      const pid_t id = waitpid(-1, &status, WNOHANG);
      if (const auto found = std::ranges::find(all_, id, &Rank::id);
          id > 0 && found != all_.end()) {
        found->is_over = true;
        pass_on(*found);
        return Ending{static_cast<int>(found - all_.begin()), status};
      }
      if (left.count() <= 0) return {};
    }
    return {};
  }

  /// \pre some are left
  Ending next() {
    for (;;) {
      if (const auto ending = next_within(kLook)) return *ending;
    }
  }

  void kill_all() {
    for (const Rank& rank : all_) {
      if (!rank.is_over) kill(rank.id, SIGKILL);
    }
    while (are_left()) next();
  }

  /// With the reason of an exception, else with what the rank printed last.
  [[nodiscard]] std::string sentence(const Ending& ending) const {
    const Rank& rank = all_[static_cast<std::size_t>(ending.rank)];
    std::string words = reason_of(rank);
    if (words.empty()) words = tuner::launch::last_words(rank.tail.text());
    const std::string why = words.empty() ? "" : ": " + words;
    if (WIFSIGNALED(ending.status)) {
      const int signal = WTERMSIG(ending.status);
      return fmt::format("rank {} was killed by signal {} ({}){}", ending.rank, signal,
                         strsignal(signal), why);
    }
    return fmt::format("rank {} ended with exit code {}{}", ending.rank, WEXITSTATUS(ending.status),
                       why);
  }

 private:
  struct Rank {
    pid_t id = -1;
    int reason = -1;
    int printed = -1;
    bool is_over = false;
    tuner::launch::OutputTail tail;
  };
  /// A rank knows this of itself when it starts.
  struct Birth {
    int number = 0;
    pid_t parent = -1;
    int reason = -1;
    int printed = -1;
  };

  [[noreturn]] static void become_rank(const Birth& birth, const RunRank& run) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != birth.parent) std::_Exit(kLostPeer);  // it went before the line above
    dup2(birth.printed, STDOUT_FILENO);
    dup2(birth.printed, STDERR_FILENO);
    // A process that is killed loses no line that it printed. Without a buffer of its own stdout
    // goes on as it has begun.
    static std::array<char, BUFSIZ> lines;
    std::setvbuf(stdout, lines.data(), _IOLBF, lines.size());
    const auto [code, reason] = end_of([&] { return run(birth.number); });
    std::fflush(nullptr);
    if (!reason.empty() && write(birth.reason, reason.data(), reason.size()) < 0) {
      std::fputs((reason + "\n").c_str(), stderr);
    }
    std::_Exit(code);  // what stands behind us belongs to the parent
  }

  /// Takes no time while all are silent: the end of a rank closes its pipe.
  void wait_for_words(milliseconds most) {
    std::vector<pollfd> watched;
    for (const Rank& rank : all_) watched.push_back({rank.is_over ? -1 : rank.printed, POLLIN, 0});
    poll(watched.data(), watched.size(), static_cast<int>(most.count()));
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (watched[i].revents != 0) pass_on(all_[i]);
    }
  }

  static void pass_on(Rank& rank) {
    std::array<char, 4096> piece{};
    for (;;) {
      const ssize_t count = read(rank.printed, piece.data(), piece.size());
      if (count <= 0) break;
      const std::string_view text(piece.data(), static_cast<std::size_t>(count));
      rank.tail.add(text);
      std::fwrite(text.data(), 1, text.size(), stderr);
    }
  }

  /// \pre the rank is over
  [[nodiscard]] static std::string reason_of(const Rank& rank) {
    std::array<char, 4096> text{};
    const ssize_t size = read(rank.reason, text.data(), text.size());
    std::string reason(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    std::ranges::replace(reason, '\n', ' ');
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
    const Ending ending = started.next();
    if (!ending.is_good()) return fail_with(started, started.sentence(cause_of(started, ending)));
  }
  return EXIT_SUCCESS;
}

int run_launched(const std::function<int()>& run) {
  const auto [code, reason] = end_of(run);
  if (!reason.empty()) std::fputs((reason + "\n").c_str(), stderr);
  return code;
}

}  // namespace treering::workers
