// treering-worker-mpi SOCKET: a rank of an MPI job that measures what treering measure asks for.
// Started by treering measure, or by mpirun and srun through it.
#include <cstdio>
#include <cstdlib>

#include <mpi.h>

#include "workers/binding/bind.h"
#include "workers/mpi/mpi_backend.h"
#include "workers/serve.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("treering-worker-mpi: started by treering measure alone\n", stderr);
    return EXIT_FAILURE;
  }
  // One core: Open MPI works for its messages in the thread that waits for them.
  const auto binding =
      treering::workers::bind_as_asked(treering::workers::local_rank_of_launcher(1));
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_Init(&argc, &argv);
  int code = EXIT_SUCCESS;
  {
    treering::workers::mpi::MpiBackend backend;
    code = treering::workers::serve(backend, argv[1], binding);
  }
  MPI_T_finalize();
  MPI_Finalize();
  return code;
}
