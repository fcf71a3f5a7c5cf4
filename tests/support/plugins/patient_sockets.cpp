// Preloaded into programs of NCCL: recv, send and accept that would return at once wait a moment
// first. NCCL polls its sockets without a pause while it makes a communicator, so that ranks that
// share a core keep it from each other.
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int kMostMs = 2;

template <class Call>
long patient(int socket, short event, Call call) {
  const long first = call();
  if (first >= 0 || errno != EAGAIN) return first;
  pollfd watched{socket, event, 0};
  poll(&watched, 1, kMostMs);
  return call();
}

}  // namespace

extern "C" {

ssize_t recv(int socket, void* bytes, size_t size, int flags) {
  return patient(socket, POLLIN, [=] {
    return syscall(SYS_recvfrom, socket, bytes, size, flags, nullptr, nullptr);
  });
}

ssize_t send(int socket, const void* bytes, size_t size, int flags) {
  return patient(socket, POLLOUT,
                 [=] { return syscall(SYS_sendto, socket, bytes, size, flags, nullptr, 0); });
}

int accept(int socket, sockaddr* address, socklen_t* size) {
  return static_cast<int>(
      patient(socket, POLLIN, [=] { return syscall(SYS_accept, socket, address, size); }));
}

}  // extern "C"
