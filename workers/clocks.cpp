#include "workers/clocks.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
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

double ask_offset(Backend& backend, int rank) {
  double least = std::numeric_limits<double>::infinity();
  double offset = 0;
  for (int i = 0; i < kExchanges; ++i) {
    const double start = now_us();
    backend.send(rank, start);
    const double there = backend.receive(rank);
    const double end = now_us();
    if (end - start >= least) continue;
    least = end - start;
    offset = there - (start + end) / 2;
  }
  return offset;
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

std::vector<double> clock_offsets(Backend& backend) {
  const std::vector<std::string> clocks = backend.gather(boot_id());
  std::string asked;  // a letter a rank
  for (const std::string& clock : clocks) asked += clock == clocks.front() ? '=' : '?';
  backend.share(asked);
  std::vector<double> offsets(clocks.size());
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
