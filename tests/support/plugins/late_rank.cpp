// Preloaded into the ranks of a shaped cluster: rank 2 is late with each message that it sends over
// its link. Ranks are known by the addresses that treering-shape gives them.
#include <ctime>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

constexpr const char* kLateAddress = "10.77.0.3";
constexpr long kLateNs = 4'000'000;

bool is_late(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return false;
  return address.sin_family == AF_INET && address.sin_addr.s_addr == inet_addr(kLateAddress);
}

}  // namespace

// Open MPI and Gloo send with it.
extern "C" ssize_t writev(int fd, const iovec* vec, int count) {
  if (is_late(fd)) {
    const timespec late{0, kLateNs};
    nanosleep(&late, nullptr);
  }
  return syscall(SYS_writev, fd, vec, count);
}
