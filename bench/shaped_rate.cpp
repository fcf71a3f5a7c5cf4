// The rate that a TCP transfer reaches from rank 0 of a shaped cluster to rank 1, from its first
// byte to the answer to its last:
//   treering-shape --rates 0.1,0.1 -- bench_shaped_rate 16000000
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr const char* kReceiver = "10.77.0.2";
constexpr in_port_t kPort = 5001;

bool enter(const char* network) {
  const int file = open(network, O_RDONLY | O_CLOEXEC);
  return file >= 0 && setns(file, CLONE_NEWNET) == 0;
}

sockaddr_in receiver() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(kPort);
  inet_pton(AF_INET, kReceiver, &address.sin_addr);
  return address;
}

/// Takes all that one caller sends, and answers with a byte. Says on `ready` that it can be called.
bool receive(int ready) {
  if (!enter("/run/netns/r1")) return false;
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = receiver();
  const auto* const place = reinterpret_cast<const sockaddr*>(&address);
  if (bind(server, place, sizeof address) != 0 || listen(server, 1) != 0) return false;
  if (write(ready, "r", 1) != 1) return false;
  const int caller = accept(server, nullptr, nullptr);
  std::vector<char> memory(std::size_t{1} << 20U);
  while (recv(caller, memory.data(), memory.size(), 0) > 0) {
  }
  return write(caller, "r", 1) == 1;
}

/// Seconds of a transfer; nothing where it fails.
std::optional<double> send(std::size_t bytes) {
  if (!enter("/run/netns/r0")) return {};
  const int link = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = receiver();
  if (connect(link, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  const std::vector<char> memory(std::size_t{1} << 20U);
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t left = bytes; left > 0;) {
    const ssize_t count = write(link, memory.data(), std::min(left, memory.size()));
    if (count <= 0) return {};
    left -= static_cast<std::size_t>(count);
  }
  shutdown(link, SHUT_WR);
  char answer = 0;
  if (recv(link, &answer, 1, 0) != 1) return {};
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t bytes = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 0;
  std::array<int, 2> ready{};
  if (bytes == 0 || pipe(ready.data()) != 0) {
    std::fputs("bench_shaped_rate: expected a number of bytes\n", stderr);
    return EXIT_FAILURE;
  }
  if (fork() == 0) _exit(receive(ready[1]) ? EXIT_SUCCESS : EXIT_FAILURE);
  close(ready[1]);
  char word = 0;
  const auto seconds = read(ready[0], &word, 1) == 1 ? send(bytes) : std::nullopt;
  wait(nullptr);
  if (!seconds) {
    std::fputs("bench_shaped_rate: no transfer; run it under treering-shape\n", stderr);
    return EXIT_FAILURE;
  }
  fmt::print("{:.4f} Gbit/s\n", static_cast<double>(bytes) * 8 / *seconds / 1e9);
  return EXIT_SUCCESS;
}
