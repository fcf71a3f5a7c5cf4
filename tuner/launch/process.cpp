#include "tuner/launch/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tuner/launch/open_files.h"

namespace treering::tuner::launch {

void OutputTail::add(std::string_view piece) {
  piece.remove_prefix(piece.size() - std::min(piece.size(), kMost));
  const std::size_t all = text_.size() + piece.size();
  text_.erase(0, all - std::min(all, kMost));
  text_ += piece;
}

PrintedText::PrintedText(int pipe) : pipe_(pipe), wake_(eventfd(0, EFD_CLOEXEC)) {
  if (wake_ < 0) {
    const int code = errno;
    close(pipe_);
    throw std::system_error(code, std::generic_category());
  }
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
  try {
    thread_ = std::thread([this] { read_on(); });
  } catch (...) {
    close(pipe_);
    close(wake_);
    throw;
  }
}

PrintedText::~PrintedText() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
  thread_.join();
  close(pipe_);
  close(wake_);
}

std::string PrintedText::now() {
  const std::lock_guard lock(mutex_);
  // More may be on its way for ever.
  constexpr int kMostPieces = 64;
  for (int i = 0; i < kMostPieces && take(); ++i) {
  }
  return tail_.text();
}

void PrintedText::read_on() {
  std::array<pollfd, 2> both{{{pipe_, POLLIN, 0}, {wake_, POLLIN, 0}}};
  for (;;) {
    if (poll(both.data(), both.size(), -1) < 0) continue;
    if (both[1].revents != 0) return;
    const std::lock_guard lock(mutex_);
    if (!take() && (both[0].revents & POLLHUP) != 0) both[0].fd = -1;  // nobody prints any more
  }
}

/// The next piece; false where there is none now. \pre the mutex is ours
bool PrintedText::take() {
  std::array<char, 16384> piece{};
  const ssize_t count = read(pipe_, piece.data(), piece.size());
  if (count < 0) return errno == EINTR;
  tail_.add({piece.data(), static_cast<std::size_t>(count)});
  return count > 0;
}

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kGrace{2000};
constexpr milliseconds kPoll{5};

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::string name_of(const std::string& entry) {
  return entry.substr(0, entry.find('='));
}

/// Ours, with what is given last.
std::vector<std::string> environment_with(const std::vector<std::string>& given) {
  std::vector<std::string> all;
  for (const std::string& entry : environment_of_this_process()) {
    const bool is_given = std::ranges::any_of(
        given, [&](const std::string& other) { return name_of(other) == name_of(entry); });
    if (!is_given) all.push_back(entry);
  }
  std::ranges::copy_if(given, std::back_inserter(all), [](const std::string& entry) {
    return entry.find('=') != std::string::npos;
  });
  return all;
}

std::string text_of(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

core::Failure cannot_start(const Command& command, int code) {
  if (code == EAGAIN) {
    return core::environment_error(command.words.front(), std::strerror(code),
                                   "expected room for another process",
                                   "raise the limit (ulimit -u)");
  }
  if (is_out_of_files(code)) return no_room_for_files(command.words.front(), code);
  return core::environment_error(command.words.front(), std::strerror(code),
                                 "expected a program that can be started");
}

}  // namespace

std::vector<std::string> environment_of_this_process() {
  std::vector<std::string> all;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) all.emplace_back(*one);
  return all;
}

core::Failure become(const Command& command) {
  const auto words = pointers_to(command.words);
  const auto environment = environment_with(command.environment);
  execvpe(words.front(), words.data(), pointers_to(environment).data());
  return cannot_start(command, errno);
}

core::Result<Process> Process::start(const Command& command) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return cannot_start(command, errno);
  std::unique_ptr<PrintedText> printed;
  try {
    printed = std::make_unique<PrintedText>(ends[0]);
  } catch (const std::system_error& refused) {
    close(ends[1]);
    return cannot_start(command, refused.code().value());
  }
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // no Ctrl-C of our terminal
  const auto words = pointers_to(command.words);
  const auto environment = environment_with(command.environment);
  pid_t id = -1;
  const int code = posix_spawnp(&id, words.front(), &actions, &attributes, words.data(),
                                pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (code != 0) return cannot_start(command, code);
  return Process(id, std::move(printed));
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      printed_(std::move(other.printed_)),
      status_(other.status_) {}

Process::~Process() {
  end();
}

std::optional<std::string> Process::ending() {
  if (id_ > 0 && !status_) {
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) == id_) status_ = status;
  }
  if (!status_) return {};
  return text_of(*status_);
}

bool Process::wait(milliseconds most) {
  for (milliseconds waited{0}; !ending() && waited < most; waited += kPoll) {
    std::this_thread::sleep_for(kPoll);
  }
  return ending().has_value();
}

void Process::end() {
  if (id_ <= 0) return;
  if (!ending()) {
    kill(-id_, SIGTERM);
    if (!wait(kGrace)) {
      kill(-id_, SIGKILL);
      int status = 0;
      while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
      }
      status_ = status;
    }
  }
  kill(-id_, SIGKILL);  // what it left behind
  id_ = -1;
}

}  // namespace treering::tuner::launch
