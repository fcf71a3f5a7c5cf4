// Ends this rank when the conductor has gone while a task runs: nobody waits for the answer, and a
// sweep that is resumed would share the machine with it. The other ranks end with this one.
#pragma once

#include <atomic>
#include <thread>

namespace treering::workers {

class ConductorWatch {
 public:
  /// \param socket to the conductor; -1 on ranks without one: then nothing is watched
  explicit ConductorWatch(int socket);
  ConductorWatch(const ConductorWatch&) = delete;
  ConductorWatch& operator=(const ConductorWatch&) = delete;
  ~ConductorWatch();

  // Around a task. Between tasks the rank hears by itself that the conductor has gone, and ends as
  // it should.
  void begin() { is_busy_ = true; }
  void end() { is_busy_ = false; }

 private:
  void watch(int socket);

  std::atomic<bool> is_busy_ = false;
  std::atomic<bool> is_over_ = false;
  int wake_ = -1;  // an eventfd
  std::thread thread_;
};

}  // namespace treering::workers
