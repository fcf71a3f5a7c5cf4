// The bytes that went from this process to other ranks, as the kernel counts them for each TCP
// connection: a source that does not know which algorithm was asked for.
//
// A connection has carried what the peer has acknowledged (tcpi_bytes_acked) and what still waits
// here for it (SIOCOUTQ): all that was written to the socket, however often it was sent again.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace treering::workers::gloo {

/// One end of a connection.
struct Socket {
  int file = -1;
  std::string here;   // "127.0.0.1:1234"
  std::string there;  // likewise

  auto operator<=>(const Socket&) const = default;
};

/// The connected TCP sockets of this process.
std::set<Socket> connected_sockets();

/// Bytes written to it since it was connected, up to a constant.
std::uint64_t bytes_written(const Socket& socket);

/// Which of `sockets` lead to which rank, from the ends of all ranks, "here there" a line.
std::map<int, std::vector<Socket>> by_peer(const std::set<Socket>& sockets,
                                           const std::vector<std::string>& ends_by_rank);

/// Our part of `ends_by_rank`.
std::string ends_of(const std::set<Socket>& sockets);

}  // namespace treering::workers::gloo
