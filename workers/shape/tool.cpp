#include "workers/shape/tool.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text/reading.h"

namespace treering::workers::shape {
namespace {

/// All that comes until the other side closes.
std::string read_all(int file) {
  std::string all;
  std::array<char, 512> piece{};
  for (;;) {
    const ssize_t count = read(file, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return all;
    all.append(piece.data(), static_cast<std::size_t>(count));
  }
}

std::string first_line(std::string_view text) {
  text = core::trimmed(text);
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

core::Result<pid_t> start(const std::vector<std::string>& words, int errors) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  if (errors >= 0) posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  sigset_t none{};
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t id = -1;
  const int code =
      posix_spawnp(&id, pointers.front(), &actions, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (code != 0) {
    return core::environment_error(words.front(), std::strerror(code),
                                   "expected a program that can be started");
  }
  return id;
}

core::Result<void> run_tool(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return core::environment_error("pipe", std::strerror(errno));
  }
  const auto id = start(words, ends[1]);
  close(ends[1]);
  const std::string said = id ? read_all(ends[0]) : "";
  close(ends[0]);
  if (!id) {
    core::Error error = id.error();
    error.hint = "install iproute2";
    return core::fail(std::move(error));
  }
  int status = 0;
  while (waitpid(*id, &status, 0) < 0 && errno == EINTR) {
  }
  const int code = exit_code_of(status);
  if (code == 0) return {};
  return core::environment_error(fmt::format("{}", fmt::join(words, " ")),
                                 fmt::format("exit code {}", code), first_line(said));
}

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace treering::workers::shape
