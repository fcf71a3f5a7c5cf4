#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers/shape/tool.h"

namespace treering::workers::shape {
namespace {

/// The signals that we wait for, from here on.
sigset_t hold_signals() {
  std::signal(SIGCHLD, SIG_DFL);  // ignored, children would not be waited for
  sigset_t held{};
  sigemptyset(&held);
  for (const int one : {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM}) sigaddset(&held, one);
  sigprocmask(SIG_BLOCK, &held, nullptr);
  return held;
}

/// The exit code of `child`. Passes signals on to it, and takes leave of whoever else ends.
int wait_for(pid_t child, const sigset_t& held) {
  for (;;) {
    int signal = 0;
    if (sigwait(&held, &signal) != 0) continue;
    if (signal != SIGCHLD) {
      kill(child, signal);
      continue;
    }
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended == child) return exit_code_of(status);
    }
  }
}

/// Dies with its parent, which holds the other end of `lifeline`.
bool die_with_parent(int lifeline) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pollfd one{lifeline, POLLIN, 0};  // it may have died before
  return poll(&one, 1, 0) == 0;
}

/// The first process of the namespace; with it the kernel ends all others.
int run_as_first(const std::vector<std::string>& words, const sigset_t& held, int lifeline) {
  if (!die_with_parent(lifeline)) return EXIT_FAILURE;
  setpgid(0, 0);
  // Containers may forbid it. Then only other processes look wrong there: we have still a self.
  mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  const auto child = start(words);
  if (!child) {
    std::fputs(("treering-shape: " + child.error().message() + "\n").c_str(), stderr);
    return static_cast<int>(child.error().category);
  }
  return wait_for(*child, held);
}

}  // namespace

core::Result<int> run_guarded(const std::vector<std::string>& words) {
  std::array<int, 2> lifeline{};
  if (pipe2(lifeline.data(), O_CLOEXEC) != 0 || unshare(CLONE_NEWPID) != 0) {
    return core::environment_error("process namespace", std::strerror(errno));
  }
  const sigset_t held = hold_signals();
  const pid_t child = fork();
  if (child < 0) return core::environment_error("fork", std::strerror(errno));
  if (child == 0) {
    close(lifeline[1]);
    _exit(run_as_first(words, held, lifeline[0]));
  }
  close(lifeline[0]);
  return wait_for(child, held);
}

}  // namespace treering::workers::shape
