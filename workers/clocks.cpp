#include "workers/clocks.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>

namespace treering::workers {
namespace {

constexpr int kExchanges = 20;

/// Differs from machine to machine, and from start to start.
std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  return id;
}

/// Differs on a machine between network namespaces: ranks of a shaped cluster have their own.
std::string network_id() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/ns/net", ignored).string();
}

ClockOffset ask_offset(Backend& backend, int rank) {
  std::vector<Exchange> exchanges;
  for (int i = 0; i < kExchanges; ++i) {
    Exchange& one = exchanges.emplace_back();
    one.asked = now_us();
    backend.send(rank, one.asked);
    one.there = backend.receive(rank);
    one.answered = now_us();
  }
  return offset_of(exchanges);
}

void answer_offset(Backend& backend) {
  for (int i = 0; i < kExchanges; ++i) {
    backend.receive(0);
    backend.send(0, now_us());
  }
}

}  // namespace

double now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

ClockOffset offset_of(const std::vector<Exchange>& exchanges) {
  const Exchange& fastest = *std::ranges::min_element(
      exchanges, {}, [](const Exchange& one) { return one.answered - one.asked; });
  return {fastest.there - (fastest.asked + fastest.answered) / 2,
          (fastest.answered - fastest.asked) / 2};
}

std::vector<ClockOffset> clock_offsets(Backend& backend) {
  const std::vector<std::string> clocks = backend.gather(boot_id());
  std::string asked;  // a letter a rank
  for (const std::string& clock : clocks) asked += clock == clocks.front() ? '=' : '?';
  backend.share(asked);
  std::vector<ClockOffset> offsets(clocks.size());
  for (int rank = 1; rank < backend.ranks(); ++rank) {
    if (asked[static_cast<std::size_t>(rank)] == '=') continue;
    if (backend.rank() == 0) offsets[static_cast<std::size_t>(rank)] = ask_offset(backend, rank);
    if (backend.rank() == rank) answer_offset(backend);
  }
  return offsets;
}

int nodes(Backend& backend) {
  const std::vector<std::string> networks = backend.gather(boot_id() + network_id());
  return static_cast<int>(std::set(networks.begin(), networks.end()).size());
}

}  // namespace treering::workers
