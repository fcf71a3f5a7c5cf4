#include "workers/meeting/held_signals.h"

#include <initializer_list>

#include <sys/signalfd.h>
#include <unistd.h>

namespace treering::workers::meeting {

HeldSignals::HeldSignals() {
  sigset_t held{};
  sigemptyset(&held);
  for (const int one : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&held, one);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
  descriptor_ = signalfd(-1, &held, SFD_CLOEXEC);
}

HeldSignals::~HeldSignals() {
  if (descriptor_ >= 0) close(descriptor_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace treering::workers::meeting
