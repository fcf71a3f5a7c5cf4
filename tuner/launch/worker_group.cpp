#include "tuner/launch/worker_group.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/named_values.h"
#include "core/result.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "tuner/launch/open_files.h"
#include "tuner/launch/own_folder.h"

namespace treering::tuner::launch {
namespace {

// The local socket on which workers call, and the lines that come over it.

/// Who has called.
class Caller {
 public:
  enum class End { None, Closed, TimedOut, TooLong, Stopped };

  explicit Caller(int socket) : socket_(socket) {}
  Caller(Caller&& other) noexcept;
  Caller& operator=(Caller&& other) = delete;
  ~Caller();

  bool send(std::string_view line) const;
  /// The next line; nothing when the caller has gone, says nothing for so long, sends more than any
  /// line has, or `stop` is requested: see end().
  std::optional<std::string> receive(std::chrono::milliseconds most,
                                     const std::stop_token& stop = {});
  [[nodiscard]] End end() const { return end_; }
  /// The text behind the last whole line.
  [[nodiscard]] const std::string& rest() const { return received_; }

 private:
  int socket_ = -1;
  std::string received_;
  End end_ = End::None;
};

class Listener {
 public:
  static core::Result<Listener> at(const std::string& path);
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&& other) = delete;
  ~Listener();

  /// Waits so long for a call.
  std::optional<Caller> accept(std::chrono::milliseconds most) const;

 private:
  explicit Listener(int socket) : socket_(socket) {}

