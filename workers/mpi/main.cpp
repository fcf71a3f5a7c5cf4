// treering-worker-mpi SOCKET: a rank of an MPI job that measures what treering measure asks for.
// Started by treering measure, or by mpirun and srun through it.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <mpi.h>

#include "tuner/launch/launched_rank.h"
#include "workers/binding/bind.h"
#include "workers/mpi/mpi_backend.h"
#include "workers/serve.h"

namespace treering::workers::mpi {
namespace {

/// Fails where a launcher has started ranks that MPI does not know: each would be alone, as under
/// srun without MPI's way to its ranks.
core::Result<void> check_world(int ranks) {
  const auto own = tuner::launch::launched_rank();
  if (!own || own->ranks.value_or(ranks) == ranks) return {};
  return core::environment_error(
      "ranks", fmt::format("{} by the launcher, {} by MPI", *own->ranks, ranks),
      "expected a launcher that this MPI knows",
      "take its own mpirun, or 'srun --mpi=pmix' where it was built with PMIx");
}

/// Returns the exit code of the program.
int run(const char* socket, core::Result<std::string> binding) {
  MpiBackend backend;
  if (const auto checked = check_world(backend.ranks()); !checked) {
    // All believe that they are rank 0; the one that the conductor knows reports.
    if (tuner::launch::launched_rank()->rank != 0) return EXIT_FAILURE;
    binding = core::fail(checked.error());
  }
  return serve(backend, socket, binding);
}

}  // namespace
}  // namespace treering::workers::mpi

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("treering-worker-mpi: started by treering measure alone\n", stderr);
    return EXIT_FAILURE;
  }
  // One core: Open MPI works for its messages in the thread that waits for them.
  auto binding = treering::workers::bind_as_asked(treering::workers::local_rank_of_launcher(1));
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_Init(&argc, &argv);
  const int code = treering::workers::mpi::run(argv[1], std::move(binding));
  MPI_T_finalize();
  MPI_Finalize();
  return code;
}
