#include "workers/serve.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/result.h"
#include "tuner/measure/conditions.h"
#include "workers/binding/bind.h"
#include "workers/clocks.h"
#include "workers/layout.h"
#include "workers/samples.h"

namespace treering::workers {

namespace {

constexpr std::chrono::milliseconds kNextLook{20};

/// Sleeps until the other side has closed, or `wake` is raised. Takes no time while neither is.
void wait_for_end(int socket, int wake) {
  std::array<pollfd, 2> both{{{socket, POLLRDHUP, 0}, {wake, POLLIN, 0}}};
  while (poll(both.data(), both.size(), -1) < 0) {
  }
}

}  // namespace

ConductorWatch::ConductorWatch(int socket) {
  if (socket < 0) return;
  wake_ = eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this, socket] { watch(socket); });
}

ConductorWatch::~ConductorWatch() {
  if (!thread_.joinable()) return;
  is_over_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
  thread_.join();
  close(wake_);
}

void ConductorWatch::watch(int socket) {
  wait_for_end(socket, wake_);
  // A task may have come just before; it is seen when it begins.
  for (; !is_over_; std::this_thread::sleep_for(kNextLook)) {
    if (is_busy_) std::_Exit(EXIT_FAILURE);
  }
}

namespace {

// Lines to and from the conductor, over the local socket that it named.

class Connection {
 public:
  static core::Result<Connection> to(const std::string& path);
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) = delete;
  ~Connection();

  [[nodiscard]] int socket() const { return socket_; }

  /// False when the conductor has gone.
  bool send(std::string_view line) const;
  /// The next line; nothing when the conductor has closed.
  std::optional<std::string> receive();

 private:
  explicit Connection(int socket) : socket_(socket) {}

  int socket_ = -1;
  std::string received_;
};

core::Result<Connection> Connection::to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return core::environment_error(path, "a path too long for a local socket");
  }
  path.copy(&address.sun_path[0], path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0 || connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address)) {
    const std::string why = std::strerror(errno);
    if (socket >= 0) close(socket);
    return core::environment_error(path, why, "expected the socket of treering measure");
  }
  return Connection(socket);
}

