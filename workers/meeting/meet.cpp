#include "workers/meeting/meet.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tuner/launch/launched_rank.h"
#include "workers/meeting/reception.h"
#include "workers/meeting/star.h"

namespace treering::workers::meeting {
namespace {

// Signals that ask this process to end, held back while there is something to put away first.

/// SIGHUP, SIGINT and SIGTERM wait as long as this lives, and then do what they do.
/// \pre this process has one thread
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

  /// Readable when one has come; -1 where the system has no such descriptor left.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

HeldSignals::HeldSignals() {
  sigset_t held{};
  sigemptyset(&held);
  for (const int one : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&held, one);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
  descriptor_ = signalfd(-1, &held, SFD_CLOEXEC);
}

HeldSignals::~HeldSignals() {
  if (descriptor_ >= 0) close(descriptor_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

using Clock = Reception::Clock;
using std::chrono::milliseconds;
using tuner::launch::LaunchedRank;

// Other files of the folder are listed each time, maybe by a server that all ranks ask.
constexpr milliseconds kFirstPoll{50};
constexpr milliseconds kLastPoll{1000};
// An address of another network may not answer at all, or somebody else may.
constexpr std::chrono::seconds kConnectPatience{2};
constexpr std::chrono::seconds kAnswerPatience{5};

core::Result<Star> host_meeting(const LaunchedRank& own, const Meeting& meeting) {
  const HeldSignals signals;  // the folder goes first
  auto reception = Reception::at(meeting_addresses(own, meeting.interface));
  if (!reception) return core::fail(reception.error());
  const Invitation invitation = new_invitation(reception->endpoints());
  const auto published = Published::in(meeting.folder, meeting.job, invitation);
  if (!published) return core::fail(published.error());
  const int ranks = own.ranks.value_or(1);
  auto sockets =
      reception->take_in(ranks, invitation, Clock::now() + meeting.patience, signals.descriptor());
  if (!sockets) return core::fail(sockets.error());
  return Star(own.rank, ranks, *std::move(sockets));
}

/// A socket to rank 0, or -1.
int connected_to(const Endpoint& endpoint) {
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(static_cast<std::uint16_t>(endpoint.port));
  if (inet_pton(AF_INET, endpoint.host.c_str(), &there.sin_addr) != 1) return -1;
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return -1;
  const timeval most{.tv_sec = kConnectPatience.count(), .tv_usec = 0};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);  // connect() heeds it, too
  const auto* const address = reinterpret_cast<const sockaddr*>(&there);
  if (connect(socket, address, sizeof there) == 0) {
    const timeval forever{};
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever);
    const int yes = 1;  // what ranks say is short, and must not wait for more
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return socket;
  }
  close(socket);
  return -1;
}

/// The next `size` bytes; nothing where they do not come before `end`.
std::optional<std::string> heard(int socket, std::size_t size, Clock::time_point end) {
  std::string text;
  while (text.size() < size) {
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    pollfd one{socket, POLLIN, 0};
    if (left.count() <= 0) return {};
    const int ready = poll(&one, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return {};
    std::array<char, 64> piece{};
    const ssize_t count = recv(socket, piece.data(), std::min(piece.size(), size - text.size()), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  return text;
}

/// Whether rank 0 is there and has taken us in.
bool is_taken_in(int socket, const Invitation& invitation, int rank) {
  Greeting greeting;
  greeting.rank = rank;
  invitation.token.copy(greeting.token.data(), greeting.token.size());
  if (send(socket, &greeting, sizeof greeting, MSG_NOSIGNAL) != sizeof greeting) return false;
  return heard(socket, invitation.answer.size(), Clock::now() + kAnswerPatience) ==
         invitation.answer;
}

/// A socket to the rank 0 that has invited, or -1.
int accepted_by(const Invitation& invitation, int rank) {
  for (const Endpoint& endpoint : invitation.endpoints) {
    const int socket = connected_to(endpoint);
    if (socket < 0) continue;
    if (is_taken_in(socket, invitation, rank)) return socket;
    close(socket);
  }
  return -1;
}

core::Result<Star> join_meeting(const LaunchedRank& own, const Meeting& meeting) {
  milliseconds poll = kFirstPoll;
  for (const auto end = Clock::now() + meeting.patience; Clock::now() < end;
       poll = std::min(poll * 3 / 2, kLastPoll)) {
    for (const Invitation& invitation : published_in(meeting.folder, meeting.job)) {
      const int socket = accepted_by(invitation, own.rank);
      if (socket < 0) continue;  // its rank 0 has gone
      Star star(own.rank, own.ranks.value_or(1), {socket});
      if (heard(socket, 1, end) == std::string(1, kAllAreThere)) return star;
      return core::environment_error("ranks", "not all came", "expected those of the launcher");
    }
    std::this_thread::sleep_for(poll);
  }
  return core::environment_error(meeting.folder, "rank 0 did not come",
                                 "expected a folder that all ranks see");
}

}  // namespace

core::Result<Star> meet(const LaunchedRank& own, const Meeting& meeting) {
  return own.rank == 0 ? host_meeting(own, meeting) : join_meeting(own, meeting);
}

core::Result<Star> meet_under_launcher(const std::string& interface) {
  const auto own = tuner::launch::rank_of_launched_job();
  if (!own) return core::fail(own.error());
  auto job = tuner::launch::launched_job();
  if (!job) return core::fail(job.error());
  std::error_code error;
  const std::string folder = std::filesystem::current_path(error).string();
  if (error) return core::environment_error("working directory", error.message());
  return meet(*own, {.folder = folder, .job = *std::move(job), .interface = interface});
}

}  // namespace treering::workers::meeting
