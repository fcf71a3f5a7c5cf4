#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text/reading.h"
#include "hw/world/real/posix.h"

namespace treering::hw::world::real {

namespace {

using Clock = std::chrono::steady_clock;

/// The path of a program: on PATH, or where those for administrators are, which few users have on
/// theirs. Empty when there is none.
std::string path_of(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  folders += ":/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin";
  for (std::string_view rest = folders; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    std::string candidate = fmt::format("{}/{}", rest.substr(0, colon), program);
    if (colon > 0 && access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return {};
}

/// The two ends of a pipe, closed when this is.
class Pipe {
 public:
  Pipe() { is_open_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writer();
    if (is_open_) close(ends_[0]);
  }
  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] int reader() const { return ends_[0]; }
  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_writer() {
    if (is_open_ && ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
  bool is_open_ = false;
};

struct Pipes {
  Pipe out;
  Pipe errors;
};

/// 0 and `child`, or an error number.
int start(const std::string& path, const std::vector<std::string>& command, const Pipes& pipes,
          pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipes.out.writer(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.errors.writer(), STDERR_FILENO);
  const int result =
      posix_spawn(&child, path.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

struct Output {
  std::string text;
  std::string errors;
  std::string why_ended;  // before it was done; empty when it was not
};

/// Whether there may be more.
bool read_some(int descriptor, std::string& text) {
  std::array<char, 1U << 16U> block{};
  const ssize_t count = ::read(descriptor, block.data(), block.size());
  if (count < 0) return errno == EINTR;
  text.append(block.data(), static_cast<std::size_t>(count));
  return count > 0;
}

Output read_all(const Pipes& pipes, Clock::time_point end) {
  Output output;
  std::array<pollfd, 2> ends{{{pipes.out.reader(), POLLIN, 0}, {pipes.errors.reader(), POLLIN, 0}}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) {
      output.why_ended = "took too long";
      return output;
    }
    if (poll(ends.data(), ends.size(), static_cast<int>(left.count())) < 0) continue;
    // A negative descriptor is left alone by poll.
    if (ends[0].revents != 0 && !read_some(ends[0].fd, output.text)) ends[0].fd = -1;
    if (ends[1].revents != 0 && !read_some(ends[1].fd, output.errors)) ends[1].fd = -1;
    if (output.text.size() + output.errors.size() <= kMaxProcessText) continue;
    output.why_ended = fmt::format("printed more than {} bytes", kMaxProcessText);
    return output;
  }
  return output;
}

std::string last_line(std::string_view text) {
  text = core::trimmed(text);
  const std::size_t end = text.rfind('\n');
  return std::string(core::trimmed(end == std::string_view::npos ? text : text.substr(end + 1)));
}

Seen<std::string> judged(Output output, int status) {
  if (!output.why_ended.empty()) return failure(std::move(output.why_ended));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::move(output.text);
  std::string text = last_line(output.errors);
  if (text.empty()) {
    text = WIFEXITED(status) ? fmt::format("ended with exit code {}", WEXITSTATUS(status))
                             : fmt::format("ended by signal {}", WTERMSIG(status));
  }
  const bool is_denied = core::lower_case(text).find("permission denied") != std::string::npos;
  return tl::unexpected(
      Unseen{is_denied ? Unseen::Why::Denied : Unseen::Why::Failed, std::move(text)});
}

}  // namespace

Seen<std::string> output_of(const std::vector<std::string>& command, std::chrono::seconds limit) {
  const std::string path = path_of(command.front());
  if (path.empty()) {
    return tl::unexpected(Unseen{Unseen::Why::Absent, "no such program on PATH"});
  }
  Pipes pipes;
  if (!pipes.out.is_open() || !pipes.errors.is_open()) return tl::unexpected(unseen_of(errno));
  pid_t child = 0;
  if (const int error = start(path, command, pipes, child); error != 0) {
    return tl::unexpected(unseen_of(error));
  }
  pipes.out.close_writer();
  pipes.errors.close_writer();
  Output output = read_all(pipes, Clock::now() + limit);
  if (!output.why_ended.empty()) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return judged(std::move(output), status);
}

std::vector<std::pair<std::string, std::string>> process_variables(std::string_view prefix) {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t sign = text.find('=');
    if (!text.starts_with(prefix) || sign == std::string_view::npos) continue;
    variables.emplace_back(text.substr(0, sign), text.substr(sign + 1));
  }
  std::ranges::sort(variables);
  return variables;
}

std::map<std::string, std::string> process_environment() {
  std::map<std::string, std::string> kept;
  for (auto& [name, value] : process_variables("")) {
    const bool is_kept = name.starts_with("NCCL_") || name == "CUDA_VISIBLE_DEVICES" ||
                         name == "NVIDIA_VISIBLE_DEVICES" || name == "LD_LIBRARY_PATH";
    if (is_kept) kept.emplace(std::move(name), std::move(value));
  }
  return kept;
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  std::string text(name.data());
  for (char& c : text) {
    const bool is_plain = core::is_letter_or_digit(c) || c == '.' || c == '-';
    if (!is_plain) c = '_';
  }
  // Such a folder would be another one, or hidden.
  if (text.empty() || text.front() == '.') text.insert(0, "host");
  return text;
}

}  // namespace treering::hw::world::real
