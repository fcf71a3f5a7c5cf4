#include <array>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers/serve.h"

namespace treering::workers {
namespace conductor_watch_test {

constexpr int kEndedByItself = 7;

/// The exit code of a rank that `act` plays on its end of the connection. The conductor goes when
/// the rank has said that it is ready.
template <class Act>
int code_of_rank(const Act& act) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    act(ends[1]);
    _exit(kEndedByItself);
  }
  close(ends[1]);
  char ready = 0;
  const bool is_ready = read(ends[0], &ready, 1) == 1;
  close(ends[0]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || !is_ready || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

bool say_ready(int socket) {
  return write(socket, "r", 1) == 1;
}

/// Until the conductor has closed.
void wait_for_close(int socket) {
  char byte = 0;
  while (read(socket, &byte, 1) > 0) {
  }
}

// A call that takes a minute: the rank does not wait for its end.
TEST(ConductorWatch, EndsARankWhoseConductorHasGone) {
  EXPECT_EQ(code_of_rank([](int socket) {
              ConductorWatch watch(socket);
              watch.begin();
              if (say_ready(socket)) sleep(60);
            }),
            EXIT_FAILURE);
}

// It came just before the end: nobody waits for its answer either.
TEST(ConductorWatch, EndsARankThatBeginsATaskAfterwards) {
  EXPECT_EQ(code_of_rank([](int socket) {
              ConductorWatch watch(socket);
              if (say_ready(socket)) wait_for_close(socket);
              watch.begin();
              sleep(60);
            }),
            EXIT_FAILURE);
}

TEST(ConductorWatch, LeavesARankAloneThatHasNothingToDo) {
  EXPECT_EQ(code_of_rank([](int socket) {
              ConductorWatch watch(socket);
              watch.begin();
              watch.end();
              if (say_ready(socket)) wait_for_close(socket);
            }),
            kEndedByItself);
}

}  // namespace conductor_watch_test
}  // namespace treering::workers
