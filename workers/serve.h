// The loop of a worker: tasks from the conductor, batches back; what it says of its variables and
// host, and its end when the conductor has gone.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/result.h"
#include "workers/backend.h"

namespace treering::workers {

// Variables that change how a library carries data. They make two measurements two things.

/// "OMPI_MCA_btl=tcp,self; UCX_TLS=tcp", by name; "none". Variables of Open MPI count where they
/// are of frameworks that move data (a launcher sets many others, which differ from job to job),
/// and are not those that every measurement here sets. \param environment "NAME=value" each
std::string variables_text(const std::vector<std::string>& environment);

/// Of this process.
std::string variables_text();

/// Of this machine (core/text/hash.h).
std::string host_mark();

// Ends this rank when the conductor has gone while a task runs: nobody waits for the answer, and a
// sweep that is resumed would share the machine with it. The other ranks end with this one.

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

// The loop of a worker: tasks from the conductor, batches back.

/// Serves until the conductor closes the socket at `path`. All ranks call it; rank 0 speaks.
/// Returns the exit code of the program.
/// \param binding what bind_as_asked() did on this rank; where one failed, rank 0 says why in
///     place of hello
int serve(Backend& backend, const std::string& path, const core::Result<std::string>& binding = {});

}  // namespace treering::workers