  int socket_ = -1;
};

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// A million samples with their spreads take 50 MB.
constexpr std::size_t kMostLine = std::size_t{256} << 20U;

// How long a request to stop may go unnoticed.
constexpr milliseconds kLookForStop{20};

/// Whether there is something to read before `end`, and before `stop` is requested.
bool is_readable_before(int socket, Clock::time_point end, const std::stop_token& stop = {}) {
  while (stop.stop_possible()) {
    if (stop.stop_requested()) return false;
    if (is_readable_before(socket, std::min(end, Clock::now() + kLookForStop))) return true;
    if (Clock::now() >= end) return false;
  }
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    pollfd one{socket, POLLIN, 0};
    const int count = poll(&one, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

Caller::Caller(Caller&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      received_(std::move(other.received_)),
      end_(other.end_) {}

Caller::~Caller() {
  if (socket_ >= 0) close(socket_);
}

bool Caller::send(std::string_view line) const {
  std::string rest(line);
  rest += '\n';
  while (!rest.empty()) {
    const ssize_t count = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest.erase(0, static_cast<std::size_t>(count));
  }
  return true;
}

std::optional<std::string> Caller::receive(milliseconds most, const std::stop_token& stop) {
  const auto last = Clock::now() + most;
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    if (received_.size() > kMostLine) {
      end_ = End::TooLong;
      return {};
    }
    if (!is_readable_before(socket_, last, stop)) {
      end_ = stop.stop_requested() ? End::Stopped : End::TimedOut;
      return {};
    }
    std::array<char, 65536> piece{};
    const ssize_t count = recv(socket_, piece.data(), piece.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      end_ = End::Closed;
      return {};
    }
    received_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

core::Result<Listener> Listener::at(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return core::environment_error(path, "a path too long for a local socket", "", "set TMPDIR");
  }
  path.copy(&address.sun_path[0], path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto* const place = reinterpret_cast<const sockaddr*>(&address);
  if (socket < 0 || bind(socket, place, sizeof address) != 0 || listen(socket, 1) != 0) {
    const int code = errno;
    if (socket >= 0) close(socket);
    if (is_out_of_files(code)) return no_room_for_files(path, code);
    return core::environment_error(path, std::strerror(code), "expected a place for a local socket",
                                   "set TMPDIR");
  }
  return Listener(socket);
}

Listener::Listener(Listener&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

Listener::~Listener() {
  if (socket_ >= 0) close(socket_);
}

std::optional<Caller> Listener::accept(milliseconds most) const {
  if (!is_readable_before(socket_, Clock::now() + most)) return {};
  const int caller = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  if (caller < 0) return {};
  return std::optional<Caller>(std::in_place, caller);
}

using measure::Batch;
using measure::Hello;
using measure::Task;
using std::chrono::milliseconds;

constexpr milliseconds kGlance{50};
constexpr milliseconds kFarewell{5000};  // to end by themselves

milliseconds in_ms(core::Duration time) {
  return milliseconds(static_cast<std::int64_t>(time.in_us() / 1e3) + 1);
}

/// Names text that is no whole line of ours.
std::string described(std::string_view text) {
  return fmt::format("{} that are no answer, {}", core::counted(text.size(), "byte"),
                     core::in_quotes(text));
}

core::Failure stopped() {
  return core::environment_error("ranks", "asked to end before they were there");
}

class WorkerGroup final : public measure::Workers {
 public:
  WorkerGroup(OwnFolder folder, Process process, Caller caller)
      : folder_(std::move(folder)), process_(std::move(process)), caller_(std::move(caller)) {}
  ~WorkerGroup() override {
    { const Caller closed = std::move(caller_); }
    if (is_alive_) process_.wait(kFarewell);
  }

  /// \pre called once
  core::Result<void> greet(core::Duration patience, const std::stop_token& stop) {
    const auto line = next_line(patience, "its start", stop);
    auto hello = understood("its start", line, measure::parse_hello);
    if (!hello) return core::fail(hello.error());
    hello_ = *std::move(hello);
    return {};
  }

  [[nodiscard]] const Hello& hello() const override { return hello_; }
  [[nodiscard]] bool is_alive() const override { return is_alive_; }

  core::Result<Batch> run(const Task& task, core::Duration patience) override {
    caller_.send(line_of(task));
    const auto call = name_of(task.configuration.call.collective);
    auto line = next_line(patience, call);
    if (line && *line == measure::kCalledLine) line = next_line(patience, call);
    return understood(call, line, measure::parse_batch);
  }

 private:
  core::Result<std::string> next_line(core::Duration patience, std::string_view during,
                                      const std::stop_token& stop = {}) {
    auto line = caller_.receive(in_ms(patience), stop);
    if (line) return *std::move(line);
    if (caller_.end() == Caller::End::Stopped) {
      process_.end();
      return stopped();
    }
    if (caller_.end() == Caller::End::TimedOut) {
      return lost(during, "no answer within " + core::format_duration(patience),
                  "the workers were ended");
    }
    if (caller_.end() == Caller::End::TooLong) return lost_by_garbage(during, caller_.rest());
    is_alive_ = false;
    process_.wait(kFarewell);
    std::string how = process_.ending().value_or("closed its connection");
    if (!caller_.rest().empty()) how += ", after " + described(caller_.rest());
    return core::environment_error(std::string(during), "the workers ended: " + how,
                                   core::printable(process_.last_words()));
  }

  /// What the line says, by `parse`. Whoever sends something else than answers is not asked again.
  template <class Parse>
  auto understood(std::string_view during, const core::Result<std::string>& line,
                  const Parse& parse) -> decltype(parse("", "")) {
    if (!line) return core::fail(line.error());
    auto said = parse(*line, "worker");
    if (said || said.error().category == core::Category::Environment) return said;
    return lost_by_garbage(during, *line);
  }

  core::Failure lost(std::string_view during, std::string found, std::string hint) {
    is_alive_ = false;
    process_.end();
    return core::environment_error(std::string(during), std::move(found), std::move(hint));
  }

  core::Failure lost_by_garbage(std::string_view during, std::string_view text) {
    return lost(during, "the workers sent " + described(text), "the workers were ended");
  }

  OwnFolder folder_;
  Process process_;
  Caller caller_;
  Hello hello_;
  bool is_alive_ = true;
};

/// Waits for the call, as long as the process lives and nobody asks to stop.
std::optional<Caller> call_of(Listener& listener, Process& process, milliseconds most,
                              const std::stop_token& stop) {
  for (milliseconds waited{0}; waited < most && !stop.stop_requested(); waited += kGlance) {
    if (auto caller = listener.accept(kGlance)) return caller;
    if (process.ending()) return listener.accept(milliseconds(0));
  }
  return {};
}

/// A process that was started, and its call; none where it ended or said nothing.
struct Start {
  Process process;
  std::optional<Caller> caller;
};

core::Result<Start> start(const Command& command, Listener& listener, const Patience& patience,
                          const std::stop_token& stop) {
  for (int left = patience.starts;; --left) {
    auto process = Process::start(command);
    if (!process) return core::fail(process.error());
    auto caller = call_of(listener, *process, in_ms(patience.most), stop);
    if (caller || stop.stop_requested() || process->ending() || left <= 1) {
      return Start{*std::move(process), std::move(caller)};
    }
    process->end();
    while (listener.accept(milliseconds(0))) {
      // called too late
    }
  }
}

std::string said_of(const std::optional<std::string>& ending, const Patience& patience) {
  if (ending) return "ended before the workers called: " + *ending;
  std::string silent = "the workers did not call within " + core::format_duration(patience.most);
  if (patience.starts > 1) silent += fmt::format(", in {} starts", patience.starts);
  return silent;
}

}  // namespace

core::Result<std::unique_ptr<measure::Workers>> start_workers(Command command,
                                                              const Patience& patience,
                                                              const std::stop_token& stop) {
  auto folder = OwnFolder::temporary();
  if (!folder) return core::fail(folder.error());
  const std::string path = folder->file("socket");
  std::ranges::replace(command.words, std::string(kSocketWord), path);
  auto listener = Listener::at(path);
  if (!listener) return core::fail(listener.error());
  auto started = start(command, *listener, patience, stop);
  if (!started) return core::fail(started.error());
  auto& [process, caller] = *started;
  if (!caller && stop.stop_requested()) return stopped();
  if (!caller) {
    return core::environment_error(command.words.front(), said_of(process.ending(), patience),
                                   core::printable(process.last_words()));
  }
  auto group =
      std::make_unique<WorkerGroup>(*std::move(folder), std::move(process), *std::move(caller));
  if (const auto greeted = group->greet(patience.most, stop); !greeted) {
    return core::fail(greeted.error());
  }
  return group;
}

}  // namespace treering::tuner::launch
