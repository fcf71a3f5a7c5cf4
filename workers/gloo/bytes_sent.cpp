#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <sstream>

#include <arpa/inet.h>
#include <linux/sockios.h>
#include <linux/tcp.h>  // knows more fields than netinet/tcp.h
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "workers/gloo/gloo_backend.h"

namespace treering::workers::gloo {
namespace {

using AddressOf = int (*)(int, sockaddr*, socklen_t*);

/// Nothing for what is no TCP socket over IP.
std::optional<std::string> end_of(int file, AddressOf address_of) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  auto* const start = reinterpret_cast<sockaddr*>(&address);
  if (address_of(file, start, &size) != 0) return {};
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET) {
    const auto* const ip = reinterpret_cast<const sockaddr_in*>(&address);
    inet_ntop(AF_INET, &ip->sin_addr, text.data(), text.size());
    return text.data() + (":" + std::to_string(ntohs(ip->sin_port)));
  }
  if (address.ss_family == AF_INET6) {
    const auto* const ip = reinterpret_cast<const sockaddr_in6*>(&address);
    inet_ntop(AF_INET6, &ip->sin6_addr, text.data(), text.size());
    return text.data() + (":" + std::to_string(ntohs(ip->sin6_port)));
  }
  return {};
}

std::uint64_t acknowledged(int file) {
  tcp_info info{};
  socklen_t size = sizeof info;
  getsockopt(file, IPPROTO_TCP, TCP_INFO, &info, &size);
  return info.tcpi_bytes_acked;
}

}  // namespace

std::set<Socket> connected_sockets() {
  std::set<Socket> all;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
    const std::string name = entry.path().filename();
    int file = -1;
    std::from_chars(name.data(), name.data() + name.size(), file);
    const auto here = end_of(file, getsockname);
    const auto there = end_of(file, getpeername);
    if (here && there) all.insert({file, *here, *there});
  }
  return all;
}

std::uint64_t bytes_written(const Socket& socket) {
  for (;;) {
    const std::uint64_t before = acknowledged(socket.file);
    int waiting = 0;
    ioctl(socket.file, SIOCOUTQ, &waiting);
    // One that arrives between the two questions would count twice or not at all.
    if (acknowledged(socket.file) == before) return before + static_cast<std::uint64_t>(waiting);
  }
}

std::map<int, std::vector<Socket>> by_peer(const std::set<Socket>& sockets,
                                           const std::vector<std::string>& ends_by_rank) {
  std::map<std::string, int> rank_at;  // by "here there" of the other side
  for (std::size_t rank = 0; rank < ends_by_rank.size(); ++rank) {
    std::istringstream lines(ends_by_rank[rank]);
    for (std::string line; std::getline(lines, line);) rank_at[line] = static_cast<int>(rank);
  }
  std::map<int, std::vector<Socket>> found;
  for (const Socket& socket : sockets) {
    const auto peer = rank_at.find(socket.there + " " + socket.here);
    if (peer != rank_at.end()) found[peer->second].push_back(socket);
  }
  return found;
}

std::string ends_of(const std::set<Socket>& sockets) {
  std::string lines;
  for (const Socket& socket : sockets) lines += socket.here + " " + socket.there + "\n";
  return lines;
}

}  // namespace treering::workers::gloo