Connection::Connection(Connection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

Connection::~Connection() {
  if (socket_ >= 0) close(socket_);
}

bool Connection::send(std::string_view line) const {
  std::string rest(line);
  rest += '\n';
  for (std::size_t sent = 0; sent < rest.size();) {
    const ssize_t count = ::send(socket_, rest.data() + sent, rest.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> Connection::receive() {
  for (;;) {
    const std::size_t end = received_.find('\n');
    if (end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    std::array<char, 4096> piece{};
    const ssize_t count = recv(socket_, piece.data(), piece.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    received_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

using tuner::measure::Batch;
using tuner::measure::Cache;
using tuner::measure::Hello;
using tuner::measure::Task;

constexpr const char* kEnd = "";  // in place of a task, between the ranks

/// By rank: "0;1".
std::string joined_texts(Backend& backend, const std::string& own) {
  std::string all;
  for (const std::string& one : backend.gather(own)) all += (all.empty() ? "" : ";") + one;
  return all;
}

/// With those of NCCL, which its backend read before it set its own.
std::string variables_of(const std::map<std::string, std::string>& facts) {
  const std::string of_nccl = tuner::measure::nccl_variables(facts);
  std::string others = variables_text();
  if (of_nccl == tuner::measure::kNoVariables) return others;
  return others == tuner::measure::kNoVariables ? of_nccl : of_nccl + "; " + others;
}

Hello hello_of(Backend& backend, const std::string& binding) {
  Hello hello;
  hello.library = backend.library();
  hello.ranks = backend.ranks();
  hello.nodes = nodes(backend);
  hello.algorithms = backend.algorithms();
  hello.environment = backend.environment();
  const unsigned cores = std::thread::hardware_concurrency();
  hello.facts.push_back(fmt::format("{} ranks, {} cores where rank 0 runs", hello.ranks, cores));
  if (!binding.empty()) hello.environment["binding"] = binding;
  const Bound bound = bound_now();
  hello.environment["cpus_by_rank"] = joined_texts(backend, bound.cpus);
  hello.environment["memory_by_rank"] = joined_texts(backend, bound.memory);
  hello.environment[tuner::measure::kVariablesFact] = variables_of(hello.environment);
  const std::vector<std::string> hosts = backend.gather(host_mark());
  hello.environment["hosts"] =
      fmt::format("{}", fmt::join(std::set(hosts.begin(), hosts.end()), ";"));
  // treering fleet names the host of a slow pair by it.
  const bool is_one_host = std::set(hosts.begin(), hosts.end()).size() == 1;
  if (!is_one_host) hello.environment["hosts_by_rank"] = fmt::format("{}", fmt::join(hosts, ";"));
  return hello;
}

/// The buffers of a task.
class Buffers {
 public:
  Buffers(const Backend& backend, const Task& task) {
    if (!backend.needs_host_memory()) return;
    const Layout layout = layout_of(task.configuration, backend.rank(), backend.ranks());
    const std::size_t bytes =
        std::max(layout.in, layout.out) * core::size_of(task.configuration.call.type).count();
    first_.resize(bytes);
    second_.resize(bytes);
  }
  Memory memory() { return {first_.data(), second_.data()}; }

 private:
  std::vector<std::byte> first_;
  std::vector<std::byte> second_;
};

/// Runs once on known values and counts the wrong ones of this rank.
double checked_run(Backend& backend, PreparedCall& call, const Task& task) {
  const auto& configuration = task.configuration;
  const int rank = backend.rank();
  const int ranks = backend.ranks();
  call.fill(configuration, rank, ranks);
  backend.line_up();
  call.run();
  return static_cast<double>(call.wrong_elements(configuration, rank, ranks));
}

std::uint64_t sum_of(const std::vector<double>& all) {
  double sum = 0;
  for (const double one : all) sum += one;
  return static_cast<std::uint64_t>(sum);
}

/// What all ranks saw, on rank 0.
tuner::measure::Seen joined(Backend& backend, const tuner::measure::Seen& own) {
  Batch carrier;
  carrier.seen = own;
  tuner::measure::Seen all = own;
  for (const std::string& line : backend.gather(line_of(carrier))) {
    const auto one = tuner::measure::parse_batch(line, "rank");
    if (!one) continue;
    all.sent.insert(all.sent.end(), one->seen.sent.begin(), one->seen.sent.end());
  }
  std::ranges::sort(all.sent);
  const auto rest = std::ranges::unique(all.sent);
  all.sent.erase(rest.begin(), rest.end());
  return all;
}

/// Runs once and notes what that took and what was seen of it, on rank 0.
void watched_run(Backend& backend, PreparedCall& call, Batch& batch) {
  backend.start_witness();
  const double start = now_us();
  call.run();
  const double own = now_us() - start;
  batch.seen = joined(backend, backend.stop_witness());
  for (const double one : backend.gather(std::vector{own})) {
    batch.call_us = std::max(batch.call_us, one);
  }
}

/// The number of ranks that cannot do it, and the first one's reason.
std::optional<std::string> refusal(Backend& backend, const std::string& own) {
  std::string first;
  for (const std::string& one : backend.gather(own)) {
    if (first.empty()) first = one;
  }
  backend.share(first);
  return first.empty() ? std::nullopt : std::optional(first);
}

/// The answer to a task, on rank 0, which has a conductor.
std::string answer(Backend& backend, const Task& task, const Connection* conductor) {
  const auto& configuration = task.configuration;
  Buffers buffers(backend, task);
  const auto prepared = backend.prepare(configuration, buffers.memory());
  const std::string why = prepared ? "" : prepared.error().message();
  if (const auto refused = refusal(backend, why)) return tuner::measure::error_line(*refused);
  PreparedCall* const call = prepared->get();
  Batch batch;
  backend.start_watch();
  double wrong = checked_run(backend, *call, task);
  if (conductor != nullptr && task.samples == 0) conductor->send(tuner::measure::kCalledLine);
  watched_run(backend, *call, batch);
  for (int i = 0; i < task.warmups; ++i) call->run();
  if (task.loops > 0) batch.loop_us = loop_us(backend, *call, task);
  std::function<void()> before;
  if (configuration.cache == Cache::Cold) before = [&] { backend.overwrite_caches(); };
  if (task.samples > 0) take_samples(backend, {*call, before}, task, batch);
  batch.environment = backend.stop_watch();
  if (task.samples > 0) wrong += checked_run(backend, *call, task);
  batch.wrong = sum_of(backend.gather(std::vector<double>{wrong}));
  return line_of(batch);
}

/// Rank 0's next task line, on all ranks.
std::string next_line(Backend& backend, Connection* conductor) {
  std::string line = kEnd;
  if (conductor != nullptr) line = conductor->receive().value_or(kEnd);
  backend.share(line);
  return line;
}

void serve_tasks(Backend& backend, Connection* conductor) {
  ConductorWatch watch(conductor == nullptr ? -1 : conductor->socket());
  for (std::string line = next_line(backend, conductor); line != kEnd;
       line = next_line(backend, conductor)) {
    watch.begin();
    const auto task = tuner::measure::parse_task(line, "conductor");
    const std::string reply = task ? answer(backend, *task, conductor)
                                   : tuner::measure::error_line(task.error().message());
    watch.end();  // first: with this answer the conductor may be done and close
    if (conductor != nullptr) conductor->send(reply);
  }
}

}  // namespace

int serve(Backend& backend, const std::string& path, const core::Result<std::string>& binding) {
  std::optional<Connection> conductor;
  if (backend.rank() == 0) {
    auto connected = Connection::to(path);
    if (!connected) {
      std::fputs((connected.error().message() + "\n").c_str(), stderr);
    } else {
      conductor.emplace(*std::move(connected));
    }
  }
  if (const auto refused = refusal(backend, binding ? "" : binding.error().message())) {
    if (conductor) conductor->send(tuner::measure::error_line(*refused));
    return EXIT_FAILURE;
  }
  const Hello hello = hello_of(backend, *binding);
  if (conductor) conductor->send(line_of(hello));
  serve_tasks(backend, conductor ? &*conductor : nullptr);
  return backend.rank() == 0 && !conductor ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace treering::workers
